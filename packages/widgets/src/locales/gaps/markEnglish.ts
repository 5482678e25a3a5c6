// Comes with texts that a language lacks (`vite.texts.ts`), and with no others: a page in a whole language pays nothing for it. For
// the same reason it imports nothing of the page's code, which would be cut into more files.

const watched = new WeakSet<Node>()
const marked = new WeakSet<Element>()
/** The compiled texts that each language lacks, by its tags. */
const lacking = new Map<string, (readonly unknown[])[]>()
const whatChanges = { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] }

function lookAgain(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes } of records) {
    mark(target instanceof Element ? target : target.parentElement)
    for (const node of addedNodes) if (node instanceof Element) lookInto(node)
  }
}

/**
 * Marks what is said of these English texts in the roots whose language lacks them. `tags` are those of the language. Called by the
 * module of its texts.
 * @public
 */
export function markEnglish(tags: readonly string[], inEnglish: Readonly<Record<string, unknown>>): void {
  const texts = Object.values(inEnglish).map((parts) => [parts].flat())
  for (const tag of tags) lacking.set(tag, [...(lacking.get(tag) ?? []), ...texts])
  if (globalThis.document) watch(document)
}

function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return
  watched.add(root)
  new MutationObserver(lookAgain).observe(root, whatChanges)
  lookInto(root)
}

/** Marks what is there, and watches the shadow of each of the shop's elements as soon as it has one. */
function lookInto(node: Element | Document | ShadowRoot): void {
  for (const element of [node, ...node.querySelectorAll('*')]) {
    if (!(element instanceof Element)) continue
    if (/^pk-/.test(element.localName)) void watchShadow(element)
    mark(element)
  }
}

async function watchShadow(element: Element): Promise<void> {
  await customElements.whenDefined(element.localName)
  if (element.shadowRoot) watch(element.shadowRoot)
}

/** Says that an element is English if all that it says is a text which the language of its root lacks. */
function mark(element: Element | null): void {
  const root = element?.closest<HTMLElement>('.pk-root')
  if (!element || !root || element === root) return
  if (element.hasAttribute('lang') && !marked.has(element)) return
  // an icon says nothing
  const saysText = [...element.childNodes].every((child) => child instanceof Text || child instanceof SVGElement)
  const text = saysText ? element.textContent : ''
  if (isEnglish(text || element.getAttribute('aria-label') || '', root.lang)) {
    marked.add(element)
    element.setAttribute('lang', 'en')
  } else if (marked.delete(element)) element.removeAttribute('lang')
}

function isEnglish(text: string, tag: string): boolean {
  const [language = ''] = tag.toLowerCase().split('-')
  return text.trim() !== '' && (lacking.get(language) ?? []).some((parts) => isMadeFrom(text, parts))
}

/** Whether a text is this one with any values. A text of values alone is in no language. */
function isMadeFrom(text: string, parts: readonly unknown[]): boolean {
  if (!parts.some((part) => typeof part === 'string' && /\p{L}/u.test(part))) return false
  let end = 0
  for (const [index, part] of parts.entries()) {
    if (typeof part !== 'string') {
      // a value has a letter at least
      end += 1
      continue
    }
    const isLast = index === parts.length - 1
    const start = isLast ? text.length - part.length : index === 0 ? 0 : text.indexOf(part, end)
    if (start < end || !text.startsWith(part, start) || (index === 0 && start !== 0)) return false
    end = start + part.length
  }
  return end <= text.length && (typeof parts.at(-1) !== 'string' || end === text.length)
}
