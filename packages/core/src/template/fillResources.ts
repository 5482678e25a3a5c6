import { FAVORITE, type FaceRectangle } from '../jobs/picture.ts'
import { defaultCrop } from './crop.ts'
import type { ImageLayer, TemplateDefinition } from './definition.ts'
import type { ImageResource, Resource, TextResource } from './design.ts'
import { fitSize } from './fitText.ts'
import { findRefusal, type RulePicture } from './imageRules.ts'
import { displayText, type SubjectNames, textStyleOf } from './layOut.ts'
import type { Shaper } from './shaper.ts'
import { imageSlots, type Slot, safeBox, textSlots } from './slots.ts'
import { isDate } from './year.ts'

/** A picture for filling a template. */
export type FillPicture = RulePicture & {
  readonly uuid: string
  readonly keywords: readonly string[]
  readonly face?: FaceRectangle | undefined
  /**
   * The default background of a cut-out until the customer chooses one, null for white; missing if the picture is not a cut-out.
   */
  readonly background?: string | null | undefined
}

/** The subject of the new design. */
export type FillSubject = SubjectNames & { readonly pictures: readonly FillPicture[] }

/**
 * The resources of a new design. Every slot gets one of the subject's pictures that its rules allow: the favourite goes into
 * the largest slot, and no picture is used twice while another one is unused. Names are filled in, small enough to fit. Years
 * and months follow the design's year.
 */
export function fillResources(
  definition: TemplateDefinition,
  subject: FillSubject,
  options: { language: string; shaper?: Shaper },
): Resource[] {
  return [...fillImages(definition, subject.pictures), ...fillTexts(definition, subject, options)]
}

/** The initial state of a picture in a slot: upright, in its own colours, with the default crop. */
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
  const assigned = new Map<string, FillPicture>()
  for (const { fullId, layer } of byWeight(definition, slots)) {
    const allowed = candidates(layer, pictures)
    const minUses = Math.min(...allowed.map(({ uuid }) => used.get(uuid) ?? 0))
    const picture = allowed.find(({ uuid }) => (used.get(uuid) ?? 0) === minUses)
    if (!picture) continue
    used.set(picture.uuid, minUses + 1)
    assigned.set(fullId, picture)
  }
  return slots.map(({ fullId, layer }) => {
    const picture = assigned.get(fullId)
    return { fullId, type: 'IMAGE', image: picture ? placePicture(definition, layer, picture) : null }
  })
}

/** The candidates for a slot, the favourite first; group pictures only if the rules require them or there is nothing else. */
function candidates({ rules }: ImageLayer, pictures: readonly FillPicture[]): FillPicture[] {
  const rank = ({ keywords }: FillPicture) => (keywords.includes(FAVORITE) ? 0 : 1)
  const allowed = pictures
    .filter((picture) => findRefusal(rules, picture) === null)
    .sort((one, other) => rank(one) - rank(other))
  const single = allowed.filter(({ pictureType }) => pictureType !== 'GP')
  return single.length === 0 || rules?.pictureTypes?.includes('GP') ? allowed : single
}

/** The slots part by part, the largest first in each. */
function byWeight({ parts }: TemplateDefinition, slots: Slot<ImageLayer>[]): Slot<ImageLayer>[] {
  const area = ({ layer }: Slot<ImageLayer>) => layer.box.width * layer.box.height
  return [...slots].sort((one, other) => parts.indexOf(one.part) - parts.indexOf(other.part) || area(other) - area(one))
}

/** The texts of a new design: the template's own or filled ones, small enough to fit. */
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
    const displayed = layer.uppercase ? text.toUpperCase() : text
    const size = fitSize(displayed, textStyleOf(layer, undefined), shaper)
    return [size === layer.size ? resource : { ...resource, overrideSize: size }]
  })
}
