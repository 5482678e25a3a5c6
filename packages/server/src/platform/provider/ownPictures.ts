import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { allowAnyOrigin } from '../anyOrigin.ts'
import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import type { Page } from '../feature.ts'
import { findProvider } from './collection.ts'

/** Longer sides of pictures on pages, in pixels, are made this small. */
const LONGEST = 1920
/** What the path of one ends with. */
const NAME = /^[\w-]{22}\.webp$/

/**
 * Stores a picture of a provider's own, for pages and products, and answers the shop's own path of it. It is written anew, so
 * nothing that a camera or a program put beside the pixels is published. The same picture has the same path.
 */
export async function saveOwnPicture(app: App, provider: string, bytes: Uint8Array): Promise<string> {
  const webp = await sharp(bytes)
    .rotate()
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84 })
    .toBuffer()
  const name = `${createHash('sha256').update(webp).digest('base64url').slice(0, 22).replace(/^-/, '_')}.webp`
  await app.blobs.put(`${provider}/content/${name}`, webp)
  return `/content/${provider}/${name}`
}

/** Whether a path is that of a provider's own picture. */
export function isOwnPicture(provider: string, path: string): boolean {
  const start = `/content/${provider}/`
  return path.startsWith(start) && NAME.test(path.slice(start.length))
}

/** A provider's own picture at its path, for any page on the web. Its name follows from its content, so it never changes. */
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
