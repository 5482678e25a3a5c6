import { zoomCrop } from '../../template/crop.ts'
import { changeCrop } from '../design/picture.ts'
import type { Action } from './action.ts'

const step = 1.1

/** Zooms in (factor above 1) or out around the slot's middle. */
export const zoomPicture: Action<{ fullId: string; factor: number }> = {
  name: 'zoomPicture',
  keys: [
    { key: '+', input: { factor: step } },
    { key: '=', input: { factor: step } },
    { key: '-', input: { factor: 1 / step } },
  ],
  screens: ['image'],
  perform: (instance, { fullId, factor }) =>
    changeCrop(instance, fullId, ({ image, size, layer }) => zoomCrop(image.cropRect, size, layer.box, factor)),
}
