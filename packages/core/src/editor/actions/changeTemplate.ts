import { type CarryOverInput, carryOverContent } from '../design/carryOver.ts'
import { withContent } from '../design/instance.ts'
import type { Action } from './action.ts'

/** Moves the customer's work into another template: the pictures and texts that fit there (001 §4). */
export const changeTemplate: Action<CarryOverInput> = {
  name: 'changeTemplate',
  perform(instance, carry) {
    const { definition } = carry.fresh
    if (definition.uuid === instance.definition.uuid) return instance
    return withContent(instance, { definition, content: carryOverContent(instance, carry) })
  },
}
