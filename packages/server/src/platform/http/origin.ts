import type { Context } from 'koa'
import type { App } from '../app.ts'
import { listProviderEntries } from '../provider/collection.ts'
import type { Provider } from '../provider/document.ts'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = 'content-type, x-provider, x-flow, x-session-key, authorization, accept-language'
/** Seconds; the longest time that browsers cache the answer to a preflight. */
const PREFLIGHT_AGE = '7200'

/** The page that sent the request, if the browser names it. */
export function originOf(http: Context): string | null {
  return http.get('origin') || null
}

/** Whether a page of this origin may use the provider's shop: only the shop's own pages and the provider's websites may. */
export function isAllowedOrigin(
  http: Context,
  app: App,
  provider: Pick<Provider, 'hosts' | 'origins'>,
  origin: string,
): boolean {
  if (provider.origins.includes(origin)) return true
  const url = URL.parse(origin)
  // `null`, the origin of sandboxed frames and local files, is not an address
  if (!url) return false
  const own = new URL(app.env.publicUrl)
  if (origin === own.origin) return true
  // A page loaded over http may have been changed on its way: it is not trusted if the shop is on https.
  if (own.protocol === 'https:' && url.protocol !== 'https:') return false
  return url.host === http.host || (provider.hosts.includes(url.hostname) && url.port === own.port)
}

/** Lets a page of an allowed origin read the answer, with its session. */
export function allowOrigin(http: Context, app: App, provider: Provider): void {
  http.vary('Origin')
  const origin = originOf(http)
  if (!origin || !isAllowedOrigin(http, app, provider, origin)) return
  http.set('Access-Control-Allow-Origin', origin)
  http.set('Access-Control-Allow-Credentials', 'true')
  http.set('Access-Control-Expose-Headers', 'x-request-id, retry-after')
}

/**
 * Lets any page read a failure from before the shop was identified or accepted: there is no such shop, or not for this page.
 * The widgets send their cookies along, so `*` would hide it from them; nothing in it depends on the caller.
 */
export function allowReadingFailure(http: Context): void {
  http.vary('Origin')
  const origin = originOf(http)
  if (!origin) return
  http.set('Access-Control-Allow-Origin', origin)
  http.set('Access-Control-Allow-Credentials', 'true')
}

/**
 * Handles a preflight. It cannot name its provider, so it passes for an origin of any provider; the call itself then has to come
 * from an origin of the provider that it names.
 */
export async function answerPreflight(http: Context, app: App): Promise<void> {
  http.vary('Origin')
  http.status = 204
  const origin = originOf(http)
  if (!origin) return
  const allowed = (await listProviderEntries(app)).some((provider) => isAllowedOrigin(http, app, provider, origin))
  if (!allowed) return
  http.set('Access-Control-Allow-Origin', origin)
  http.set('Access-Control-Allow-Credentials', 'true')
  http.set('Access-Control-Allow-Methods', METHODS)
  http.set('Access-Control-Allow-Headers', HEADERS)
  http.set('Access-Control-Max-Age', PREFLIGHT_AGE)
}

/**
 * Whether the page belongs to another site, where browsers may block the cookie. Browsers usually say so; for one that does not,
 * another host counts as another site, and a missing origin means that there is no page.
 */
export function isCrossSite(http: Context): boolean {
  const fetchSite = http.get('sec-fetch-site')
  if (fetchSite) return fetchSite === 'cross-site'
  const origin = originOf(http)
  return origin !== null && URL.parse(origin)?.host !== http.host
}

/** Whether no page sent the request: a browser names its site, its origin, or both. */
export function isFromProgram(http: Context): boolean {
  return http.get('sec-fetch-site') === '' && originOf(http) === null
}
