import type { DesignContent, ImageResource, Resource } from '../../template/design.ts'
import { withoutPictures } from '../../template/slots.ts'
import { type Content, designOf, type EditorInstance } from './instance.ts'

/**
 * Chosen pictures that may not be seen now, such as those of a withdrawn job: each stays chosen, its place is shown empty, and
 * it reappears when it may be seen again.
 */

type Image = NonNullable<ImageResource['image']>

/** The picture chosen for a place, whether it may be seen or not. */
export function chosenPicture(resource: Resource): Image | null {
  if (resource.type !== 'IMAGE') return null
  return resource.image ?? ('withheld' in resource ? (resource.withheld as Image) : null)
}

/** The instance in which exactly these pictures are withheld; the same instance if they already are. */
export function withholdPictures(instance: EditorInstance, pictures: ReadonlySet<string>): EditorInstance {
  const content = contentWithholding(instance.content, pictures)
  const { saved } = instance
  // Without changes of the customer, Cancel must not ask.
  const before = saved?.content === instance.content ? content : saved && contentWithholding(saved.content, pictures)
  if (content === instance.content && before === (saved?.content ?? null)) return instance
  return { ...instance, content, saved: saved && before ? { ...saved, content: before } : saved }
}

function contentWithholding(content: Content, pictures: ReadonlySet<string>): Content {
  const changed = Object.entries(content.resources).flatMap(([fullId, resource]) => {
    const picture = chosenPicture(resource)
    if (!picture || pictures.has(picture.uuid) === isWithheld(resource)) return []
    return [
      [fullId, pictures.has(picture.uuid) ? withheldImage(fullId, picture) : visibleImage(fullId, picture)] as const,
    ]
  })
  if (changed.length === 0) return content
  return { ...content, resources: { ...content.resources, ...Object.fromEntries(changed) } }
}

const visibleImage = (fullId: string, image: Image): ImageResource => ({ fullId, type: 'IMAGE', image })
const withheldImage = (fullId: string, withheld: Image): ImageResource & { withheld: Image } => ({
  fullId,
  type: 'IMAGE',
  image: null,
  withheld,
})
const isWithheld = (resource: Resource) => 'withheld' in resource

/** Whether a place is empty because its picture may not be seen now. */
export function hasWithheldPictures({ content }: Pick<EditorInstance, 'content'>): boolean {
  return Object.values(content.resources).some(isWithheld)
}

/** The design as it is saved, with all chosen pictures, except those that the server no longer stores. */
export function savedDesignOf(instance: EditorInstance, gone: ReadonlySet<string> = new Set()): DesignContent {
  const design = designOf(instance)
  const resources = design.resources.map((resource): Resource => {
    const picture = chosenPicture(instance.content.resources[resource.fullId] ?? resource)
    return resource.type === 'IMAGE' && !resource.image && picture && !gone.has(picture.uuid)
      ? { ...resource, image: picture }
      : resource
  })
  return { ...design, resources }
}

/** Whether two designs would be saved alike. Resources are never mutated, so they need not be serialised. */
export function isSameSavedDesign(one: EditorInstance, other: EditorInstance): boolean {
  const [here, there] = [one.content, other.content]
  if (here === there && one.definition === other.definition) return true
  const isSameTemplate =
    one.definition.uuid === other.definition.uuid && one.definition.version === other.definition.version
  if (!isSameTemplate || here.year !== there.year) return false
  const all = new Set([...Object.keys(here.resources), ...Object.keys(there.resources)])
  return [...all].every((fullId) => isAlike(here.resources[fullId], there.resources[fullId]))
}

function isAlike(one: Resource | undefined, other: Resource | undefined): boolean {
  if (one === other) return true
  const picture = one && chosenPicture(one)
  return picture != null && other !== undefined && picture === chosenPicture(other)
}

/** The chosen pictures, by uuid. */
export function pictureIds({ resources }: Pick<DesignContent, 'resources'>): string[] {
  return resources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image.uuid] : []))
}

/** A design without these pictures, as it may be shown. */
export function withoutPicturesInDesign(content: DesignContent, pictures: readonly string[]): DesignContent {
  return pictures.length === 0 ? content : { ...content, resources: withoutPictures(content.resources, pictures) }
}
