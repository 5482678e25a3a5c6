import { roomRules } from './roomRules.ts'

const room = new CSSStyleSheet()

/** Lets the elements of a document or a shadow root have room. */
export function adoptRoom(root: Document | ShadowRoot): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, room]
}

/** Reserves room for all elements of a tag. */
export function reserveRoom(tag: string): void {
  for (const rule of roomRules(tag)) room.insertRule(rule)
}
