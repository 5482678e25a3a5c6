import { type EditorInstance, withContent } from '../design/instance.ts'
import type { Action } from './action.ts'

/** Undoes the last step. Inside a sub-screen only what was done there: earlier steps are undone outside. */
export const undo: Action<object> = {
  name: 'undo',
  keys: [{ key: 'z', mod: true, input: {} }],
  screens: ['main', 'image', 'text', 'select-image', 'select-text', 'year', 'templates'],
  perform(instance) {
    const { past, future } = instance.history
    const step = past.at(-1)
    if (!step || !canUndo(instance)) return instance
    const undone = { ...step, before: instance.content, definition: instance.definition }
    return {
      ...withContent(instance, { content: step.before, definition: step.definition }),
      history: { past: past.slice(0, -1), future: [undone, ...future] },
      dirty: true,
    }
  },
}

export function canUndo({ content, history, saved }: EditorInstance): boolean {
  return history.past.length > 0 && content !== saved?.content
}
