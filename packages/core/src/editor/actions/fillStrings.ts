import type { TextResource } from '../../template/design.ts'
import { setResource, slotOf } from '../design/instance.ts'
import type { Action } from './action.ts'

/** 001 §4: the texts of a group picture replace the existing ones. */
export const fillStrings: Action<{ resources: readonly TextResource[] }> = {
  name: 'fillStrings',
  perform: (instance, { resources }) =>
    resources.reduce((filled, resource) => {
      const slot = slotOf(filled.definition, resource.fullId)
      const before = filled.content.resources[resource.fullId]
      const isSame = before?.type === 'STRING' && before.text === resource.text
      return slot?.kind !== 'text' || !slot.editable || isSame ? filled : setResource(filled, resource)
    }, instance),
}
