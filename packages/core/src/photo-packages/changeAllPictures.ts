import type { TemplateDefinition } from '../template/definition.ts'
import type { Resource } from '../template/design.ts'
import { type FillPicture, placePicture } from '../template/fillResources.ts'
import { findRefusal } from '../template/imageRules.ts'
import { imageSlots, withResource } from '../template/slots.ts'
import type { PackageItem } from './contract.ts'

/**
 * PKG-4 'Change all pictures': one picture in every template item, upright and with its default crop in each slot. A slot that
 * refuses it or cannot be edited stays unchanged, and so does an item without a slot for it; each changed item gets a new
 * version, and its preview has to be drawn again.
 *
 * @param definitionOf the template of an item; an item whose template is not known stays as it is
 */
export function changeAllPictures(
  items: readonly PackageItem[],
  picture: FillPicture,
  definitionOf: (template: { uuid: string; version: number }) => TemplateDefinition | undefined,
): PackageItem[] {
  return items.map((item) => {
    const definition = item.template && definitionOf(item.template)
    if (!definition || !item.templateData) return item
    const { userResources } = item.templateData
    const changed = withPicture(definition, userResources, picture)
    if (changed === userResources) return item
    return {
      ...item,
      version: item.version + 1,
      templateData: { ...item.templateData, userResources: changed },
      sceneHash: null,
      preview: null,
    }
  })
}

/** The resources with the picture in every slot that accepts it; the same array if none does. */
function withPicture(definition: TemplateDefinition, resources: Resource[], picture: FillPicture): Resource[] {
  return imageSlots(definition).reduce((changed, { fullId, layer }) => {
    if (layer.disableEdit || findRefusal(layer.rules, picture)) return changed
    return withResource(changed, { fullId, type: 'IMAGE', image: placePicture(definition, layer, picture) })
  }, resources)
}
