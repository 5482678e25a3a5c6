import type { Rotation } from '../../jobs/picture.ts'
import type { Action } from '../action.ts'
import { turnFrameLeft } from '../framing.ts'
import { changePicture } from '../picture.ts'

// 001 §9: rotate step -90 degrees, wrapping to 270
const afterTurn: Record<Rotation, Rotation> = { 0: 270, 270: 180, 180: 90, 90: 0 }

/** Turns the picture to the left by a quarter. */
export const rotatePicture: Action<{ fullId: string }> = {
  name: 'rotatePicture',
  keys: [{ key: 'r', input: {} }],
  screens: ['image'],
  perform: (instance, { fullId }) =>
    instance.definition.disableImageToolbox
      ? instance
      : changePicture(instance, fullId, ({ image, size, shape }) => ({
          rotation: afterTurn[image.rotation],
          cropRect: turnFrameLeft(size, shape, image.cropRect),
        })),
}
