import type { LayoutSetting } from '../../template/layOut.ts'
import { displayText } from '../../template/layOut.ts'
import { designOf, type EditorInstance, slotsOf, textOf } from './instance.ts'

/** The text slots that a customer has emptied and that would otherwise show something: a name, a greeting. */
export function clearedTexts({ definition, ...instance }: EditorInstance, setting: LayoutSetting): string[] {
  const untouched = { ...designOf({ definition, ...instance }), resources: [] }
  const slots = definition.parts.flatMap(({ id }) => slotsOf(definition, id, setting.language))
  return slots.flatMap((slot) => {
    if (slot.kind !== 'text' || !slot.editable) return []
    const isEmpty = textOf(instance.content, slot.fullId)?.text.trim() === ''
    return isEmpty && displayText(slot.fullId, slot.layer, untouched, setting) ? [slot.fullId] : []
  })
}
