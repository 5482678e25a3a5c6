import type { Action } from '../action.ts'
import { slotOf } from '../instance.ts'
import { changeText, sizeFor } from '../text.ts'

/** Sets the size of a text in points, 12 to 110, or back to what its template says where that is smaller. */
export const setFontSize: Action<{ fullId: string; size: number }> = {
  name: 'setFontSize',
  perform(instance, { fullId, size }) {
    const slot = slotOf(instance.definition, fullId)
    return slot?.kind === 'text' ? changeText(instance, fullId, { size: sizeFor(slot.layer, size) }) : instance
  },
}
