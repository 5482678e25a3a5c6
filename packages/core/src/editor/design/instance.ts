import { inLanguage } from '../../schemas.ts'
import { fullIdOf, type ImageLayer, type TemplateDefinition, type TextLayer } from '../../template/definition.ts'
import type { DesignContent, ImageResource, Resource, TextResource } from '../../template/design.ts'
import { completeParts, isComplete as isDesignComplete } from '../../template/slots.ts'
import { sortByReadingOrder } from './readingOrder.ts'

/** The editor as data: a template, the customer's content, and the current screen. */

// 001 §2.4: the sub-screens
export type EditorScreen =
  | 'main'
  | 'image'
  | 'select-image'
  | 'text'
  | 'select-text'
  | 'year'
  | 'templates'
  | 'preview'
  | 'buy'

/** What actions change and undo restores. Never mutated. */
export type Content = {
  readonly resources: Readonly<Record<string, Resource>>
  readonly year: number | null
}

/** One undoable step: the state before it. Actions of one gesture, such as a drag, are one step. */
export type Step = {
  readonly act: string
  readonly gesture: string | null
  readonly before: Content
  /** The template of the content. */
  readonly definition: TemplateDefinition
}
export type History = { readonly past: readonly Step[]; readonly future: readonly Step[] }

export type EditorInstance = {
  readonly definition: TemplateDefinition
  readonly product: string
  readonly subject: string | null
  readonly content: Content
  readonly currentPart: string
  /** The slot being edited. */
  readonly currentResource: string | null
  readonly menu: EditorScreen
  /** Whether something was changed that a customer would miss. */
  readonly dirty: boolean
  readonly history: History
  /** The state when the sub-screen was opened, which Cancel restores. */
  readonly saved: ScreenSnapshot | null
}

/** What Cancel of a sub-screen restores. */
export type ScreenSnapshot = {
  readonly content: Content
  readonly definition: TemplateDefinition
  readonly history: History
  readonly dirty: boolean
}

export type Slot = {
  readonly fullId: string
  readonly part: string
  readonly editable: boolean
  /** Its name, the same for slots of the same name; empty if the template has none. */
  readonly name: string
  /** Its number among the slots of the same name on this part, in reading order, and how many there are. */
  readonly number: number
  readonly of: number
} & ({ readonly kind: 'image'; readonly layer: ImageLayer } | { readonly kind: 'text'; readonly layer: TextLayer })

const noHistory: History = { past: [], future: [] }

export function createInstance(
  definition: TemplateDefinition,
  product: string,
  subject: string | null,
  content: Content,
): EditorInstance {
  return {
    definition,
    product,
    subject,
    content,
    currentPart: definition.parts[0]?.id ?? '',
    currentResource: null,
    menu: 'main',
    dirty: false,
    history: noHistory,
    saved: null,
  }
}

export function contentOf(resources: readonly Resource[], year: number | null): Content {
  return { resources: Object.fromEntries(resources.map((resource) => [resource.fullId, resource])), year }
}

/** The instance with another content and its template; on the first part if the current one no longer exists. */
export function withContent(
  instance: EditorInstance,
  { content, definition }: Pick<EditorInstance, 'content' | 'definition'>,
): EditorInstance {
  const { parts } = definition
  const isThere = parts.some(({ id }) => id === instance.currentPart)
  return {
    ...instance,
    content,
    definition,
    currentPart: isThere ? instance.currentPart : (parts[0]?.id ?? ''),
  }
}

/** The design as it is shown, laid out and bought; its resources are in the template's order. */
export function designOf({ definition, subject, content }: EditorInstance): DesignContent {
  const resources = definition.parts.flatMap((part) =>
    part.layers.flatMap((layer) => {
      const resource = 'id' in layer ? content.resources[fullIdOf(part.id, layer.id)] : undefined
      return resource ? [visibleResource(resource)] : []
    }),
  )
  return {
    template: { uuid: definition.uuid, version: definition.version },
    subject,
    resources,
    ...(content.year === null ? {} : { year: content.year }),
  }
}

/** Leaves out withheld pictures. */
function visibleResource(resource: Resource): Resource {
  if (!('withheld' in resource)) return resource
  const { withheld: _, ...visible } = resource
  return visible
}

/** The slots of a part in the template's order, including those that cannot be edited. */
export function slotsOf(definition: TemplateDefinition, partId: string, language: string): Slot[] {
  const part = definition.parts.find(({ id }) => id === partId)
  const slots = (part?.layers ?? []).flatMap((layer) => {
    if (layer.kind !== 'image' && layer.kind !== 'text') return []
    const name = layer.names ? inLanguage(layer.names, language) : ''
    return [{ fullId: fullIdOf(partId, layer.id), part: partId, editable: !layer.disableEdit, name, layer }]
  })
  return slots.map((slot) => {
    const alike = sortByReadingOrder(
      slots.filter((other) => other.layer.kind === slot.layer.kind && other.name === slot.name),
    )
    return { ...slot, kind: slot.layer.kind, number: alike.indexOf(slot) + 1, of: alike.length } as Slot
  })
}

/** The editable slots of one kind, as numbered on the card and in their list: in reading order. */
export function numberedSlots(
  definition: TemplateDefinition,
  partId: string,
  language: string,
  kind: Slot['kind'],
): Slot[] {
  const { foldAt, parts } = definition
  const slots = slotsOf(definition, partId, language).filter((slot) => slot.kind === kind && slot.editable)
  const first = parts[0]?.id === partId ? 'right' : 'left'
  return sortByReadingOrder(slots, foldAt === undefined ? undefined : { at: foldAt, first })
}

/** One slot by its full id. */
export function slotOf(definition: TemplateDefinition, fullId: string, language = 'en'): Slot | undefined {
  const part = definition.parts.find(({ id }) => fullId.startsWith(`${id}.`))
  return part && slotsOf(definition, part.id, language).find((slot) => slot.fullId === fullId)
}

export function imageOf(content: Content, fullId: string): NonNullable<ImageResource['image']> | null {
  const resource = content.resources[fullId]
  return resource?.type === 'IMAGE' ? resource.image : null
}

export function textOf(content: Content, fullId: string): TextResource | null {
  const resource = content.resources[fullId]
  return resource?.type === 'STRING' ? resource : null
}

/** Whether every picture slot of the part has a picture; texts may be empty. */
export function isPartComplete(instance: EditorInstance, partId: string): boolean {
  return completeParts(instance.definition, designOf(instance)).has(partId)
}

/** The first picture slot without a picture, on any part. */
export function firstEmptySlot({ definition, content }: EditorInstance): string | undefined {
  const slots = definition.parts.flatMap((part) => slotsOf(definition, part.id, 'en'))
  return slots.find((slot) => slot.kind === 'image' && slot.editable && !imageOf(content, slot.fullId))?.fullId
}

/** Whether the design can be ordered. */
export function isComplete(instance: EditorInstance): boolean {
  return isDesignComplete(instance.definition, designOf(instance))
}

/** The instance with another resource in a slot. */
export function setResource(instance: EditorInstance, resource: Resource): EditorInstance {
  const content: Content = {
    ...instance.content,
    resources: { ...instance.content.resources, [resource.fullId]: resource },
  }
  return { ...instance, content }
}
