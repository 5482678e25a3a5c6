import { fitCrop, rotatedSize } from '../../template/crop.ts'
import type { ImageLayer, TemplateDefinition, TextLayer } from '../../template/definition.ts'
import type { DesignContent, ImageResource, Resource, TextResource } from '../../template/design.ts'
import { type FillPicture, placePicture } from '../../template/fillResources.ts'
import { findRefusal } from '../../template/imageRules.ts'
import { displayText, type LayoutSetting, textStyleOf } from '../../template/layOut.ts'
import { imageSlots, type Slot, textSlots } from '../../template/slots.ts'
import { clampYear, hasYear } from '../../template/year.ts'
import { type Content, contentOf, designOf, type EditorInstance, textOf } from './instance.ts'
import { chosenPicture } from './withheldPictures.ts'

/** A template that replaces another one, filled as for a new design. */
export type FilledTemplate = {
  readonly definition: TemplateDefinition
  readonly resources: readonly Resource[]
  readonly year: number | null
}

export type CarryOverInput = {
  readonly fresh: FilledTemplate
  /** The picture with a uuid; an unknown one is not carried over. */
  readonly pictureOf: (uuid: string) => FillPicture | undefined
  readonly setting: LayoutSetting
  readonly thisYear: number
}

type Image = NonNullable<ImageResource['image']>

/**
 * A customer's work in another template: every picture that a slot there accepts, first in the slot of the same name, then in
 * order; typed texts likewise. Slots that are left over are filled as in a new design.
 */
export function carryOverContent(instance: EditorInstance, carry: CarryOverInput): Content {
  const { fresh, thisYear } = carry
  const images = new Map(imagesFrom(instance, carry))
  const made = new Map<string, Resource>([...images, ...unusedPictures(images, carry), ...textsFrom(instance, carry)])
  const resources = fresh.resources.map((resource) => made.get(resource.fullId) ?? resource)
  const requestedYear = instance.content.year ?? fresh.year
  const year =
    requestedYear === null || !hasYear(fresh.definition) ? null : clampYear(fresh.definition, requestedYear, thisYear)
  return contentOf(resources, year)
}

/** Assigns each place one of the remaining things: the one with the same name first, then the first that it accepts. */
function matchSlots<Place extends { fullId: string }, Thing extends { fullId: string }>(
  places: readonly Place[],
  things: readonly Thing[],
  takes: (place: Place, thing: Thing) => boolean,
): [Place, Thing][] {
  const left = new Set(things)
  const found = new Map<Place, Thing>()
  for (const suits of [(place: Place, thing: Thing) => place.fullId === thing.fullId, () => true]) {
    for (const place of places) {
      const thing = found.has(place) ? undefined : [...left].find((one) => suits(place, one) && takes(place, one))
      if (!thing) continue
      left.delete(thing)
      found.set(place, thing)
    }
  }
  return [...found]
}

function imagesFrom(instance: EditorInstance, { fresh, pictureOf }: CarryOverInput): [string, ImageResource][] {
  const things = imageSlots(instance.definition).flatMap(({ fullId, layer }) => {
    const resource = layer.disableEdit ? undefined : instance.content.resources[fullId]
    const image = resource ? chosenPicture(resource) : null
    const picture = image && pictureOf(image.uuid)
    return picture ? [{ fullId, layer, image, picture }] : []
  })
  const places = imageSlots(fresh.definition).filter(({ layer }) => !layer.disableEdit)
  const takes = ({ layer }: Slot<ImageLayer>, { picture }: (typeof things)[number]) =>
    !findRefusal(layer.rules, picture)
  return matchSlots(places, things, takes).map(([{ fullId, layer }, thing]) => {
    const image = movePicture(thing, instance.definition, { definition: fresh.definition, layer })
    return [fullId, { fullId, type: 'IMAGE', image }]
  })
}

/** Fills the remaining slots without repeating a carried-over picture while an unused one is left. */
function unusedPictures(
  images: ReadonlyMap<string, ImageResource>,
  { fresh, pictureOf }: CarryOverInput,
): Map<string, Resource> {
  const used = new Set([...images.values()].map(({ image }) => image?.uuid))
  const offered = fresh.resources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image.uuid] : []))
  const found = new Map<string, Resource>()
  for (const { fullId, layer } of imageSlots(fresh.definition)) {
    const own = fresh.resources.find((each) => each.fullId === fullId)
    if (images.has(fullId) || own?.type !== 'IMAGE' || !own.image) continue
    const free = [own.image.uuid, ...offered].find((uuid) => {
      const picture = used.has(uuid) ? undefined : pictureOf(uuid)
      return picture && !findRefusal(layer.rules, picture)
    })
    used.add(free)
    const picture = free && free !== own.image.uuid ? pictureOf(free) : undefined
    if (picture) found.set(fullId, { fullId, type: 'IMAGE', image: placePicture(fresh.definition, layer, picture) })
  }
  return found
}

/** A picture in another slot: an unchanged default crop is recomputed, any other one keeps its middle. */
function movePicture(
  { image, layer, picture }: { image: Image; layer: ImageLayer; picture: FillPicture },
  from: TemplateDefinition,
  to: { definition: TemplateDefinition; layer: ImageLayer },
): Image {
  const before = placePicture(from, layer, picture)
  const isUntouched = image.rotation === 0 && isSameCrop(image.cropRect, before.cropRect)
  const cropRect = isUntouched
    ? placePicture(to.definition, to.layer, picture).cropRect
    : fitCrop(image.cropRect, rotatedSize(image, image.rotation), to.layer.box)
  return { ...image, cropRect }
}

function isSameCrop(one: Image['cropRect'], other: Image['cropRect']): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((edge) => Math.abs(one[edge] - other[edge]) < 0.5)
}

function textsFrom(instance: EditorInstance, { fresh, setting }: CarryOverInput): [string, TextResource][] {
  const content = designOf(instance)
  const things = textSlots(instance.definition).flatMap(({ fullId, layer }) => {
    const text = layer.disableEdit ? null : textOf(instance.content, fullId)
    return text && isWritten(text, layer, content, setting) ? [{ fullId, layer, text }] : []
  })
  const places = textSlots(fresh.definition).filter(({ layer }) => !layer.disableEdit)
  const takes = ({ layer }: Slot<TextLayer>, { layer: from }: { layer: TextLayer }) => layer.fill === from.fill
  return matchSlots(places, things, takes).map(([{ fullId, layer }, thing]) => [fullId, moveText(fullId, layer, thing)])
}

/** Whether the customer has typed a text or changed its style. */
function isWritten(text: TextResource, layer: TextLayer, content: DesignContent, setting: LayoutSetting): boolean {
  const plain = { ...layer, uppercase: false }
  const own = displayText(text.fullId, plain, { ...content, resources: [] }, setting)
  const style = text.overrideFamily ?? text.overrideColor ?? text.overrideHorizontalAlign
  return style !== undefined || text.text.trim() !== own
}

/** A text in another slot, with its style but in the size of its new place. */
function moveText(
  fullId: string,
  layer: TextLayer,
  { text, layer: from }: { text: TextResource; layer: TextLayer },
): TextResource {
  const style = textStyleOf(from, text)
  return {
    fullId,
    type: 'STRING',
    text: text.text,
    ...(text.overrideFamily && style.family !== layer.family ? { overrideFamily: style.family } : {}),
    ...(text.overrideColor && style.color !== layer.color ? { overrideColor: style.color } : {}),
    ...(text.overrideHorizontalAlign && style.horizontalAlign !== layer.horizontalAlign
      ? { overrideHorizontalAlign: style.horizontalAlign }
      : {}),
  }
}
