import type { EditorInstance, EditorScreen, Step } from '../design/instance.ts'
import { addStep } from './undoHistory.ts'

/** A key that triggers an action, with its input. `mod` is Ctrl, or Command on a Mac. */
export type KeyBinding<Input> = {
  /** As in `KeyboardEvent.key`; letters in lower case. */
  readonly key: string
  readonly mod?: boolean
  readonly shift?: boolean
  readonly input: Input
}

/**
 * One thing a customer can do to a design: menus, keys, undo, the dirty flag and the announcements for screen readers come from
 * this record. Its file is named after it; to add one, copy a neighbour.
 */
export type Action<Input> = {
  readonly name: string
  /** Performs the action; returns the same instance if nothing can be done. `fullId` of the slot is part of the input. */
  readonly perform: (instance: EditorInstance, input: Input) => EditorInstance
  /** Keys that perform it on the current slot, with the screens on which they are active. */
  readonly keys?: readonly KeyBinding<Omit<Input, 'fullId'>>[]
  readonly screens?: readonly EditorScreen[]
}

/**
 * Performs an action. Changed content becomes one undo step, or joins the last one if both belong to the same `gesture` (one
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
  const step: Step = { act: action.name, gesture, before: instance.content, definition: instance.definition }
  return { ...next, dirty: true, history: addStep(instance.history, step) }
}
