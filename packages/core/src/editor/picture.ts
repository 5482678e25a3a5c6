import type { ImageLayer } from '../template/definition.ts'
import type { ImageResource } from '../template/design.ts'
import { withResource } from './action.ts'
import { type Size, turned } from './framing.ts'
import { type Instance, imageOf, slotOf } from './instance.ts'

export type PlacedImage = NonNullable<ImageResource['image']>

/** A picture in its slot: all that the acts on pictures need. */
export type PlacedPicture = {
  readonly layer: ImageLayer
  readonly image: PlacedImage
  /** The size after its rotation, which the crop is in. */
  readonly size: Size
  /** The slot's shape, width by height. */
  readonly shape: number
}

/** The picture of a slot that may be edited; undefined where there is none. */
export function placedPicture({ definition, content }: Instance, fullId: string): PlacedPicture | undefined {
  const slot = slotOf(definition, fullId)
  const image = imageOf(content, fullId)
  if (slot?.kind !== 'image' || !slot.editable || !image) return undefined
  const { layer } = slot
  return { layer, image, size: turned(image, image.rotation), shape: layer.box.width / layer.box.height }
}

/** Changes the picture of a slot; a slot without one, or one that may not be edited, stays as it is. */
export function changePicture(
  instance: Instance,
  fullId: string,
  change: (placed: PlacedPicture) => Partial<PlacedImage>,
): Instance {
  const placed = placedPicture(instance, fullId)
  if (!placed) return instance
  const { image } = placed
  const next = { ...image, ...change(placed) }
  const same = (Object.keys(next) as (keyof PlacedImage)[]).every((key) => isSame(next[key], image[key]))
  return same ? instance : withResource(instance, { fullId, type: 'IMAGE', image: next })
}

/** Slots whose zoom the template or the provider has switched off keep the crop they have. */
export function canZoom(instance: Instance, layer: ImageLayer): boolean {
  return !layer.disableZoom && !instance.definition.disableImageToolbox
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
