import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

// Comes with texts that a language lacks (`vite.texts.ts`), and with no others: a page in a whole language pays nothing for it. For
// the same reason it imports nothing of the page's code, which would be cut into more files.

type Messages = Readonly<Record<string, unknown>>

const watched = new WeakSet<Node>()
const marked = new WeakSet<Element>()
/** What each language lacks, by its tags. */
const lacking = new Map<string, RegExp[]>()
const whatChanges = { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] }

function lookAgain(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes } of records) {
    mark(target instanceof Element ? target : target.parentElement)
    for (const node of addedNodes) if (node instanceof Element) lookInto(node)
  }
}

/** Marks what is said of these English texts in the roots whose language lacks them. `tags` are those of the language. */
export function markEnglish(tags: readonly string[], inEnglish: Messages): void {
  const pattern = patternOf(inEnglish)
  for (const tag of tags) lacking.set(tag, [...(lacking.get(tag) ?? []), pattern])
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
  const own = [...element.childNodes].every((child) => child.nodeType === Node.TEXT_NODE) ? element.textContent : ''
  if (isEnglish(own || element.getAttribute('aria-label') || '', root.lang)) {
    marked.add(element)
    element.setAttribute('lang', 'en')
  } else if (marked.delete(element)) element.removeAttribute('lang')
}

function isEnglish(text: string, tag: string): boolean {
  const [language = ''] = tag.toLowerCase().split('-')
  return text.trim() !== '' && (lacking.get(language) ?? []).some((pattern) => pattern.test(text))
}

/** Each of the texts, whatever its values; a text of values alone is in no language. */
function patternOf(texts: Messages): RegExp {
  const sources = Object.values(texts)
    .map((parts) => sourceOf(parts as CompiledMessage))
    .filter((source) => /\p{L}/u.test(source))
    .map((source) => source.replaceAll(VALUE, '[^]+'))
  return new RegExp(`^(?:${sources.join('|') || '(?!)'})$`, 'u')
}

/** Of a private alphabet, so that no text has it, and no letter of one. */
const VALUE = '\uf8f2'

function sourceOf(parts: CompiledMessage): string {
  return [parts]
    .flat()
    .map((part) => (typeof part === 'string' ? part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : VALUE))
    .join('')
}
