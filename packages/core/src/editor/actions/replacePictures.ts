import type { FillPicture } from '../../template/fillResources.ts'
import { imageSlots } from '../../template/slots.ts'
import type { Action } from './action.ts'
import { choosePicture } from './choosePicture.ts'

/** Puts one picture into every slot that accepts it: slots that refuse it or cannot be edited stay unchanged (001 §4). */
export const replacePictures: Action<{ picture: FillPicture }> = {
  name: 'replacePictures',
  perform: (instance, { picture }) =>
    imageSlots(instance.definition).reduce(
      (changed, { fullId }) => choosePicture.perform(changed, { fullId, picture }),
      instance,
    ),
}
