import type { EditorInstance, Step } from '../design/instance.ts'

type History = EditorInstance['history']

/** The maximum number of undo steps: enough for one sitting. */
const MAX_HISTORY = 200

/** The history after a change: a new step, unless it continues the gesture of the last one. Nothing is left to redo. */
export function addStep({ past }: History, step: Step): History {
  const joins = step.gesture !== null && past.at(-1)?.gesture === step.gesture
  return { past: joins ? past : [...past, step].slice(-MAX_HISTORY), future: [] }
}
