/**
 * The script tag: `<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="…"></script>`. It fetches
 * an element's code when the element appears, announces all of it at once and checks its integrity. It imports next to nothing,
 * because every page pays for its size.
 */
import { hideNotice, showNotice } from './loaderNotice.ts'
import { adoptRoom, reserveRoom } from './loaderRoom.ts'

declare const __PORTRAITKIT_CHUNKS__: {
  base: readonly string[]
  first: Readonly<Record<string, readonly string[]>>
  rest: string
  later: string
}

const { base, first, rest, later } = __PORTRAITKIT_CHUNKS__
const own = import.meta.url
const script = [...document.querySelectorAll('script')].find((one) => one.src === own)
const announcedChunks = new Map<string, Promise<unknown>>()
const requestedTags = new Set<string>()
/** The elements of each tag whose code has not arrived yet. */
const waiting = new Map<string, Set<Element>>()
/**
 * Answers that the code will request first, by language and address. They are fetched along with the code, which takes them.
 */
const early = new Map<string, Promise<Response>>()

/** Settings of the script tag for every element of the page: `data-provider`, `data-lang`, `data-mode`, `data-api`. */
const defaults: DOMStringMap = { api: new URL(own).origin, ...script?.dataset }

const isTag = (name: string) => name.startsWith('pk-')
const addressOf = (hash: string) => new URL(`c/${hash.slice(0, 16)}.js`, own).href

/**
 * Fetches chunks, each once. A chunk is identified by the hash of its content, which the browser checks: the promise resolves
 * only if all of them match. Nothing is imported before, because an import would fetch a refused chunk unchecked.
 */
function announce(hashes: readonly string[]): Promise<unknown> {
  for (const hash of hashes) if (!announcedChunks.has(hash)) announcedChunks.set(hash, preload(hash))
  return Promise.all(hashes.map((hash) => announcedChunks.get(hash)))
}

/** Requests a chunk, and twice again after pauses, because a phone loses its network for a moment. */
function preload(hash: string, retries = 2): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = addressOf(hash)
  link.crossOrigin = ''
  link.integrity = `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
  if (script?.nonce) link.nonce = script.nonce
  return new Promise((done, failed) => {
    link.onload = done
    link.onerror = () => {
      link.remove()
      if (retries && navigator.onLine) setTimeout(() => done(preload(hash, retries - 1)), 3000 / retries)
      else {
        // The next request may find a network.
        announcedChunks.delete(hash)
        failed(new Error(`${link.href} is missing or has the wrong content`))
      }
    }
    document.head.append(link)
  })
}

async function run(hashes: readonly string[]) {
  await announce(hashes)
  return import(addressOf(hashes.at(-1) ?? ''))
}

async function chunksOf(name: string): Promise<readonly string[] | undefined> {
  if (first[name]) return first[name]
  // texts are in the list of their part
  const part = /^(?!texts)\w+\/(?=.)/.exec(name)?.[0]
  const list = part ? await chunksOf(part) : [isTag(name) || name.includes('/') ? rest : later]
  return list && (await run(list)).default[name]
}

/** Requests the texts that an element needs, in the language that it will probably use. */
async function prefetchTexts(element: Element): Promise<void> {
  for (const part of (await chunksOf(`texts/${element.localName}`)) ?? []) {
    announce((await chunksOf(`${part}/${languageOf(element)}`)) ?? []).catch(() => undefined)
  }
}

/**
 * Loads a chunk on behalf of other chunks, which do not import it themselves: by its name, with everything it needs, checked.
 */
export async function load(name: string): Promise<unknown> {
  return run((await chunksOf(name)) ?? [])
}

const optionOf = (element: Element, name: 'provider' | 'api' | 'lang') => element.getAttribute(name) ?? defaults[name]
const languageOf = (element: Element) => (optionOf(element, 'lang') || navigator.language).replace(/-.*/, '')

/**
 * Requests the settings of the first element's shop, in the language that it will probably use. If the guess was wrong, the
 * code requests the right ones.
 */
function prefetchAnswers(element: Element): void {
  const provider = optionOf(element, 'provider')
  if (!provider || requestedTags.size > 1) return
  const language = languageOf(element)
  const address = `${optionOf(element, 'api')?.replace(/\/$/, '')}/api/webshop/settings?provider=${provider}`
  const headers = { 'accept-language': language }
  // The browser holds back an equal request as long as this one waits.
  const signal = AbortSignal.timeout(8000)
  const answer = fetch(address, { headers, signal, credentials: 'include' })
  answer.catch(() => undefined)
  early.set(`${language} ${address}`, answer)
}

async function want(element: Element): Promise<void> {
  const tag = element.localName
  if (!isTag(tag)) return
  const elements = waiting.get(tag) ?? new Set()
  if (!requestedTags.has(tag)) {
    if (!waiting.has(tag)) reserveRoom(tag)
    waiting.set(tag, elements)
  }
  elements.add(element)
  if (requestedTags.has(tag)) return
  requestedTags.add(tag)
  try {
    prefetchAnswers(element)
    prefetchTexts(element).catch(() => undefined)
    // The common chunks are fetched at the same time as the list of the chunks that this element needs.
    const own = chunksOf(tag).then((chunks) => {
      const done = chunks && announce(chunks)
      // The whole shop, too, usually starts with the view that most visitors see first.
      if (tag === 'pk-shop')
        announce(Object.entries(first).flatMap(([name, chunks]) => (isTag(name) ? chunks : []))).catch(() => undefined)
      return done
    })
    await Promise.all([own, announce(first[tag] ? base : [...base, rest])])
    // of an unknown tag, it tells the page's developer
    await (await run(base)).register(tag, defaults, early)
    for (const one of elements) hideNotice(one)
    waiting.delete(tag)
    // After everything that is shown first; if it fails, the code that needs it reports that.
    announce([later]).catch(() => undefined)
  } catch (error) {
    // The next element of this kind tries again.
    requestedTags.delete(tag)
    const detail = { reason: 'loader.failed', message: `${tag}: ${error}` }
    dispatchEvent(new CustomEvent('pk-error', { detail }))
    console.error(detail.message)
    for (const one of elements) showNotice(one, languageOf(one), () => want(one))
  }
}

const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) see(node)
})

/** Searches an element and everything inside it, including open shadow roots. */
function see(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    void want(element)
    if (element.shadowRoot) watch(element.shadowRoot)
  }
}

function watch(root: Document | ShadowRoot): void {
  adoptRoom(root)
  observer.observe(root, { childList: true, subtree: true })
  for (const child of root.children) see(child)
}

// No observer hears of a shadow root that is attached to an element later, by the page or by a definition of that element.
const { attachShadow } = Element.prototype
Reflect.set(Element.prototype, 'attachShadow', function (this: Element, init: ShadowRootInit) {
  const root = attachShadow.call(this, init)
  watch(root)
  return root
})

watch(document)

// A name of the page stays the page's.
if (!Object.hasOwn(globalThis, 'Portraitkit'))
  Object.assign(globalThis, { Portraitkit: { doctor: async () => (await run(base)).doctor() } })
