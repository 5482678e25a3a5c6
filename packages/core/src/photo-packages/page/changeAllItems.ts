import { editor } from '../../editor/contract.ts'
import type { PictureSet } from '../../picture-sets/contract.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import { templates } from '../../template/contract.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import { changeAllPictures } from '../changeAllPictures.ts'
import type { PackageItem } from '../contract.ts'
import { updateSubjectTexts } from '../updateSubjectTexts.ts'

/** Applies one picture to all items (PKG-4), fetching the package's templates only once. Throws ShopError. */
export function createChangeAllItems(shop: Shop) {
  const definitions = new Map<string, TemplateDefinition>()
  const keyOf = ({ uuid, version }: Template) => `${uuid} ${version}`
  const known = (template: Template) => definitions.get(keyOf(template))

  async function fetchTemplate(template: Template): Promise<void> {
    const { uuid, version } = template
    definitions.set(keyOf(template), await shop.call(templates.byUuidAndVersion, { uuid, version: String(version) }))
  }

  return async (items: readonly PackageItem[], picture: FillPicture): Promise<PackageItem[]> => {
    const needed = items.flatMap(({ template }) => (template && !known(template) ? [template] : []))
    const once = new Map(needed.map((template) => [keyOf(template), template]))
    await Promise.all([...once.values()].map(fetchTemplate))
    return changeItems(shop, items, picture, known)
  }
}

type Template = { uuid: string; version: number }

/**
 * The items with one picture on all of them. If it shows another child than the item's, the child's name is applied too. Items
 * that refuse the picture are the same objects. Throws ShopError.
 */
async function changeItems(
  shop: Shop,
  items: readonly PackageItem[],
  picture: FillPicture,
  definitionOf: (template: Template) => TemplateDefinition | undefined,
): Promise<PackageItem[]> {
  const { sets } = shop.part(createPictureSets).state
  const has = ({ pictures }: PictureSet) => pictures.some(({ uuid }) => uuid === picture.uuid)
  const changed = changeAllPictures(items, picture, definitionOf)
  return Promise.all(
    changed.map(async (item, index) => {
      const definition = item.template && definitionOf(item.template)
      if (item === items[index] || !item.template || !definition || !item.subject) return item
      // A picture of several sets, such as one of the class, counts as the item's own.
      const own = sets.find(({ subject }) => subject.uuid === item.subject?.uuid)
      const subject = own && !has(own) ? sets.find(has)?.subject : undefined
      if (!subject) return item
      const { userResources } = await shop.call(editor.fillTemplate, {
        template: { uuid: item.template.uuid },
        subject: { uuid: subject.uuid },
      })
      return updateSubjectTexts(item, definition, { subject, filled: userResources })
    }),
  )
}
