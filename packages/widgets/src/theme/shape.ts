/**
 * What a view looks like from afar, and with it the room that is reserved for it: a page with a heading and pictures, which is at least
 * as high as the window; a form; the form of the code with the letter next to it; a `row` of
 * products; or `none`, if there is usually nothing to show.
 */
export type Shape = 'page' | 'form' | 'entry' | 'row' | 'none'

/** A view that is not a page states its shape itself: `CodeEntry.shape = 'entry'`. */
export type Shaped = { shape?: Shape }

export const shapeOf = (component: Shaped): Shape => component.shape ?? 'page'

/** The shape of a view whose code has not arrived. */
export function shapeOfTag(tag: string): Shape {
  if (tag === 'pk-code-entry') return 'entry'
  return /(?:login|email-check|registration|password|contact-info|add-picture-set)$/.test(tag) ? 'form' : 'page'
}
