import type { DesignContent, ImageResource, Resource } from '../../template/design.ts'
import { withoutPictures } from '../../template/slots.ts'
import { type Content, designOf, type EditorInstance } from './instance.ts'

/**
 * Pictures that were chosen and may not be seen now, as of a job that is withdrawn: each stays where it was chosen, its place is
 * shown empty, and it is there again when it may be seen again.
 */

type Image = NonNullable<ImageResource['image']>

/** The picture that was chosen for a place, whether it may be seen or not. */
export function chosenPicture(resource: Resource): Image | null {
  if (resource.type !== 'IMAGE') return null
  return resource.image ?? ('withheld' in resource ? (resource.withheld as Image) : null)
}

/** The instance in which exactly these pictures are withheld; the very same where they are already. */
export function withholdPictures(instance: EditorInstance, pictures: ReadonlySet<string>): EditorInstance {
  const content = contentWithholding(instance.content, pictures)
  const { saved } = instance
  // Cancel has nothing to ask where nothing was done.
  const before = saved?.content === instance.content ? content : saved && contentWithholding(saved.content, pictures)
  if (content === instance.content && before === (saved?.content ?? null)) return instance
  return { ...instance, content, saved: saved && before ? { ...saved, content: before } : saved }
}

function contentWithholding(content: Content, pictures: ReadonlySet<string>): Content {
  const changed = Object.entries(content.resources).flatMap(([fullId, resource]) => {
    const picture = chosenPicture(resource)
    if (!picture || pictures.has(picture.uuid) === isWithheld(resource)) return []
    return [[fullId, pictures.has(picture.uuid) ? withheldOf(fullId, picture) : shownOf(fullId, picture)] as const]
  })
  if (changed.length === 0) return content
  return { ...content, resources: { ...content.resources, ...Object.fromEntries(changed) } }
}

const shownOf = (fullId: string, image: Image): ImageResource => ({ fullId, type: 'IMAGE', image })
const withheldOf = (fullId: string, withheld: Image): ImageResource & { withheld: Image } => ({
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

/** The design as it is kept, with all that was chosen; but for the pictures that the server does not keep any more. */
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

/** Whether two designs are kept alike. Resources are never changed in place, so that nothing has to be written out. */
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

/** The pictures that were chosen, by uuid. */
export function pictureIds({ resources }: Pick<DesignContent, 'resources'>): string[] {
  return resources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image.uuid] : []))
}

/** A design without these pictures, as it may be shown. */
export function withoutPicturesInDesign(content: DesignContent, pictures: readonly string[]): DesignContent {
  return pictures.length === 0 ? content : { ...content, resources: withoutPictures(content.resources, pictures) }
}
