import {
  type EditorInstance,
  type EditorScreen,
  type ScreenSnapshot,
  slotOf,
  slotsOf,
  withContent,
} from './instance.ts'

/** Navigation between the sub-screens (001 §4): each returns to main on Done or Cancel, and leaves no slot selected. */

/** Opens a sub-screen that needs no slot. The current state is stored, so that Cancel can restore it. */
export function openScreen(instance: EditorInstance, menu: EditorScreen): EditorInstance {
  return { ...instance, menu, currentResource: null, saved: menu === 'main' ? null : snapshot(instance) }
}

/** EDT-19: selecting a slot opens the image or the text screen by its type; slots that cannot be edited do not open. */
export function openSlot(instance: EditorInstance, fullId: string): EditorInstance {
  const slot = slotOf(instance.definition, fullId)
  if (!slot?.editable) return instance
  const menu = slot.kind === 'image' ? 'image' : 'text'
  return { ...instance, currentPart: slot.part, menu, currentResource: fullId, saved: snapshot(instance) }
}

/** Change photos and change texts: directly to the slot if the part has exactly one, otherwise to the numbered list. */
export function openSlotsOfKind(instance: EditorInstance, kind: 'image' | 'text'): EditorInstance {
  const slots = slotsOf(instance.definition, instance.currentPart, 'en').filter(
    (slot) => slot.kind === kind && slot.editable,
  )
  const [only] = slots
  if (slots.length === 1 && only) return openSlot(instance, only.fullId)
  return slots.length === 0 ? instance : openScreen(instance, kind === 'image' ? 'select-image' : 'select-text')
}

export function openPart(instance: EditorInstance, part: string): EditorInstance {
  const known = instance.definition.parts.some(({ id }) => id === part)
  return known ? { ...instance, currentPart: part, currentResource: null } : instance
}

/** Keeps the changes. */
export function closeScreen(instance: EditorInstance): EditorInstance {
  return { ...instance, menu: 'main', currentResource: null, saved: null }
}

/** Undoes the changes made since the sub-screen was opened. */
export function cancelScreen(instance: EditorInstance): EditorInstance {
  const { saved } = instance
  if (!saved) return closeScreen(instance)
  const { history, dirty } = saved
  return { ...closeScreen(withContent(instance, saved)), history, dirty }
}

/** Whether Cancel would lose something, so that it has to ask. On the main screen any change counts. */
export function losesOnCancel({ menu, dirty, content, saved }: EditorInstance): boolean {
  return menu === 'main' ? dirty : saved !== null && saved.content !== content
}

/** Keeps the snapshot of an outer sub-screen: going from the list of slots to a slot is one visit. */
function snapshot({ content, definition, history, dirty }: EditorInstance): ScreenSnapshot {
  return { content, definition, history, dirty }
}
