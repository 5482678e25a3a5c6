import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { App } from '../app.ts'
import type { Page } from '../feature.ts'
import { Failure } from '../http/failure.ts'
import { openToAll } from '../http/origin.ts'
import { findProvider } from '../provider/collection.ts'

/** Longer sides of pictures on pages, in pixels, are made this small. */
const LONGEST = 1920

/**
 * Stores a picture for a provider's pages and answers the shop's own path of it. It is written anew, so nothing that a
 * camera or a program put beside the pixels is published. The same picture has the same path.
 */
export async function savePagePicture(app: App, provider: string, bytes: Uint8Array): Promise<string> {
  const webp = await sharp(bytes)
    .rotate()
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84 })
    .toBuffer()
  const name = `${createHash('sha256').update(webp).digest('base64url').slice(0, 22).replace(/^-/, '_')}.webp`
  await app.blobs.put(`${provider}/content/${name}`, webp)
  return `/content/${provider}/${name}`
}

/** A picture of a page at its path, for any page on the web. Its name follows from its content, so it never changes. */
export const ownPicturePage: Page = {
  method: 'GET',
  path: '/content/:provider/:name',
  needsProvider: false,
  handle: async (http, app) => {
    openToAll(http)
    const { provider = '', name = '' } = http.params as { provider?: string; name?: string }
    const known = /^[\w-]{22}\.webp$/.test(name) && (await findProvider(app, provider))
    const picture = known ? await app.blobs.get(`${known.key}/content/${name}`) : null
    if (!picture) throw new Failure('not_found')
    http.set('Cache-Control', 'public, max-age=31536000, immutable')
    http.type = 'image/webp'
    http.body = picture
  },
}
