import type { Action } from '../action.ts'
import { changeText, largestSize, smallestSize } from '../text.ts'

/** Sets the size of a text in points, 12 to 110. */
export const setFontSize: Action<{ fullId: string; size: number }> = {
  name: 'setFontSize',
  perform: (instance, { fullId, size }) =>
    changeText(instance, fullId, { size: Math.min(Math.max(Math.round(size), smallestSize), largestSize) }),
}
