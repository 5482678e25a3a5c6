import type { Tag } from './surfaces.ts'

const about = {
  header: 'The header of the shop; by default one with logo and menu.',
  footer: "The footer of the shop; by default one with the provider's contact details.",
  empty: 'The message if there is nothing to show yet.',
} as const

export type SlotName = keyof typeof about

/** The places where a page may put its own elements into one of the shop: `<p slot="empty">…</p>`. */
export const elementSlots: Readonly<Partial<Record<Tag, readonly SlotName[]>>> = {
  'pk-shop': ['header', 'footer', 'empty'],
  'pk-orders': ['empty'],
  'pk-picture-sets': ['empty'],
  'pk-digital-portraits': ['empty'],
  'pk-catalogues': ['empty'],
  'pk-categories': ['empty'],
  'pk-template-list': ['empty'],
}

/** The slots of an element, each with its purpose. */
export function elementSlotsOf(tag: string): [SlotName, string][] {
  return (elementSlots[tag as Tag] ?? []).map((name) => [name, about[name]])
}
