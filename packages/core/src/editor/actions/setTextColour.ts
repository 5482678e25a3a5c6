import { changeText } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/** Sets the colour of the text, `#rrggbb`. */
export const setTextColour: Action<{ fullId: string; color: string }> = {
  name: 'setTextColour',
  perform: (instance, { fullId, color }) => changeText(instance, fullId, { color: color.toLowerCase() }),
}
