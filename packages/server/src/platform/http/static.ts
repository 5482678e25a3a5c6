import { extname } from 'node:path'
import type { Context, Middleware } from 'koa'
import { allowAnyOrigin } from '../anyOrigin.ts'
import type { App } from '../app.ts'
import { protectPage } from './protectPage.ts'
import { isWidgetPath, type Releases } from './releases.ts'
import { createSitePage, findSite } from './sitePage.ts'
import type { StaticFile, StaticFiles } from './staticFile.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'
// `app-C0ffee12.js`
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

/** Paths that start with these names are answered in JSON; the shop's page never replaces a missing call. */
const NON_PAGE_PATHS = /^\/(?:api|ajax|sections|system|images|fonts|payments|v1)(?:\/|$)/

/**
 * Serves the widgets under `/v1/` and the addresses of their versions, for every page on the web; and the shop at every other
 * path without an answer, because its own router reads the address.
 */
export function serveStatic(app: App, parts: { site: StaticFiles | null; widgets: Releases | null }): Middleware {
  const page = parts.site?.get('/index.html')
  const pageIn = page && createSitePage(page)
  return async (http, next) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return next()
    const { path } = http
    if (isWidgetPath(path)) {
      const found = await parts.widgets?.find(path)
      if (!found) {
        // A page next to the widgets finds its files relative to its folder.
        return (await parts.widgets?.find(`${path}/`)) ? http.redirect(`${path}/${http.search}`) : next()
      }
      allowAnyOrigin(http)
      if (found.file.type.startsWith('text/html')) protectPage(http, PAGE_POLICY)
      return sendFile(http, found.file, found.isForever ? FOREVER : SHORT)
    }
    const file = path === '/index.html' ? undefined : parts.site?.get(path)
    if (file) return sendFile(http, file, HASHED.test(path) ? FOREVER : SHORT)
    if (!pageIn || NON_PAGE_PATHS.test(path) || !['', '.html'].includes(extname(path))) return next()
    protectPage(http, PAGE_POLICY)
    http.vary('Accept-Language')
    return sendFile(http, pageIn(await findSite(http, app)), 'no-cache')
  }
}

/**
 * The shop's own page loads nothing from anywhere else and may not be framed by other sites. Only pictures may come over https:
 * those on the pages that a provider writes.
 */
const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' https: data: blob:",
  // The widgets themselves write styles of single elements (sizes, colours of a look).
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'self'",
]

async function sendFile(http: Context, file: StaticFile, cache: string): Promise<void> {
  http.vary('Accept-Encoding')
  http.set('Cache-Control', cache)
  http.set('ETag', file.etag)
  http.status = 200
  if (http.fresh) {
    http.status = 304
    return
  }
  http.type = file.type
  // Asked for both at once, it is the order of the browser that counts, and that begins with gzip.
  const coding = file.codings.find((one) => http.acceptsEncodings(one, 'identity') === one)
  if (coding) http.set('Content-Encoding', coding)
  http.body = coding ? await file.compressed(coding) : file.bytes
}
