import type { DesignContent, Resource } from '../template/design.ts'
import type { ShownScene } from '../template/scene.ts'
import { canonicalJson } from '../template/sceneHash.ts'
import { imageIn, textIn, withResource, withStyleOf } from '../template/slots.ts'
import type { ChosenItem, PackageContent, PackageInstance, PackageItem } from './contract.ts'

/** The choice for an item, as sent to the server. */
export function toChosenItem(item: PackageItem): ChosenItem {
  const { uuid, version, subject, template, templateData, sceneHash } = item
  return {
    uuid,
    version,
    subject: subject?.uuid ?? null,
    ...(template ? { template: { uuid: template.uuid, version: template.version } } : {}),
    ...(templateData ? { templateData } : {}),
    ...(sceneHash === null ? {} : { sceneHash }),
  }
}

type PackageWithSubject = Pick<PackageInstance, 'uuid' | 'packageItems'> & { subject: { uuid: string } | null }

/** A package as it is saved. */
export function packageContentOf({ uuid, subject, packageItems }: PackageWithSubject): PackageContent {
  return { package: { uuid }, subject: subject?.uuid ?? null, packageItems: packageItems.map(withoutHash) }
}

/** Whether two packages have the same content, however often their items were changed and changed back. */
export function isSamePackage(one: PackageContent, other: PackageContent): boolean {
  return canonicalJson(withoutVersions(one)) === canonicalJson(withoutVersions(other))
}

function withoutVersions({ packageItems, ...content }: PackageContent): object {
  return { ...content, packageItems: packageItems.map(({ version: _, ...item }) => item) }
}

/** An item with another design, and its scene if it is known. */
export function withDesign(item: PackageItem, design: DesignContent, scene: ShownScene | null): PackageItem {
  if (!item.template) return item
  const { template, resources, year = null } = design
  return {
    ...item,
    version: item.version + 1,
    template: { ...item.template, ...template },
    templateData: { userResources: resources, year },
    preview: scene,
    sceneHash: null,
  }
}

/** Only the cart needs a scene's hash. */
function withoutHash(item: PackageItem): ChosenItem {
  const { sceneHash: _, ...rest } = toChosenItem(item)
  return rest
}

/** The pictures on an item. */
export function picturesOnItem(resources: readonly Resource[]): Set<string> {
  return new Set(resources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image.uuid] : [])))
}

/** A package's items: as they are filled now, as they were filled before the login, and as the visitor left them. */
type Merge = Readonly<Record<'filled' | 'filledBefore' | 'made', readonly ChosenItem[]>>

/** The items that are filled now, with the texts and pictures that the visitor has changed. */
export function mergeDesigns({ filled, filledBefore, made }: Merge): ChosenItem[] {
  return filled.map((item) => {
    const before = made.find(({ uuid }) => uuid === item.uuid)
    if (!item.templateData || before?.template?.uuid !== item.template?.uuid) return item
    const untouched = filledBefore.find(({ uuid }) => uuid === item.uuid)?.templateData?.userResources ?? []
    const { userResources, year } = item.templateData
    const resources = (before?.templateData?.userResources ?? []).reduce<Resource[]>((merged, own) => {
      const changed = ownResource(own, { filled: userResources, untouched })
      return changed ? withResource(merged, changed) : merged
    }, userResources)
    return { ...item, templateData: { userResources: resources, year: before?.templateData?.year ?? year } }
  })
}

/** What a visitor has made of a slot; undefined if it is empty, or is gone from the design. */
function ownResource(
  own: Resource,
  { filled, untouched }: Record<'filled' | 'untouched', readonly Resource[]>,
): Resource | undefined {
  if (own.type === 'IMAGE') return own.image && imageIn(filled, own.fullId) ? own : undefined
  if (own.text === '') return undefined
  const isUntouched = own.text === textIn(untouched, own.fullId)?.text
  const newText = textIn(filled, own.fullId)
  return isUntouched && newText ? withStyleOf(own, newText) : own
}
