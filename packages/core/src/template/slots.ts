import type { Box, ImageLayer, Part, TemplateDefinition, TextLayer } from './definition.ts'
import { fullIdOf } from './definition.ts'
import type { DesignContent, ImageResource, Resource, TextResource } from './design.ts'

/** A slot for a picture or a text, with the name of its resource. */
export type Slot<L> = { fullId: string; part: Part; layer: L }

/** The slots for pictures, part by part, in the order in which they are painted. */
export function imageSlots(definition: TemplateDefinition): Slot<ImageLayer>[] {
  return slots(definition, (layer) => (layer.kind === 'image' ? layer : null))
}

/** The slots for texts, part by part, in the order in which they are painted. */
export function textSlots(definition: TemplateDefinition): Slot<TextLayer>[] {
  return slots(definition, (layer) => (layer.kind === 'text' ? layer : null))
}

function slots<L extends ImageLayer | TextLayer>(
  { parts }: TemplateDefinition,
  take: (layer: Part['layers'][number]) => L | null,
): Slot<L>[] {
  return parts.flatMap((part) =>
    part.layers.flatMap((each) => {
      const layer = take(each)
      return layer ? [{ fullId: fullIdOf(part.id, layer.id), part, layer }] : []
    }),
  )
}

export function imageIn(resources: readonly Resource[], fullId: string): ImageResource | undefined {
  return resources.find((each): each is ImageResource => each.type === 'IMAGE' && each.fullId === fullId)
}

export function textIn(resources: readonly Resource[], fullId: string): TextResource | undefined {
  return resources.find((each): each is TextResource => each.type === 'STRING' && each.fullId === fullId)
}

/** The resources with one added, or replacing the one with the same name. */
export function withResource(resources: readonly Resource[], resource: Resource): Resource[] {
  const known = resources.some((each) => each.fullId === resource.fullId)
  return known ? resources.map((each) => (each.fullId === resource.fullId ? resource : each)) : [...resources, resource]
}

/** A filled text in the style of another one; that one's size was for another text. */
export function withStyleOf({ overrideSize: _size, ...style }: TextResource, filled: TextResource): TextResource {
  return { ...style, ...filled }
}

/** The resources without these pictures: their slots become empty. */
export function withoutPictures(resources: readonly Resource[], pictures: readonly string[]): Resource[] {
  const isOne = (each: Resource) => each.type === 'IMAGE' && each.image !== null && pictures.includes(each.image.uuid)
  return resources.map((each) => (each.type === 'IMAGE' && isOne(each) ? { ...each, image: null } : each))
}

/** The parts with a picture in every slot. Texts may be empty, so they never prevent an order. */
export function completeParts(
  definition: TemplateDefinition,
  { resources }: Pick<DesignContent, 'resources'>,
): Set<string> {
  const open = imageSlots(definition).filter(({ fullId }) => !imageIn(resources, fullId)?.image)
  const openParts = new Set(open.map(({ part }) => part.id))
  return new Set(definition.parts.map(({ id }) => id).filter((id) => !openParts.has(id)))
}

/** Whether a design can be ordered. */
export function isComplete(definition: TemplateDefinition, content: Pick<DesignContent, 'resources'>): boolean {
  return completeParts(definition, content).size === definition.parts.length
}

/** The area in which faces and texts are safe from the cutter's tolerance. */
export function safeBox({ trimBox, safe }: Pick<TemplateDefinition, 'trimBox' | 'safe'>): Box {
  return { x: safe, y: safe, width: trimBox.width - 2 * safe, height: trimBox.height - 2 * safe }
}
