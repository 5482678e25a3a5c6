import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { allowAnyOrigin } from '../anyOrigin.ts'
import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import type { Page } from '../feature.ts'
import { findProvider } from './collection.ts'

/** The longer side of pictures on pages is reduced to this, in pixels. */
const MAX_EDGE = 1920
/** The end of the path of such a picture. */
const NAME = /^[\w-]{22}\.webp$/

/**
 * Stores a provider's own picture, for pages and products, and returns its path in the shop. The picture is re-encoded, so that
 * nothing a camera or program added to the pixels is published. The same picture has the same path.
 */
export async function saveOwnPicture(app: App, provider: string, bytes: Uint8Array): Promise<string> {
  const webp = await sharp(bytes)
    .rotate()
    .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84 })
    .toBuffer()
  const name = `${createHash('sha256').update(webp).digest('base64url').slice(0, 22).replace(/^-/, '_')}.webp`
  await app.blobs.put(`${provider}/content/${name}`, webp)
  return `/content/${provider}/${name}`
}

/** Whether a path belongs to one of the provider's own pictures. */
export function isOwnPicture(provider: string, path: string): boolean {
  const start = `/content/${provider}/`
  return path.startsWith(start) && NAME.test(path.slice(start.length))
}

/** Serves a provider's own picture at its path, for any page on the web. Its name follows from its content, so it never changes. */
export const ownPicturePage: Page = {
  method: 'GET',
  path: '/content/:provider/:name',
  needsProvider: false,
  handle: async (http, app) => {
    allowAnyOrigin(http)
    const { provider = '', name = '' } = http.params as { provider?: string; name?: string }
    const known = NAME.test(name) && (await findProvider(app, provider))
    const picture = known ? await app.blobs.get(`${known.key}/content/${name}`) : null
    if (!picture) throw new Failure('not_found')
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = 'image/webp'
    http.body = picture
  },
}
