import { panCrop } from '../../template/crop.ts'
import { changeCrop } from '../design/picture.ts'
import type { Action } from './action.ts'

const small = 0.02
const large = 0.1

const arrows = (step: number, shift: boolean) => [
  { key: 'ArrowLeft', shift, input: { x: -step, y: 0 } },
  { key: 'ArrowRight', shift, input: { x: step, y: 0 } },
  { key: 'ArrowUp', shift, input: { x: 0, y: -step } },
  { key: 'ArrowDown', shift, input: { x: 0, y: step } },
]

/** Moves the picture in its slot, by fractions of the slot's width and height: to the right shows more of its left. */
export const panPicture: Action<{ fullId: string; x: number; y: number }> = {
  name: 'panPicture',
  keys: [...arrows(small, false), ...arrows(large, true)],
  screens: ['image'],
  perform: (instance, { fullId, x, y }) =>
    changeCrop(instance, fullId, ({ image: { cropRect }, size }) =>
      panCrop(cropRect, size, -x * cropRect.width, -y * cropRect.height),
    ),
}
