import { withContent } from '../design/instance.ts'
import type { Action } from './action.ts'

/** Repeats the last undone step. */
export const redo: Action<object> = {
  name: 'redo',
  keys: [
    { key: 'z', mod: true, shift: true, input: {} },
    { key: 'y', mod: true, input: {} },
  ],
  screens: ['main', 'image', 'text', 'select-image', 'select-text', 'year', 'templates'],
  perform(instance) {
    const { past, future } = instance.history
    const [step, ...rest] = future
    if (!step) return instance
    const done = { ...step, before: instance.content, definition: instance.definition }
    const again = withContent(instance, { content: step.before, definition: step.definition })
    return { ...again, history: { past: [...past, done], future: rest }, dirty: true }
  },
}
