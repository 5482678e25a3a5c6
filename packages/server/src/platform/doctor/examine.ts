import { createHash } from 'node:crypto'
import { documentFindings, type ElementOptions, elementFindings, elementOptions } from './elementFindings.ts'
import { addressText, FetchError, type Fetched, fetchLimited } from './fetchLimited.ts'
import { type ShopOfPage, type ShopPage, type ShopScript, shopPage, shopsOf } from './page.ts'
import { policyFindings } from './policyFindings.ts'
import { isMixed, MAX_SCRIPTS, scriptFindings } from './scriptFindings.ts'

/** What an examination has found: what is wrong, each in one sentence with the remedy, and what else is worth knowing. */
export type Examination = { findings: readonly string[]; notes: readonly string[] }

/** A page has no use for more shops, and each is requested. */
const MAX_SHOPS = 10

/**
 * Examines a page that was fetched, with the scripts and the shops that it names. `provider` is the key of a shop that the page does
 * not name, `own` the address of this server's shop.
 */
export async function examine(fetched: Fetched, provider: string | undefined, own: string): Promise<Examination> {
  const page = shopPage(fetched)
  const shops = shopsOf(page, provider).slice(0, MAX_SHOPS)
  const { options, notes } = await fetchOptions(page)
  const [loaders, answers] = await Promise.all([
    Promise.all(page.shopScripts.slice(0, MAX_SCRIPTS).map((script) => loaderFindings(script, page))),
    Promise.all(shops.map((shop) => shopFindings(shop, page))),
  ])
  return {
    findings: [...new Set([...pageFindings(page, { shops, options, own }), ...loaders.flat(), ...answers.flat()])],
    notes: [...noteTexts(fetched, page), ...notes],
  }
}

type Known = { shops: readonly ShopOfPage[]; options: ElementOptions | null; own: string }

/** What is wrong with the page itself. */
export function pageFindings(page: ShopPage, { shops, options, own }: Known): string[] {
  const [script] = page.shopScripts
  const nameless = shops.some(({ provider }) => provider === undefined)
  const needs = { loader: script?.url, nonce: script?.tag.attributes.nonce, apis: shops.map(({ api }) => api) }
  const { loader } = needs
  return [
    ...scriptFindings(page, own),
    ...(nameless
      ? ['the page does not name its shop: add data-provider with the key of the shop to the script tag']
      : []),
    ...documentFindings(page),
    ...(options ? elementFindings(page, options) : []),
    ...(loader ? page.rules.flatMap((rule) => policyFindings(page.url, rule, { ...needs, loader })) : []),
  ]
}

function noteTexts({ redirects, url, isCut }: Fetched, page: ShopPage): string[] {
  const path = [...redirects, url].map(addressText)
  return [
    ...redirects.map((_, index) => `${path[index]} redirects to ${path[index + 1]}.`),
    ...(isCut ? ['The page is so long that only its first 5 MB were examined.'] : []),
    ...(page.isTooDeep ? ['The page is nested so deeply that only its beginning was examined.'] : []),
    ...(page.elements.length === 0
      ? ['The HTML of the page has no element of the shop: unless one of its scripts adds it, add <pk-shop></pk-shop>.']
      : []),
  ]
}

/** The options of the elements in the version that the page loads, which that version's server publishes next to the script. */
async function fetchOptions(page: ShopPage): Promise<{ options: ElementOptions | null; notes: string[] }> {
  const [script] = page.shopScripts
  if (!script?.url || page.elements.length === 0) return { options: null, notes: [] }
  const url = new URL('options.schema.json', script.url)
  try {
    const { status, bytes } = await fetchLimited(url)
    if (status === 200) return { options: elementOptions.parse(JSON.parse(new TextDecoder().decode(bytes))), notes: [] }
  } catch {
    // an older version does not publish it, and whether the server answers at all is said of its script
  }
  return {
    options: null,
    notes: [`The attributes of the elements were not examined: ${addressText(url)} does not list them.`],
  }
}

async function loaderFindings({ tag, url }: ShopScript, page: ShopPage): Promise<string[]> {
  if (!url || isMixed(page.url, url)) return []
  const address = addressText(url)
  try {
    const fetched = await fetchLimited(url, { origin: page.url.origin })
    return answerFindings(fetched, { address, integrity: tag.attributes.integrity, page: page.url })
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return [`the script ${address} ${error.message}: correct src, or start the server of the shop`]
  }
}

type Expected = { address: string; integrity: string | undefined; page: URL }

/** What is wrong with the answer at the address of a script tag. */
export function answerFindings(fetched: Fetched, { address, integrity, page }: Expected): string[] {
  const { status, headers, redirects, url, bytes } = fetched
  if (status !== 200)
    return [`the script ${address} answers with ${status}: correct src, as in https://shop.example.com/v1/loader.js`]
  const found: string[] = []
  if (redirects.length > 0)
    found.push(
      `the script ${address} redirects, and then does not find its tag with data-provider: write src="${addressText(url)}"`,
    )
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type))
    found.push(
      `the script ${address} is not served as JavaScript but as ${type || 'nothing'}: correct src, or what is in front of the shop's server`,
    )
  const allowed = headers.get('access-control-allow-origin')
  if (url.origin !== page.origin && allowed !== '*' && allowed !== page.origin)
    found.push(
      `the script ${address} comes without Access-Control-Allow-Origin: let what is in front of the shop's server pass this header`,
    )
  if (integrity && !/\/v\d+\/loader\.js$/.test(url.pathname) && !hasIntegrity(bytes, integrity))
    found.push(
      `integrity of the script ${address} does not match its content: copy it from version.json of the same version`,
    )
  return found
}

/** As a browser compares it: of several hashes the strongest kind counts. */
function hasIntegrity(bytes: Uint8Array, integrity: string): boolean {
  const hashes = [...integrity.matchAll(/(?:^|\s)(sha(?:256|384|512))-([\w+/=-]+)/g)]
  const strongest = hashes
    .map(([, kind = '']) => kind)
    .toSorted()
    .at(-1)
  if (!strongest) return false
  const actual = createHash(strongest).update(bytes).digest('base64')
  return hashes.some(([, , hash = '']) => hash.replaceAll('-', '+').replaceAll('_', '/') === actual)
}

/** Calls the shop as a browser does on this page. */
async function shopFindings({ api, provider }: ShopOfPage, page: ShopPage): Promise<string[]> {
  if (provider === undefined || isMixed(page.url, api)) return []
  const { origin } = page.url
  const address = new URL('/api/webshop/settings', api)
  address.searchParams.set('provider', provider)
  try {
    const { status, headers, bytes, redirects, url } = await fetchLimited(address, { origin, 'accept-language': 'en' })
    if (redirects.length > 0)
      return [
        `the shop at ${api.origin} redirects to ${url.origin}, which loses sessions: write ${url.origin} on the page`,
      ]
    return settingsFindings({ status, headers, reason: reasonOf(bytes) }, { api: api.origin, provider, origin })
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return [`the shop at ${api.origin} ${error.message}: correct its address on the page, or start its server`]
  }
}

function reasonOf(bytes: Uint8Array): string | undefined {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as { reason?: string } | null)?.reason
  } catch {
    return undefined
  }
}

type Settings = { status: number; headers: Headers; reason: string | undefined }

/** What is wrong with the shop's answer to the page. */
export function settingsFindings(
  { status, headers, reason }: Settings,
  { api, provider, origin }: { api: string; provider: string; origin: string },
): string[] {
  // Somebody pastes the command into a shell, so nothing else may be in it.
  const isKey = /^[a-z][a-z0-9-]*$/.test(provider)
  if (reason === 'provider.unknown' || !isKey)
    return [`the server at ${api} knows no shop "${provider}": correct data-provider, or provider of the element`]
  if (reason === 'origin.refused' && !/^https?:\/\/[\w.:[\]-]+$/.test(origin))
    return [
      `the shop "${provider}" does not allow ${origin}, which is not a usual address: move the page to a usual one`,
    ]
  if (reason === 'origin.refused')
    return [
      `the shop "${provider}" does not allow ${origin}: ./portraitkit websites allow ${origin} --provider ${provider}`,
    ]
  if (status !== 200)
    return [`the shop at ${api} answers with ${status}${reason ? ` (${reason})` : ''}: look at ./portraitkit health`]
  const isReadable =
    headers.get('access-control-allow-origin') === origin && headers.get('access-control-allow-credentials') === 'true'
  if (api === origin || isReadable) return []
  return [
    `answers of the shop at ${api} come without the Access-Control headers for ${origin}: let what is in front of its server pass Origin and them`,
  ]
}
