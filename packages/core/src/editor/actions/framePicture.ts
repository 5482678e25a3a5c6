import { type Crop, fitCrop } from '../../template/crop.ts'
import { changeCrop } from '../design/picture.ts'
import type { Action } from './action.ts'

/** Gives the picture a crop, as the finger, the wheel or two fingers have moved it. */
export const framePicture: Action<{ fullId: string; crop: Crop }> = {
  name: 'framePicture',
  perform: (instance, { fullId, crop }) =>
    changeCrop(instance, fullId, ({ size, layer }) => fitCrop(crop, size, layer.box)),
}
