import { changeText } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/** Sets the family of the text. `size` is the matching size: the template's own if the selected one does not fit. */
export const setFont: Action<{ fullId: string; family: string; size?: number }> = {
  name: 'setFont',
  perform: (instance, { fullId, family, size }) =>
    changeText(instance, fullId, size === undefined ? { family } : { family, size }),
}
