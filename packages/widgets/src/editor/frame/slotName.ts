import type { Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { Translate } from '../../locales/i18n.ts'
import type { messages } from '../messages.ts'

/** 'Portrait 1 of 2', or only 'Portrait' if no other slot has that name. */
export function slotName(t: Translate<typeof messages>, slot: Slot): string {
  const name = slot.name || t(slot.kind === 'image' ? 'editor.picture' : 'editor.text')
  return slot.of === 1 ? name : t('editor.slotNumbered', { name, number: slot.number, of: slot.of })
}
