import { type Crop, fitCrop } from '../../template/crop.ts'
import { changeCrop } from '../design/picture.ts'
import type { Action } from './action.ts'

/** Sets the crop of the picture, as moved by a finger, the wheel or two fingers. */
export const framePicture: Action<{ fullId: string; crop: Crop }> = {
  name: 'framePicture',
  perform: (instance, { fullId, crop }) =>
    changeCrop(instance, fullId, ({ size, layer }) => fitCrop(crop, size, layer.box)),
}
