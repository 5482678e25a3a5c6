import { changeText, type TextStyle } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/** Aligns the text in its box. */
export const alignText: Action<{ fullId: string; align: TextStyle['horizontalAlign'] }> = {
  name: 'alignText',
  perform: (instance, { fullId, align }) => changeText(instance, fullId, { horizontalAlign: align }),
}
