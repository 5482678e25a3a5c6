import type { TemplateDefinition } from '../template/definition.ts'
import type { Resource } from '../template/design.ts'
import { textIn, textSlots, withResource } from '../template/slots.ts'
import type { PackageItem } from './contract.ts'

/**
 * An item that now shows another child: that child's name and group replace the previous ones if they are unchanged. Texts
 * typed by the customer stay.
 *
 * @param filled the item's template as it is filled for the other child, with texts small enough to fit
 */
export function updateSubjectTexts(
  item: PackageItem,
  definition: TemplateDefinition,
  { subject, filled }: { subject: NonNullable<PackageItem['subject']>; filled: readonly Resource[] },
): PackageItem {
  if (!item.templateData || !item.subject) return item
  const before: Partial<Record<string, string>> = { name: item.subject.name, group: item.subject.group }
  const resources = textSlots(definition).reduce((changed, { fullId, layer }) => {
    const text = textIn(changed, fullId)?.text.trim()
    const newText = textIn(filled, fullId)
    const isUntouched = layer.fill !== undefined && text !== undefined && text === before[layer.fill]?.trim()
    return isUntouched && newText ? withResource(changed, newText) : changed
  }, item.templateData.userResources)
  return { ...item, subject, templateData: { ...item.templateData, userResources: resources } }
}
