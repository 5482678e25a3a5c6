/**
 * The script tag: `<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="…"></script>`.
 * It fetches an element's code when the element is seen, announces all of it at once and checks what comes.
 * It imports nothing, for its size is what every page pays.
 */
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
/** Answers that the code asks for first, by language and address. They come beside the code, which takes them. */
const early = new Map<string, Promise<Response>>()

/** Settings of the script tag for every element of the page: `data-provider`, `data-lang`, `data-mode`, `data-api`. */
const defaults: DOMStringMap = { api: new URL(own).origin, ...script?.dataset }

const isTag = (name: string) => name.startsWith('pk-')
const addressOf = (hash: string) => new URL(`c/${hash.slice(0, 16)}.js`, own).href

/**
 * Fetches chunks, each once. A chunk is known by the hash of its content, which the browser checks: the promise is kept only
 * if all of them are what they should be. Nothing is imported before, for an import would fetch a refused one unchecked.
 */
function announce(hashes: readonly string[]): Promise<unknown> {
  for (const hash of hashes) {
    if (announcedChunks.has(hash)) continue
    const link = document.createElement('link')
    announcedChunks.set(
      hash,
      new Promise((done, failed) => {
        link.onload = done
        link.onerror = () => {
          // Whoever asks again may have a network by then.
          announcedChunks.delete(hash)
          link.remove()
          failed(new Error(`${link.href} is missing, or not what it should be`))
        }
      }),
    )
    link.rel = 'modulepreload'
    link.href = addressOf(hash)
    link.crossOrigin = ''
    link.integrity = `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
    if (script?.nonce) link.nonce = script.nonce
    document.head.append(link)
  }
  return Promise.all(hashes.map((hash) => announcedChunks.get(hash)))
}

async function run(hashes: readonly string[]) {
  await announce(hashes)
  return import(addressOf(hashes.at(-1) ?? ''))
}

async function chunksOf(name: string): Promise<readonly string[] | undefined> {
  return first[name] ?? (await run([isTag(name) ? rest : later])).default[name]
}

/** What chunks ask for instead of importing it themselves: by its name, with everything it needs, checked. */
export async function load(name: string): Promise<unknown> {
  return run((await chunksOf(name)) ?? [])
}

/**
 * Asks for the settings of the first element's shop, in the language that it begins with. If that was a wrong guess, the code
 * asks for those it needs.
 */
function prefetchAnswers(element: Element): void {
  const optionOf = (name: 'provider' | 'api' | 'lang') => element.getAttribute(name) ?? defaults[name]
  const provider = optionOf('provider')
  if (!provider || requestedTags.size > 1) return
  const language = (optionOf('lang') || navigator.language).replace(/-.*/, '')
  const address = `${optionOf('api')?.replace(/\/$/, '')}/api/webshop/settings?provider=${provider}`
  const headers = { 'accept-language': language }
  // The browser holds the same question back as long as this one waits.
  const signal = AbortSignal.timeout(8000)
  const answer = fetch(address, { headers, signal, credentials: 'include' })
  answer.catch(() => undefined)
  early.set(`${language} ${address}`, answer)
}

async function want(element: Element): Promise<void> {
  const tag = element.localName
  if (!isTag(tag) || requestedTags.has(tag)) return
  requestedTags.add(tag)
  try {
    prefetchAnswers(element)
    // What is common to all comes at the same time as the list that says what this one needs.
    const own = chunksOf(tag).then((chunks) => {
      const done = chunks && announce(chunks).then(() => true)
      // The whole shop too begins with what most people see first, more often than not.
      if (tag === 'pk-shop') announce(Object.values(first).flat()).catch(() => undefined)
      return done
    })
    const [known] = await Promise.all([own, announce(first[tag] ? base : [...base, rest])])
    if (known) await (await run(base)).register(tag, defaults, early)
    // Behind all that is shown first; whoever needs it and does not find it hears of it.
    announce([later]).catch(() => undefined)
  } catch (error) {
    // The next element of this kind is another try.
    requestedTags.delete(tag)
    const detail = { reason: 'loader.failed', message: `${tag}: ${error}` }
    dispatchEvent(new CustomEvent('pk-error', { detail }))
    console.error(detail.message)
  }
}

const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) see(node)
})

/** Looks at an element and all in it, open shadow roots too, and those of elements that are defined later. */
function see(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const tag = element.localName
    void want(element)
    if (element.shadowRoot) watch(element.shadowRoot)
    else if (tag.includes('-') && !customElements.get(tag))
      void customElements.whenDefined(tag).then(() => element.shadowRoot && watch(element.shadowRoot))
  }
}

function watch(root: Document | ShadowRoot): void {
  observer.observe(root, { childList: true, subtree: true })
  for (const child of root.children) see(child)
}

watch(document)
