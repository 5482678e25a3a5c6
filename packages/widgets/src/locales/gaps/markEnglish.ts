import { englishPatterns, isEnglish, type Patterns } from './englishPatterns.ts'

// Comes with texts that a language lacks (`vite.texts.ts`), and with no others: a page in a whole language pays nothing for it. For
// the same reason it imports nothing of the page's code, which would be cut into more files.

const watched = new WeakSet<Node>()
const marked = new WeakSet<Element>()
/** The texts that each language lacks, by its tags. */
const lacking = new Map<string, Patterns>()
/** Attributes that are read to somebody. */
const SPOKEN = [
  'aria-label',
  'alt',
  'title',
  'placeholder',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
  'aria-braillelabel',
]
const whatChanges = { subtree: true, childList: true, characterData: true, attributeFilter: ['lang', ...SPOKEN] }
/** Fields into which nobody types a text. */
const WITHOUT_TEXT = /^(?:checkbox|radio|range|file|color|hidden)$/

function lookAgain(records: readonly MutationRecord[]): void {
  const changed = new Set<Element>()
  for (const { target, addedNodes, attributeName } of records) {
    const element = target instanceof Element ? target : target.parentElement
    if (element && attributeName !== 'lang') changed.add(element)
    // in another language a text can be a translation, although it is the same
    else if (element?.matches('.pk-root')) lookInto(element)
    for (const node of addedNodes) if (node instanceof Element) lookInto(node)
  }
  markAround(changed)
}

/**
 * Marks what is said of these English texts in the roots whose language lacks them. `tags` are those of the language. Called by the
 * module of its texts.
 * @public
 */
export function markEnglish(tags: readonly string[], inEnglish: Readonly<Record<string, unknown>>): void {
  const patterns = englishPatterns(Object.values(inEnglish))
  for (const tag of tags) lacking.set(tag, [...(lacking.get(tag) ?? []), ...patterns])
  if (globalThis.document) watch(document)
}

/** Marks what is there, and whatever changes. */
function watch(root: Document | ShadowRoot): void {
  if (!watched.has(root)) {
    watched.add(root)
    new MutationObserver(lookAgain).observe(root, whatChanges)
    for (const type of ['input', 'change'])
      root.addEventListener(type, ({ target }) => target instanceof Element && markAround(new Set([target])))
  }
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

/** Marks elements and those that contain them: what these say has changed as well. */
function markAround(changed: ReadonlySet<Element>): void {
  const around = new Set<Element>()
  for (const element of changed)
    for (let one: Element | null = element; one && !around.has(one); one = one.parentElement) around.add(one)
  for (const element of around) mark(element)
}

/** Says that an element is English if it says something by itself, and everything in it is a text which the language of its root lacks. */
function mark(element: Element): void {
  const root = element.closest<HTMLElement>('.pk-root')
  if (!root || element === root || hasOwnLanguage(element)) return
  const [language = ''] = root.lang.toLowerCase().split('-')
  const patterns = lacking.get(language) ?? []
  const own = wordsOf(element)
  if (own.length > 0 && [...own, ...wordsWithin(element)].every((text) => isEnglish(text, patterns))) {
    if (!marked.has(element)) element.setAttribute('lang', 'en')
    marked.add(element)
  } else if (marked.delete(element)) element.removeAttribute('lang')
}

/** Another part of the code has said its language. */
const hasOwnLanguage = (element: Element) => element.hasAttribute('lang') && !marked.has(element)

/** What an element says itself, each text by itself. Numbers and signs are in every language. */
function wordsOf(element: Element): string[] {
  const attributes = SPOKEN.map((name) => element.getAttribute(name) ?? '')
  const texts = [...element.childNodes].map((child) => (child instanceof Text ? child.data : ''))
  return [...attributes, ...texts, typedInto(element)].filter((text) => /\p{L}/u.test(text))
}

function* wordsWithin(element: Element): Generator<string> {
  for (const child of element.children) {
    if (hasOwnLanguage(child)) continue
    yield* wordsOf(child)
    yield* wordsWithin(child)
  }
}

function typedInto(element: Element): string {
  if (element instanceof HTMLTextAreaElement) return element.value
  return element instanceof HTMLInputElement && !WITHOUT_TEXT.test(element.type) ? element.value : ''
}
