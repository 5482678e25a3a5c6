import { canChangeBackground, changePicture } from '../design/picture.ts'
import type { Action } from './action.ts'

/** Sets the background of a cut-out; null is plain white. */
export const setBackground: Action<{ fullId: string; background: string | null }> = {
  name: 'setBackground',
  perform: (instance, { fullId, background }) =>
    canChangeBackground(instance, fullId) ? changePicture(instance, fullId, () => ({ background })) : instance,
}
