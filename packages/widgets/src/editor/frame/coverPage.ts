import { parentElementOf } from '../../ui/windows/elementAround.ts'

/** What takes no part in the page, and the layer of our own notices, which lie above the editor. */
const UNCOVERED = 'script, style, link, template, .pk-layer'

/**
 * Takes everything of the page but `node` from keys and screen readers, the host page's own header and footer too: it lies
 * under the editor, and nobody can see it. Answers how to give it back.
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
