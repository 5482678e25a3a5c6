import type { Action } from '../action.ts'
import { changePicture } from '../picture.ts'

/** Puts the person of a cut-out before another background; null is plain white. */
export const setBackground: Action<{ fullId: string; background: string | null }> = {
  name: 'setBackground',
  perform: (instance, { fullId, background }) =>
    changePicture(instance, fullId, ({ layer, image }) =>
      layer.disableBackground || image.background === undefined ? {} : { background },
    ),
}
