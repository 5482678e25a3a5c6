import { type FillPicture, placePicture } from '../../template/fillResources.ts'
import { findRefusal } from '../../template/imageRules.ts'
import { imageOf, setResource, slotOf } from '../design/instance.ts'
import type { Action } from './action.ts'

/** Puts a picture into a slot, with its default crop. A picture that the slot refuses changes nothing. */
export const choosePicture: Action<{ fullId: string; picture: FillPicture }> = {
  name: 'choosePicture',
  perform(instance, { fullId, picture }) {
    const slot = slotOf(instance.definition, fullId)
    if (slot?.kind !== 'image' || !slot.editable || findRefusal(slot.layer.rules, picture)) return instance
    // The picture that is in the slot already keeps its crop.
    if (imageOf(instance.content, fullId)?.uuid === picture.uuid) return instance
    const image = placePicture(instance.definition, slot.layer, picture)
    return setResource(instance, { fullId, type: 'IMAGE', image })
  },
}
