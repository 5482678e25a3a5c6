/**
 * The script tag: `<script type="module" src="https://shop.example.com/v1/loader.js" data-provider="…"></script>`.
 * It fetches an element's code when the element is seen, announces all of it at once and checks what comes.
 * It imports nothing, for its size is what every page pays.
 */
declare const __PORTRAITKIT_CHUNKS__: {
  base: readonly string[]
  tags: Readonly<Record<string, readonly string[]>>
  later: string
}

const { base, tags, later } = __PORTRAITKIT_CHUNKS__
const own = import.meta.url
const script = [...document.scripts].find((one) => one.src === own)
const announced = new Set<string>()

/** Settings of the script tag for every element of the page: `data-provider`, `data-lang`, `data-mode`, `data-api`. */
const defaults = { api: new URL(own).origin, ...script?.dataset }

const addressOf = (hash: string) => new URL(`c/${hash}.js`, own).href

/** Fetches a chunk and all it needs at once. A chunk's name is the hash of its content, which the browser checks. */
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

/** What the chunks ask for instead of importing it themselves. */
export async function load(name: string): Promise<unknown> {
  return run((await run([later])).default[name])
}

const wanted = new Set<string>()

function want(tag: string): void {
  const chunks = tags[tag]
  if (!chunks || wanted.has(tag)) return
  wanted.add(tag)
  announce([...base, ...chunks, later])
  run(base)
    .then((module) => module.register(tag, defaults))
    .catch((error: unknown) => {
      wanted.delete(tag)
      for (const element of document.querySelectorAll(tag))
        element.dispatchEvent(
          new CustomEvent('pk-error', {
            bubbles: true,
            composed: true,
            detail: { reason: 'loader.failed', message: String(error) },
          }),
        )
    })
}

const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) see(node)
})

/** Looks at an element and all in it, also inside open shadow roots, those of elements that are defined later too. */
function see(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const tag = element.localName
    want(tag)
    watch(element.shadowRoot)
    if (tag.includes('-') && !tags[tag] && !customElements.get(tag))
      customElements.whenDefined(tag).then(() => watch(element.shadowRoot))
  }
}

function watch(root: ShadowRoot | null): void {
  if (!root) return
  observer.observe(root, { childList: true, subtree: true })
  for (const child of root.children) see(child)
}

observer.observe(document, { childList: true, subtree: true })
see(document.documentElement)
