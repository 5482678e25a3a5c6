import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photographs } from '../../../../scripts/photographs.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import { createFolderBlobs } from '../blobs/folder.ts'
import { difference, pixelsOf, storedAs } from './aPhotograph.ts'
import { type DerivedPicture, derivePicture } from './derive.ts'
import { deletePicture, originalKey, storePicture, workingKey } from './pictureFiles.ts'
import { pictureVariant, renderVariant, type Variant, variantKey } from './variant.ts'

const PICTURE = { provider: 'brightside', uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }
const PLAIN: Variant = { size: 320, rotation: 0, effect: 'original', watermark: null }
let root: string
let blobs: BlobStore
let original: Buffer
let made: DerivedPicture

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-variant-'))
  blobs = createFolderBlobs(root)
  const file = (await photographs())[3]?.file as string
  original = await sharp(file).resize(1800).jpeg().toBuffer()
  made = await derivePicture(original)
  await storePicture(blobs, PICTURE, original, made)
})
afterAll(() => rm(root, { recursive: true }))

describe('a picture as it is asked for', () => {
  it('is the kept size itself where nothing is to be done', async () => {
    expect(await pictureVariant(blobs, PICTURE, PLAIN)).toEqual(made.sizes[320])
  })

  it.each([
    [90, 8],
    [180, 3],
    [270, 6],
  ] as const)('turns by %i degrees clockwise', async (rotation, orientation) => {
    const turned = await pixelsOf(await renderVariant(made.sizes[320], { ...PLAIN, rotation }))
    // What a camera stores for this orientation is the picture turned the other way round.
    const expected = storedAs(await pixelsOf(made.sizes[320]), orientation)
    expect(difference(turned, expected).mean).toBeLessThan(4)
  })

  it('bw has one luminance in all channels, sepia is warm', async () => {
    const source = await pixelsOf(made.sizes[320])
    const bw = await pixelsOf(await renderVariant(made.sizes[320], { ...PLAIN, effect: 'bw' }))
    const sepia = await pixelsOf(await renderVariant(made.sizes[320], { ...PLAIN, effect: 'sepia' }))
    const expected = { bw: Buffer.from(source.pixels), sepia: Buffer.from(source.pixels) }
    for (let at = 0; at < source.pixels.length; at += 3) {
      const [r, g, b] = [...source.pixels.subarray(at, at + 3)] as [number, number, number]
      expected.bw.fill(0.2126 * r + 0.7152 * g + 0.0722 * b, at, at + 3)
      const toned = [
        0.393 * r + 0.769 * g + 0.189 * b,
        0.349 * r + 0.686 * g + 0.168 * b,
        0.272 * r + 0.534 * g + 0.131 * b,
      ]
      expected.sepia.set(
        toned.map((value) => Math.min(255, Math.round(value))),
        at,
      )
    }
    expect(difference(bw, { ...source, pixels: expected.bw }).mean).toBeLessThan(3)
    expect(difference(sepia, { ...source, pixels: expected.sepia }).mean).toBeLessThan(3)
  })

  it("lays the provider's text over the whole picture, faintly, in letters that any server can draw", async () => {
    const plain = await pixelsOf(made.sizes[640])
    const marked = await pixelsOf(
      await renderVariant(made.sizes[640], { ...PLAIN, size: 640, watermark: 'Nordlys Łódź ✿' }),
    )
    expect([marked.width, marked.height]).toEqual([plain.width, plain.height])
    // Every ninth of the picture carries some of it.
    for (let part = 0; part < 9; part++) {
      const [left, top] = [
        Math.floor((part % 3) * (plain.width / 3)),
        Math.floor(Math.floor(part / 3) * (plain.height / 3)),
      ]
      const cut = { left, top, width: Math.floor(plain.width / 3), height: Math.floor(plain.height / 3) }
      const [before, after] = await Promise.all(
        [plain, marked].map(async ({ width, height, pixels }) => {
          const image = sharp(pixels, { raw: { width, height, channels: 3 } }).extract(cut)
          return { width: cut.width, height: cut.height, pixels: await image.raw().toBuffer() }
        }),
      )
      expect(difference(after as typeof plain, before as typeof plain).far).toBeGreaterThan(0.02)
    }
    expect(difference(marked, plain).mean).toBeLessThan(14)
  })

  it('is made once and kept; another text is another variant', async () => {
    const wanted: Variant = { ...PLAIN, rotation: 90, effect: 'sepia', watermark: 'One' }
    const first = await pictureVariant(blobs, PICTURE, wanted)
    expect(await blobs.get(variantKey(PICTURE, wanted))).toEqual(first)
    await blobs.put(variantKey(PICTURE, wanted), Buffer.from('kept'))
    expect((await pictureVariant(blobs, PICTURE, wanted))?.toString()).toBe('kept')
    expect(first?.length).toBeGreaterThan(1000)
    expect(variantKey(PICTURE, { ...wanted, watermark: 'Two' })).not.toBe(variantKey(PICTURE, wanted))
  })

  it('is nothing for a picture that is not there', async () => {
    const other = { ...PICTURE, provider: 'nordlys' }
    expect(await pictureVariant(blobs, other, { ...PLAIN, effect: 'bw' })).toBeNull()
  })
})

it('keeps the original byte for byte and deletes everything with it', async () => {
  expect(await blobs.get(originalKey(PICTURE, 'jpeg'))).toEqual(original)
  expect(await blobs.head(workingKey(PICTURE, 'jpeg'))).not.toBeNull()
  await deletePicture(blobs, PICTURE)
  for await (const key of blobs.list('brightside')) expect.unreachable(key)
})
