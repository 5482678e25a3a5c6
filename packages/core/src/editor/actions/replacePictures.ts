import type { FillPicture } from '../../template/fillResources.ts'
import { imageSlots } from '../../template/slots.ts'
import type { Action } from './action.ts'
import { choosePicture } from './choosePicture.ts'

/** Puts one picture into every slot that takes it: those that refuse it or may not be edited stay as they are (001 §4). */
export const replacePictures: Action<{ picture: FillPicture }> = {
  name: 'replacePictures',
  perform: (instance, { picture }) =>
    imageSlots(instance.definition).reduce(
      (changed, { fullId }) => choosePicture.perform(changed, { fullId, picture }),
      instance,
    ),
}
