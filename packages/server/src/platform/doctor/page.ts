import { addressText, type Fetched } from './fetchLimited.ts'
import { type PageElement, type PageParts, readPage } from './readPage.ts'

/** A script tag of the shop. */
export type ShopScript = {
  tag: PageElement
  /** Null if its `src` is not an address. */
  url: URL | null
}

/** A page that embeds the shop, as its server sends it. */
export type ShopPage = PageParts & {
  url: URL
  /** Every policy that browsers enforce, with its place. */
  rules: readonly { place: string; policy: string }[]
  shopScripts: readonly ShopScript[]
}

const LOADER = /\/(?:v\d+|\d+\.\d+\.\d+(?:-[\w.-]+)?)\/loader\.js$/

/** Reads a page that was fetched. */
export function shopPage({ url, headers, bytes }: Pick<Fetched, 'url' | 'headers' | 'bytes'>): ShopPage {
  const parts = readPage(new TextDecoder().decode(bytes))
  const base = URL.parse(parts.base ?? '', url.href) ?? url
  const shopScripts = parts.scripts.flatMap((tag) => {
    const { src } = tag.attributes
    if (src === undefined) return []
    const address = URL.parse(src, base.href)
    return LOADER.test(address?.pathname ?? '') || tag.attributes['data-provider'] !== undefined
      ? [{ tag, url: address }]
      : []
  })
  // one header may contain several policies
  const inHeader = headers.get('content-security-policy')?.split(',') ?? []
  return {
    ...parts,
    url,
    shopScripts,
    rules: [
      ...inHeader.map((policy) => ({ place: 'the Content-Security-Policy in the header', policy })),
      ...parts.policies.map((policy) => ({ place: 'the Content-Security-Policy in <meta>', policy })),
    ],
  }
}

/** The shop's server and key for an element, or for the whole page: as its attributes, otherwise the script tag, say. */
export type ShopOfPage = { api: URL; provider: string | undefined }

/** The shops that a page embeds, each once. `provider` is the key of elements that do not name one. */
export function shopsOf(page: ShopPage, provider: string | undefined): ShopOfPage[] {
  const [script] = page.shopScripts
  if (!script?.url) return []
  const common = script.tag.attributes
  const own = script.url
  // a page whose elements are made by a script is examined by its script tag alone
  const elements = page.elements.length > 0 ? page.elements : [{ tag: 'pk-shop', attributes: {} }]
  const shops = elements.flatMap(({ attributes }) => {
    const api = URL.parse(attributes.api ?? common['data-api'] ?? own.origin, page.url.href)
    const key = attributes.provider || common['data-provider'] || provider
    return api ? [{ api, provider: key }] : []
  })
  return [...new Map(shops.map((shop) => [`${addressText(shop.api)} ${shop.provider}`, shop])).values()]
}
