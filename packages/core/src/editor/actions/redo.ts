import type { Action } from '../action.ts'

/** Does again what was undone last. */
export const redo: Action<object> = {
  name: 'redo',
  keys: [
    { key: 'z', mod: true, shift: true, input: {} },
    { key: 'y', mod: true, input: {} },
  ],
  screens: ['main', 'image', 'text', 'select-image', 'select-text'],
  perform(instance) {
    const { past, future } = instance.history
    const [step, ...rest] = future
    if (!step) return instance
    const done = { ...step, before: instance.content }
    return { ...instance, content: step.before, history: { past: [...past, done], future: rest }, dirty: true }
  },
}
