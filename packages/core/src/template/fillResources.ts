import { FAVORITE, type FaceRectangle } from '../jobs/picture.ts'
import { defaultCrop } from './crop.ts'
import type { ImageLayer, TemplateDefinition } from './definition.ts'
import type { ImageResource, Resource, TextResource } from './design.ts'
import { findRefusal, type RulePicture } from './imageRules.ts'
import { displayText, type SubjectNames, textStyleOf } from './layOut.ts'
import { fitSize } from './paragraph.ts'
import type { Shaper } from './shaper.ts'
import { imageSlots, type Slot, safeBox, textSlots } from './slots.ts'
import { isDate } from './year.ts'

/** A picture that a template can be filled with. */
export type FillPicture = RulePicture & {
  readonly uuid: string
  readonly keywords: readonly string[]
  readonly face?: FaceRectangle | undefined
  /** What a cut-out stands before as long as nobody has chosen, null for white; missing where the picture is none. */
  readonly background?: string | null | undefined
}

/** Whose design it is going to be. */
export type FillSubject = SubjectNames & { readonly pictures: readonly FillPicture[] }

/**
 * The resources of a new design: every slot gets one of the subject's pictures that its rules allow, the favourite in the
 * largest slot and no picture twice while another is left; names stand in their slots, small enough to fit.
 * Years and months are left to follow the design's own.
 */
export function fillResources(
  definition: TemplateDefinition,
  subject: FillSubject,
  options: { language: string; shaper?: Shaper },
): Resource[] {
  return [...fillImages(definition, subject.pictures), ...fillTexts(definition, subject, options)]
}

/** The picture in a slot as it is put in first: upright, in its own colours, with the default crop. */
export function placePicture(
  definition: TemplateDefinition,
  layer: ImageLayer,
  picture: FillPicture,
): NonNullable<ImageResource['image']> {
  const { uuid, width, height, face, background } = picture
  const cropRect = defaultCrop({ width, height }, layer.box, {
    safe: safeBox(definition),
    rotation: layer.rotation ?? 0,
    ...(face ? { face } : {}),
  })
  const image = { uuid, width, height, rotation: 0, cropRect, overrideEffect: 'original' } as const
  return background === undefined ? image : { ...image, background }
}

function fillImages(definition: TemplateDefinition, pictures: readonly FillPicture[]): ImageResource[] {
  const slots = imageSlots(definition)
  const used = new Map<string, number>()
  const chosen = new Map<string, FillPicture>()
  for (const { fullId, layer } of byWeight(definition, slots)) {
    const allowed = candidates(layer, pictures)
    const least = Math.min(...allowed.map(({ uuid }) => used.get(uuid) ?? 0))
    const picture = allowed.find(({ uuid }) => (used.get(uuid) ?? 0) === least)
    if (!picture) continue
    used.set(picture.uuid, least + 1)
    chosen.set(fullId, picture)
  }
  return slots.map(({ fullId, layer }) => {
    const picture = chosen.get(fullId)
    return { fullId, type: 'IMAGE', image: picture ? placePicture(definition, layer, picture) : null }
  })
}

/** What may stand in a slot, the favourite first; group pictures only where the rules ask for them or nothing else is there. */
function candidates({ rules }: ImageLayer, pictures: readonly FillPicture[]): FillPicture[] {
  const rank = ({ keywords }: FillPicture) => (keywords.includes(FAVORITE) ? 0 : 1)
  const allowed = pictures
    .filter((picture) => findRefusal(rules, picture) === null)
    .sort((one, other) => rank(one) - rank(other))
  const single = allowed.filter(({ pictureType }) => pictureType !== 'GP')
  return single.length === 0 || rules?.pictureTypes?.includes('GP') ? allowed : single
}

/** The slots part by part, in each the largest first. */
function byWeight({ parts }: TemplateDefinition, slots: Slot<ImageLayer>[]): Slot<ImageLayer>[] {
  const area = ({ layer }: Slot<ImageLayer>) => layer.box.width * layer.box.height
  return [...slots].sort((one, other) => parts.indexOf(one.part) - parts.indexOf(other.part) || area(other) - area(one))
}

/** The texts of a new design: what the template says or is filled with, small enough to fit. */
export function fillTexts(
  definition: TemplateDefinition,
  names: SubjectNames,
  { language, shaper }: { language: string; shaper?: Shaper },
): TextResource[] {
  const content = {
    template: { uuid: definition.uuid, version: definition.version },
    subject: null,
    resources: [],
  }
  return textSlots(definition).flatMap(({ fullId, layer }): TextResource[] => {
    if (isDate(layer)) return []
    const text = displayText(fullId, { ...layer, uppercase: false }, content, { names, language })
    const resource: TextResource = { fullId, type: 'STRING', text }
    if (!shaper) return [resource]
    const shown = layer.uppercase ? text.toUpperCase() : text
    const size = fitSize(shown, textStyleOf(layer, undefined), shaper)
    return [size === layer.size ? resource : { ...resource, overrideSize: size }]
  })
}
