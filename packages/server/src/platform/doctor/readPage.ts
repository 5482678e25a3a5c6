import { Parser } from 'htmlparser2'

export type PageElement = { readonly tag: string; readonly attributes: Readonly<Record<string, string>> }

/** What a page's HTML says to a browser, as far as the shop depends on it. */
export type PageParts = {
  /** Browsers render it as in the nineties, because its doctype is missing or old. */
  isQuirky: boolean
  hasViewport: boolean
  /** The address of `<base>`, as written. */
  base: string | undefined
  /** Policies in `<meta>`. */
  policies: readonly string[]
  scripts: readonly PageElement[]
  /** The elements whose names begin with `pk-`. */
  elements: readonly PageElement[]
  /** Only the beginning was read, because it is nested deeper than any page is. */
  isTooDeep: boolean
}

/** Browsers flatten what is nested deeper than about 500 elements, and the parser's time grows with the square of the depth. */
const MAX_DEPTH = 2000

/** Doctypes with which browsers render as in the nineties; the two of HTML 4.01 do so only without an address. */
const OLD_DOCTYPE =
  /^!doctype\s+html\s+public\s+["'](?:html["']|-\/\/(?:w3c\/\/dtd (?:html [34]\.?[02]|w3 html)|ietf|w3o|netscape|microsoft|as)|-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\/[^"']*["']\s*$)/i

class TooDeep extends Error {}

/** Reads HTML as a browser that runs scripts: comments and `<noscript>` are nothing, `<template>` is one unless it declares a shadow root. */
export function readPage(html: string): PageParts {
  let doctype: string | undefined
  let hasContent = false
  let hidden = 0
  let depth = 0
  const opened: boolean[] = []
  const all: PageElement[] = []
  const parser = new Parser({
    onprocessinginstruction(name, text) {
      if (name.toLowerCase() === '!doctype' && !hasContent) doctype ??= text
    },
    ontext(text) {
      if (text.trim().replace('\uFEFF', '') !== '') hasContent = true
    },
    onopentagname() {
      if (++depth > MAX_DEPTH) throw new TooDeep()
    },
    onopentag(tag, attributes) {
      hasContent = true
      const hides = tag === 'noscript' || (tag === 'template' && attributes.shadowrootmode === undefined)
      if (tag === 'noscript' || tag === 'template') opened.push(hides)
      if (hides) hidden++
      if (hidden === 0 && isOfInterest(tag)) all.push({ tag, attributes })
    },
    onclosetag(tag) {
      depth--
      if ((tag === 'noscript' || tag === 'template') && opened.pop()) hidden--
    },
  })
  let isTooDeep = false
  try {
    parser.end(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    isTooDeep = true
  }
  const of = (tag: string) => all.filter((one) => one.tag === tag)
  const metas = of('meta').map(({ attributes }) => attributes)
  return {
    isQuirky: !/^!doctype\s+html\b/i.test(doctype ?? '') || OLD_DOCTYPE.test(doctype ?? ''),
    hasViewport: metas.some(({ name, content }) => name?.toLowerCase() === 'viewport' && content),
    base: of('base').find(({ attributes }) => attributes.href !== undefined)?.attributes.href,
    policies: metas
      .filter((meta) => meta['http-equiv']?.toLowerCase() === 'content-security-policy')
      .map(({ content = '' }) => content),
    scripts: of('script'),
    elements: all.filter(({ tag }) => tag.startsWith('pk-')),
    isTooDeep,
  }
}

const isOfInterest = (tag: string) => tag.startsWith('pk-') || ['script', 'meta', 'base'].includes(tag)
