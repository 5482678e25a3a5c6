import { slotOf } from '../design/instance.ts'
import { changeText, clampFontSize } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/** Sets the size of a text in points, 12 to 110, or back to the template's if that is smaller. */
export const setFontSize: Action<{ fullId: string; size: number }> = {
  name: 'setFontSize',
  perform(instance, { fullId, size }) {
    const slot = slotOf(instance.definition, fullId)
    return slot?.kind === 'text' ? changeText(instance, fullId, { size: clampFontSize(slot.layer, size) }) : instance
  },
}
