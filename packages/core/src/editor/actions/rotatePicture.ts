import type { Rotation } from '../../jobs/picture.ts'
import { turnCropLeft } from '../../template/crop.ts'
import { canEditPicture, changePicture } from '../design/picture.ts'
import type { Action } from './action.ts'

// 001 §9: rotate step -90 degrees, wrapping to 270
const afterTurn: Record<Rotation, Rotation> = { 0: 270, 270: 180, 180: 90, 90: 0 }

/** Turns the picture a quarter to the left. */
export const rotatePicture: Action<{ fullId: string }> = {
  name: 'rotatePicture',
  keys: [{ key: 'r', input: {} }],
  screens: ['image'],
  perform: (instance, { fullId }) =>
    canEditPicture(instance)
      ? changePicture(instance, fullId, ({ image, size, layer }) => ({
          rotation: afterTurn[image.rotation],
          cropRect: turnCropLeft(image.cropRect, size, layer.box),
        }))
      : instance,
}
