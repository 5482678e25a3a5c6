import { parentElementOf } from '../../ui/windows/elementAround.ts'

/** Elements that are not part of the page's content, and the layer of the shop's own notices, which is above the editor. */
const UNCOVERED = 'script, style, link, template, .pk-layer'

/**
 * Hides the whole page except `node` from the keyboard and screen readers, including the host page's header and footer, because
 * it is invisible under the editor. Returns a function that undoes it.
 */
export function coverPage(node: Element): () => void {
  const covered: Element[] = []
  for (let here: Element | undefined = node; here && here !== document.body; here = parentElementOf(here)) {
    const around: ParentNode | null = here.parentNode
    for (const other of around?.children ?? []) {
      if (other === here || other.matches(UNCOVERED) || other.hasAttribute('inert')) continue
      other.setAttribute('inert', '')
      covered.push(other)
    }
  }
  return () => {
    for (const other of covered) other.removeAttribute('inert')
  }
}
