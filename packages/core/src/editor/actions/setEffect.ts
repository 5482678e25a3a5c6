import { EFFECTS, type Effect } from '../../jobs/effects.ts'
import { canEditPicture, changePicture } from '../design/picture.ts'
import type { Action } from './action.ts'

/** Shows the picture as it is, in black and white or in sepia; without a named effect it switches to the next one. */
export const setEffect: Action<{ fullId: string; effect?: Effect }> = {
  name: 'setEffect',
  keys: [{ key: 'e', input: {} }],
  screens: ['image'],
  perform: (instance, { fullId, effect }) =>
    canEditPicture(instance)
      ? changePicture(instance, fullId, ({ image }) => ({ overrideEffect: effect ?? after(image.overrideEffect) }))
      : instance,
}

function after(effect: Effect): Effect {
  return EFFECTS[(EFFECTS.indexOf(effect) + 1) % EFFECTS.length] ?? 'original'
}
