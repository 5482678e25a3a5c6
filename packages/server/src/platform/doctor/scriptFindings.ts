import { addressText } from './fetchLimited.ts'
import { nearestName } from './nearestName.ts'
import type { ShopPage, ShopScript } from './page.ts'

/** The attributes of the script tag that the shop reads: `packages/widgets/src/loader.ts`. */
const SETTINGS = ['data-provider', 'data-lang', 'data-mode', 'data-api']
const MODES = ['page', 'system', 'light', 'dark']
/** More of them are one fault, which is said. */
export const MAX_SCRIPTS = 5
/** The address whose content changes with each version. */
const CHANGING = /\/v\d+\/loader\.js$/

/** What is wrong with a page's script tags of the shop. `own` is the address of this server's shop, for the remedy. */
export function scriptFindings(page: ShopPage, own: string): string[] {
  const { shopScripts: scripts } = page
  const [first, ...others] = scripts
  if (!first) {
    const tag = `<script type="module" src="${new URL('/v1/loader.js', own)}" data-provider="…"></script>`
    return [
      `the page has no script tag of the shop: add ${tag}; of a page made with the npm packages, Portraitkit.doctor() in its console says more`,
    ]
  }
  return [
    ...severalFindings(first, others),
    ...scripts.slice(0, MAX_SCRIPTS).flatMap((script) => tagFindings(script, page)),
  ]
}

function severalFindings(first: ShopScript, others: readonly ShopScript[]): string[] {
  const addresses = [first, ...others].map(({ url, tag }) => (url ? addressText(url) : (tag.attributes.src ?? '')))
  const different = [...new Set(addresses)]
  if (others.length === 0) return []
  if (different.length === 1)
    return [`the script tag of the shop is on the page ${addresses.length} times: remove all but one`]
  return [
    `the page has script tags of different versions or servers of the shop, ${different.join(' and ')}: leave one; the first defines the elements`,
  ]
}

function tagFindings({ tag, url }: ShopScript, page: ShopPage): string[] {
  const { attributes } = tag
  const found: string[] = []
  if (attributes.type?.trim().toLowerCase() !== 'module')
    found.push('the script tag of the shop is not a module and does nothing: add type="module"')
  if (!url)
    return [
      ...found,
      `src="${attributes.src}" of the script tag is not an address: write it as in https://shop.example.com/v1/loader.js`,
    ]
  if (isMixed(page.url, url))
    found.push(`browsers block ${addressText(url)} on a page of https: load the script over https`)
  if (attributes.integrity && CHANGING.test(url.pathname))
    found.push(
      `integrity at ${addressText(url)} blocks the next version of the shop: use the address of one version with its integrity, both in ${new URL('version.json', url)}`,
    )
  return [...found, ...settingFindings(attributes, page)]
}

function settingFindings(attributes: Readonly<Record<string, string>>, page: ShopPage): string[] {
  const found = Object.keys(attributes).flatMap((name) => {
    if (SETTINGS.includes(name)) return []
    const near = name.startsWith('data-') ? nearestName(name, SETTINGS) : `data-${name}`
    // lang is an attribute of every element
    if (!near || name === 'lang' || !SETTINGS.includes(near)) return []
    return [`${name} is not an attribute of the script tag: write ${near}`]
  })
  const { 'data-mode': mode, 'data-lang': language, 'data-api': api } = attributes
  if (mode && !MODES.includes(mode)) found.push(`data-mode="${mode}" is not valid: use one of ${MODES.join(', ')}`)
  if (language && !isLanguage(language))
    found.push(`data-lang="${language}" is not the tag of a language: write it as in data-lang="de"`)
  if (api !== undefined) {
    const url = URL.parse(api)
    if (!url || !['https:', 'http:'].includes(url.protocol))
      found.push(
        `data-api="${url ? url.protocol : api}" is not an address of https: write it as in https://shop.example.com`,
      )
    else if (isMixed(page.url, url))
      found.push(`browsers block ${addressText(url)} on a page of https: write data-api with https`)
  }
  return found
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Browsers trust their own machine without https. */
export const isMixed = (page: URL, url: URL): boolean =>
  page.protocol === 'https:' && url.protocol === 'http:' && !isLoopback(url.hostname)

export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
