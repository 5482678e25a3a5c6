/**
 * The script tag: `<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="…"></script>`.
 * It fetches an element's code when the element is seen, announces all of it at once and checks what comes.
 * It imports nothing, for its size is what every page pays.
 */
declare const __PORTRAITKIT_CHUNKS__: { base: readonly string[]; rest: string }

const { base, rest } = __PORTRAITKIT_CHUNKS__
const own = import.meta.url
const script = [...document.scripts].find((one) => one.src === own)
const announced = new Set<string>()
const wanted = new Set<string>()

/** Settings of the script tag for every element of the page: `data-provider`, `data-lang`, `data-mode`, `data-api`. */
const defaults = { api: new URL(own).origin, ...script?.dataset }

const addressOf = (hash: string) => new URL(`c/${hash}.js`, own).href

/** Begins to fetch chunks. A chunk's name is the hash of its content, which the browser checks. */
function announce(hashes: readonly string[]): void {
  for (const hash of hashes) {
    if (announced.has(hash)) continue
    announced.add(hash)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = addressOf(hash)
    link.crossOrigin = ''
    link.integrity = `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`
    if (script?.nonce) link.nonce = script.nonce
    document.head.append(link)
  }
}

function run(hashes: readonly string[]) {
  announce(hashes)
  return import(addressOf(hashes.at(-1) ?? ''))
}

async function chunksOf(name: string): Promise<readonly string[] | undefined> {
  return (await run([rest])).default[name]
}

/** What chunks ask for instead of importing it themselves: by its name, with everything it needs, checked. */
export async function load(name: string): Promise<unknown> {
  return run((await chunksOf(name)) ?? [])
}

async function want(tag: string): Promise<void> {
  if (!tag.startsWith('pk-') || wanted.has(tag)) return
  wanted.add(tag)
  announce([...base, rest])
  try {
    const chunks = await chunksOf(tag)
    if (!chunks) return
    announce(chunks)
    await (await run(base)).register(tag, defaults)
  } catch (error) {
    // The next element of this kind is another try.
    wanted.delete(tag)
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
    void want(tag)
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
