import type { Action } from '../action.ts'
import { panFrame } from '../framing.ts'
import { canZoom, changePicture } from '../picture.ts'

const small = 0.02
const large = 0.1

const arrows = (step: number, shift: boolean) => [
  { key: 'ArrowLeft', shift, input: { x: -step, y: 0 } },
  { key: 'ArrowRight', shift, input: { x: step, y: 0 } },
  { key: 'ArrowUp', shift, input: { x: 0, y: -step } },
  { key: 'ArrowDown', shift, input: { x: 0, y: step } },
]

/** Moves the picture in its slot, by parts of the slot's width and height. */
export const panPicture: Action<{ fullId: string; x: number; y: number }> = {
  name: 'panPicture',
  keys: [...arrows(small, false), ...arrows(large, true)],
  screens: ['image'],
  perform: (instance, { fullId, x, y }) =>
    changePicture(instance, fullId, ({ layer, image, size, shape }) => ({
      cropRect: canZoom(instance, layer) ? panFrame(size, shape, image.cropRect, x, y) : image.cropRect,
    })),
}
