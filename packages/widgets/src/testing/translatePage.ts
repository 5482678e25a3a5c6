import type { Page } from 'playwright-core'

/**
 * Translates every page opened from now on as a browser's translator does, and without mercy: each text is taken out of the page
 * and replaced by two nested `<font>` elements with a text of their own, in shadow roots too, as soon as it appears or changes.
 * White space and what says `translate="no"` stay.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(translate)
}

/** Around each translated text. */
const MARKS = /[‹›]/g

/** All texts of the page in order, as they were before the translation. */
export async function originalTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textsOfPage)
  return texts.map((text) => text.replace(MARKS, '').replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** The texts that the translator has changed, as they were before. */
export async function translatedTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(textsOfPage)).flatMap((text) =>
    [...text.matchAll(/‹([^›]*)›/g)].map(([, translated = '']) => translated.trim()),
  )
}

/** The texts that a translator has left as they are, of those that it may translate. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as { untranslated?: () => string[] }).untranslated?.() ?? [])
}

/** Runs in the page. The texts of one element are one. */
function textsOfPage(): string[] {
  const texts: string[] = []
  const read = (root: Document | ShadowRoot | Element): void => {
    for (const element of root.children) {
      if (/^(?:script|style)$/.test(element.localName)) continue
      if (element.localName !== 'font' && !element.querySelector(':not(font, span)')) texts.push(element.textContent)
      else {
        for (const { nodeType, textContent } of element.childNodes) if (nodeType === 3) texts.push(textContent ?? '')
        read(element)
      }
      if (element.shadowRoot) read(element.shadowRoot)
    }
  }
  read(document)
  return texts
}

/** Runs in the page, before its scripts. */
function translate(): void {
  const isOurs = (node: Node) => node.parentElement?.localName === 'font'
  const isText = (node: Text) => {
    const parent = node.parentElement
    return parent && /\S/.test(node.data) && !parent.closest('script, style, textarea, option, svg, [translate="no"]')
  }
  const textNodesOf = (root: Node): Text[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    return found.filter((node) => !isOurs(node) && isText(node))
  }
  const roots = new Set<Document | ShadowRoot>()
  const replace = (text: Text): void => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = `‹${text.data}›`
    outer.append(inner)
    text.replaceWith(outer)
  }
  const watch = (root: Document | ShadowRoot): void => {
    if (roots.has(root)) return
    roots.add(root)
    const translateAll = (): void => {
      for (const text of textNodesOf(root)) replace(text)
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot)
    }
    new MutationObserver(translateAll).observe(root, { childList: true, subtree: true, characterData: true })
    translateAll()
  }
  watch(document)
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    watch(root)
    return root
  }
  Object.assign(globalThis, {
    untranslated: () => [...roots].flatMap((root) => textNodesOf(root).map(({ data }) => data)),
  })
}
