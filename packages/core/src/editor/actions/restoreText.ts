import type { TextResource } from '../../template/design.ts'
import { setResource, slotOf, textOf } from '../design/instance.ts'
import type { Action } from './action.ts'

/** Restores an earlier text, as Cancel of a text tool does (001 §4); null if the customer had not typed one. */
export const restoreText: Action<{ fullId: string; resource: TextResource | null }> = {
  name: 'restoreText',
  perform(instance, { fullId, resource }) {
    const slot = slotOf(instance.definition, fullId)
    if (slot?.kind !== 'text' || !slot.editable || textOf(instance.content, fullId) === resource) return instance
    if (resource) return setResource(instance, resource)
    const { [fullId]: _gone, ...resources } = instance.content.resources
    return { ...instance, content: { ...instance.content, resources } }
  },
}
