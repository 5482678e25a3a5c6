import type { Size } from '../../geometry.ts'
import { rotatedSize } from '../../template/crop.ts'
import type { ImageLayer } from '../../template/definition.ts'
import type { ImageResource } from '../../template/design.ts'
import { type EditorInstance, imageOf, setResource, slotOf } from './instance.ts'

export type ImageValue = NonNullable<ImageResource['image']>

/** A picture in its slot: everything that the actions on pictures need. */
export type SlotPicture = {
  readonly layer: ImageLayer
  readonly image: ImageValue
  /** The size after its rotation, to which the crop refers. */
  readonly size: Size
}

/** The picture of an editable slot; undefined if there is none. */
export function pictureInSlot({ definition, content }: EditorInstance, fullId: string): SlotPicture | undefined {
  const slot = slotOf(definition, fullId)
  const image = imageOf(content, fullId)
  if (slot?.kind !== 'image' || !slot.editable || !image) return undefined
  return { layer: slot.layer, image, size: rotatedSize(image, image.rotation) }
}

/** Changes the picture of a slot; a slot without one, or one that cannot be edited, stays unchanged. */
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

/** Slots for which the template or the provider has switched zoom off keep their crop. */
export function canZoom(instance: EditorInstance, layer: ImageLayer): boolean {
  return !layer.disableZoom && canEditPicture(instance)
}

/** Whether the picture of a slot is a cut-out whose background can be changed. */
export function canChangeBackground(instance: EditorInstance, fullId: string): boolean {
  const placed = pictureInSlot(instance, fullId)
  return placed !== undefined && placed.image.background !== undefined && !placed.layer.disableBackground
}

/** 001 §6: disableImageToolbox hides the edit tab, and with it zoom, rotation and effects. */
export function canEditPicture({ definition }: EditorInstance): boolean {
  return !definition.disableImageToolbox
}

/** Changes the crop of the slot if zooming is allowed. */
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
