import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { derivePicture } from '../../packages/server/src/imaging/derivatives/derive.ts'
import { storePicture } from '../../packages/server/src/imaging/derivatives/pictureFiles.ts'
import type { BlobStore } from '../../packages/server/src/platform/blobs/blobStore.ts'

// The image library belongs to the server's package.
type Noise = { create: { width: number; height: number; channels: 3; background: string; noise: object } }
type Image = { blur(sigma: number): Image; jpeg(options: { quality: number }): Image; toBuffer(): Promise<Buffer> }
const library = new URL('../../packages/server/package.json', import.meta.url)
const sharp = createRequire(library)('sharp') as (noise: Noise) => Image

/** The number of different photographs: the rest are the same files under other names. */
const DIFFERENT_COUNT = 4

export type StoredPhotograph = {
  uuid: string
  pictureType: 'IP'
  width: number
  height: number
  keywords: readonly string[]
}

/** Photographs in a shop's store, with all the copies that an import makes of them. */
export async function storePhotographs(
  blobs: BlobStore,
  provider: string,
  { count, width, height }: { count: number; width: number; height: number },
): Promise<StoredPhotograph[]> {
  const made: Array<{ original: Buffer; derived: Awaited<ReturnType<typeof derivePicture>> }> = []
  const stored: StoredPhotograph[] = []
  for (let number = 0; number < count; number++) {
    if (number < DIFFERENT_COUNT) {
      const original = await aPhotograph(width, height)
      made.push({ original, derived: await derivePicture(original) })
    }
    const { original, derived } = made[number % DIFFERENT_COUNT] as (typeof made)[number]
    const uuid = randomUUID()
    await storePicture(blobs, { provider, uuid }, original, derived)
    stored.push({ uuid, pictureType: 'IP', width, height, keywords: [] })
  }
  return stored
}

/** Soft noise, which compresses to about the size of a real photograph. */
function aPhotograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 }
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .blur(1.2)
    .jpeg({ quality: 88 })
    .toBuffer()
}
