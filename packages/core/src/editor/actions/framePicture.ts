import type { Action } from '../action.ts'
import { type Frame, fitFrame } from '../framing.ts'
import { canZoom, changePicture } from '../picture.ts'

/** Gives the picture a crop, as the finger, the wheel or two fingers have moved it. */
export const framePicture: Action<{ fullId: string; frame: Frame }> = {
  name: 'framePicture',
  perform: (instance, { fullId, frame }) =>
    changePicture(instance, fullId, ({ layer, image, size, shape }) => ({
      cropRect: canZoom(instance, layer) ? fitFrame(size, shape, frame) : image.cropRect,
    })),
}
