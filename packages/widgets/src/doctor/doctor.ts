import { MIN_WIDTH } from '../minWidth.ts'
import type { connectedShops } from '../pageShops.ts'
import { warnOfHashes, warnOfRoom, warnOfTag } from './pageCheck.ts'
import { reports, warnOnce } from './warnOnce.ts'

export type Patient = {
  version: string
  /** The tags of the shop. */
  tags: readonly string[]
  shops: ReturnType<typeof connectedShops>
}

/**
 * Examines the page for its developer: prints the shops and elements on it, and says of everything that is wrong, each in one
 * sentence with the remedy. Resolves with these sentences, those included that the console was told before.
 */
export async function doctor({ version, tags, shops }: Patient): Promise<readonly string[]> {
  const elements = elementsOf(document)
  examineDocument()
  for (const element of elements) examineElement(element, tags)
  if (elements.filter((one) => one.matches('pk-shop:not([base])')).length > 1) warnOfHashes()
  await examineStorage()
  const lines = [
    `Portraitkit ${version}`,
    ...shops.map(({ api, provider, language }) => `shop ${provider} at ${api || location.origin}, in ${language}`),
    ...elements.map((element) => `<${element.localName}> ${Math.round(element.getBoundingClientRect().width)} px wide`),
    ...(reports.size > 0 ? [...reports].map((report) => `! ${report}`) : ['Nothing to remedy.']),
  ]
  console.log(lines.join('\n'))
  return [...reports]
}

/** The shop's elements, also in open shadow roots. */
function elementsOf(root: Document | ShadowRoot): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    if (element.localName.startsWith('pk-')) return [element]
    return element.shadowRoot ? elementsOf(element.shadowRoot) : []
  })
}

function examineElement(element: Element, tags: readonly string[]): void {
  const { localName: tag } = element
  const definition = customElements.get(tag)
  if (!tags.includes(tag)) {
    if (!definition) warnOfTag(tag, tags)
    return
  }
  if (!definition) warnOnce(`<${tag}> has no code yet; look for what failed above, or wait`)
  const { width } = element.getBoundingClientRect()
  if (element.checkVisibility() && width < MIN_WIDTH) warnOfRoom(element, width)
}

function examineDocument(): void {
  if (document.compatMode === 'BackCompat') warnOnce('the page has no doctype; begin it with <!doctype html>')
  if (!document.querySelector('meta[name=viewport]'))
    warnOnce('phones show the page small; add <meta name="viewport" content="width=device-width">')
  if (!document.documentElement.lang) warnOnce('the page does not say its language; add lang to <html>')
  const replaced = nativesReplaced()
  if (replaced.length > 0)
    warnOnce(`a script of the page has replaced ${replaced.join(', ')}; the shop does without them`)
}

/** What old libraries replace. */
function nativesReplaced(): string[] {
  const natives: Readonly<Record<string, unknown>> = {
    'Array.from': Array.from,
    'Array.prototype.find': Array.prototype.find,
    'Array.prototype.entries': Array.prototype.entries,
    'Element.prototype.remove': Element.prototype.remove,
    'Function.prototype.bind': Function.prototype.bind,
    'JSON.stringify': JSON.stringify,
    fetch: globalThis.fetch,
  }
  const isOwn = (native: unknown) => /\[native code\]/.test(`${native}`)
  return Object.entries(natives).flatMap(([name, native]) => (isOwn(native) ? [] : [name]))
}

/** Without storage a visitor is signed out by every reload. */
async function examineStorage(): Promise<void> {
  const isOpen = await new Promise<boolean>((resolve) => {
    try {
      const request = indexedDB.open('pk-doctor')
      request.onsuccess = () => {
        request.result.close()
        indexedDB.deleteDatabase('pk-doctor')
        resolve(true)
      }
      request.onerror = () => resolve(false)
      setTimeout(() => resolve(false), 3000)
    } catch {
      resolve(false)
    }
  })
  if (!isOpen) warnOnce('the browser stores nothing for this page, so that a sign-in lasts until the page is left')
}
