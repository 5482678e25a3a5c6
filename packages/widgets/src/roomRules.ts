/** By their tags, because the components that say it (`shape`) are not here yet. */
const FORM = /entry|login|l-check|regis|word|info|add-/
const ROW = /promo/
const NONE = /e-card|offer/

/**
 * The rules that reserve room for all elements of a tag, and draw an outline of their view in the page's own colour until their code has
 * arrived; none for a view that usually shows nothing. Any rule of the page takes precedence.
 */
export function roomRules(tag: string): string[] {
  if (NONE.test(tag)) return []
  const [height, width] = FORM.test(tag) ? ['min(100svh,760px)', 464] : [ROW.test(tag) ? '690px' : '100svh', 1136]
  const ink = 'color-mix(in srgb,currentcolor 8%,#0000)'
  const at = (top: number, length: string) => `50% ${top}px/min(100% - 32px,${width}px)${length} no-repeat`
  // A row without products takes no room.
  return [
    `:where(${tag}${ROW.test(tag) ? ':not(:defined)' : ''}){display:block;min-height:var(--pk-room,${height})}`,
    `:where(${tag}:not(:defined,:has(*))){background:linear-gradient(90deg,${ink} 45%,#0000 0)${at(24, '37px')},linear-gradient(${ink},#0000 480px)${at(90, '100%')}}`,
  ]
}
