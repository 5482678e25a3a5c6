import type { EditorInstance, EditorScreen, Step } from '../design/instance.ts'

/** A key that does an act, with what the act is given. `mod` is Ctrl, or Command on a Mac. */
export type KeyBinding<Input> = {
  /** As `KeyboardEvent.key` says it; letters in lower case. */
  readonly key: string
  readonly mod?: boolean
  readonly shift?: boolean
  readonly input: Input
}

/**
 * One thing a customer can do to a design: menus, keys, undo, the dirty flag and what a screen reader hears come from this
 * record. Its file is named after it; to add one, copy a neighbour and name it in `actions.ts`.
 */
export type Action<Input> = {
  readonly name: string
  /** What it does with the instance; the same instance where nothing can be done. `fullId` of the slot is part of the input. */
  readonly perform: (instance: EditorInstance, input: Input) => EditorInstance
  /** Keys that do it to the current slot, and the screens on which they do. */
  readonly keys?: readonly KeyBinding<Omit<Input, 'fullId'>>[]
  readonly screens?: readonly EditorScreen[]
}

/** A customer undoes a sitting, not a life. */
const MAX_HISTORY = 200

/**
 * Does an act. A changed content becomes one step of undo, or joins the last one where both belong to the same `gesture` (one
 * drag, one run of key strokes, a picture and the texts that come with it), and marks the design as dirty.
 */
export function performAction<Input>(
  instance: EditorInstance,
  action: Action<Input>,
  input: Input,
  gesture: string | null = null,
): EditorInstance {
  const next = action.perform(instance, input)
  if (next.content === instance.content || next.history !== instance.history) return next
  const { past } = instance.history
  const last = past.at(-1)
  const joins = gesture !== null && last?.gesture === gesture
  const step: Step = { act: action.name, gesture, before: instance.content, definition: instance.definition }
  return {
    ...next,
    dirty: true,
    history: { past: joins ? past : [...past, step].slice(-MAX_HISTORY), future: [] },
  }
}
