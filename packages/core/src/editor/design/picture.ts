import type { Size } from '../../geometry.ts'
import { rotatedSize } from '../../template/crop.ts'
import type { ImageLayer } from '../../template/definition.ts'
import type { ImageResource } from '../../template/design.ts'
import { type EditorInstance, imageOf, setResource, slotOf } from './instance.ts'

export type ImageValue = NonNullable<ImageResource['image']>

/** A picture in its slot: all that the acts on pictures need. */
export type SlotPicture = {
  readonly layer: ImageLayer
  readonly image: ImageValue
  /** The size after its rotation, which the crop is in. */
  readonly size: Size
}

/** The picture of a slot that may be edited; undefined where there is none. */
export function pictureInSlot({ definition, content }: EditorInstance, fullId: string): SlotPicture | undefined {
  const slot = slotOf(definition, fullId)
  const image = imageOf(content, fullId)
  if (slot?.kind !== 'image' || !slot.editable || !image) return undefined
  return { layer: slot.layer, image, size: rotatedSize(image, image.rotation) }
}

/** Changes the picture of a slot; a slot without one, or one that may not be edited, stays as it is. */
export function changePicture(
  instance: EditorInstance,
  fullId: string,
  change: (placed: SlotPicture) => Partial<ImageValue>,
): EditorInstance {
  const placed = pictureInSlot(instance, fullId)
  if (!placed) return instance
  const { image } = placed
  const next = { ...image, ...change(placed) }
  return isSame(next, image) ? instance : setResource(instance, { fullId, type: 'IMAGE', image: next })
}

/** Slots whose zoom the template or the provider has switched off keep the crop they have. */
export function canZoom(instance: EditorInstance, layer: ImageLayer): boolean {
  return !layer.disableZoom && canEditPicture(instance)
}

/** Whether the picture of a slot is a cut-out that may be put before another background. */
export function canChangeBackground(instance: EditorInstance, fullId: string): boolean {
  const placed = pictureInSlot(instance, fullId)
  return placed !== undefined && placed.image.background !== undefined && !placed.layer.disableBackground
}

/** 001 §6: disableImageToolbox hides the edit tab, and with it zoom, turn and effects. */
export function canEditPicture({ definition }: EditorInstance): boolean {
  return !definition.disableImageToolbox
}

/** The crop of the slot, changed where zooming is allowed. */
export function changeCrop(
  instance: EditorInstance,
  fullId: string,
  crop: (placed: SlotPicture) => ImageValue['cropRect'],
): EditorInstance {
  return changePicture(instance, fullId, (placed) =>
    canZoom(instance, placed.layer) ? { cropRect: crop(placed) } : {},
  )
}

function isSame(one: ImageValue, other: ImageValue): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const
  return (
    one.uuid === other.uuid &&
    one.rotation === other.rotation &&
    one.overrideEffect === other.overrideEffect &&
    one.background === other.background &&
    edges.every((edge) => one.cropRect[edge] === other.cropRect[edge])
  )
}
