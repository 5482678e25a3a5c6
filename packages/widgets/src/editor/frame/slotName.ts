import type { Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { messages } from '../messages.ts'

/** 'Portrait 1 of 2', or only 'Portrait' if no other slot has that name. */
export function slotName(t: Translate, slot: Slot): string {
  const name = slot.name || t(slot.kind === 'image' ? messages.picture : messages.text)
  return slot.of === 1 ? name : t(messages.slotNumbered, { name, number: slot.number, of: slot.of })
}
