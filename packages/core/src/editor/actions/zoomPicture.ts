import type { Action } from '../action.ts'
import { zoomFrame } from '../framing.ts'
import { canZoom, changePicture } from '../picture.ts'

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
    changePicture(instance, fullId, ({ layer, image, size, shape }) => ({
      cropRect: canZoom(instance, layer) ? zoomFrame(size, shape, image.cropRect, factor) : image.cropRect,
    })),
}
