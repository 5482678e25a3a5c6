import { changeText } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/** Writes the text in another family. `size` is the size that goes with it: the template's own where the chosen one does not fit. */
export const setFont: Action<{ fullId: string; family: string; size?: number }> = {
  name: 'setFont',
  perform: (instance, { fullId, family, size }) =>
    changeText(instance, fullId, size === undefined ? { family } : { family, size }),
}
