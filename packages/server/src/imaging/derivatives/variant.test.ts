import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photographs } from '../../../../../scripts/photographs.ts'
import type { BlobStore } from '../../platform/blobs/blobStore.ts'
import { createFolderBlobs } from '../../platform/blobs/folder.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { noTraces } from '../../platform/traces/traces.ts'
import { difference, pixelsOf, storeWithOrientation } from '../../testing/aPhotograph.ts'
import { aGreenScreenShot, aSoftDisc } from '../../testing/buildGreenScreen.ts'
import { type DerivedPicture, derivePicture } from './derive.ts'
import { imageSeconds } from './imageMetric.ts'
import { deletePicture, originalKey, pictureFolder, storePicture, workingKey } from './pictureFiles.ts'
import { pictureVariant, renderVariant, type Variant, variantKey } from './variant.ts'

const PICTURE = { provider: 'brightside', uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }
const PLAIN: Variant = { size: 320, rotation: 0, effect: 'original', watermark: null, background: null }
let root: string
let blobs: BlobStore
let app: Parameters<typeof pictureVariant>[0]
let original: Buffer
let made: DerivedPicture

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-variant-'))
  blobs = createFolderBlobs(root)
  app = { blobs, metrics: createMetrics([imageSeconds]), traces: noTraces }
  const file = (await photographs())[3]?.file as string
  original = await sharp(file).resize(1800).jpeg().toBuffer()
  made = await derivePicture(original)
  await storePicture(blobs, PICTURE, original, made)
})
afterAll(() => rm(root, { recursive: true }))

describe('a picture variant', () => {
  it('is the stored size itself when nothing has to change', async () => {
    expect(await pictureVariant(app, PICTURE, PLAIN)).toEqual({ file: made.sizes[320], type: 'image/jpeg' })
  })

  it.each([
    [90, 8],
    [180, 3],
    [270, 6],
  ] as const)('turns by %i degrees clockwise', async (rotation, orientation) => {
    const turned = await pixelsOf(await renderVariant(made.sizes[320], { ...PLAIN, rotation }))
    // A camera's file with this orientation is the picture rotated in the opposite direction.
    const expected = storeWithOrientation(await pixelsOf(made.sizes[320]), orientation)
    expect(difference(turned, expected).mean).toBeLessThan(4)
  })

  it('in bw has the same luminance in all channels, in sepia is warm', async () => {
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

  it("has the provider's text over the whole picture, faintly, in letters that any server can draw", async () => {
    const plain = await pixelsOf(made.sizes[640])
    const marked = await pixelsOf(await renderVariant(made.sizes[640], { ...PLAIN, watermark: 'Nordlys Łódź ✿' }))
    expect([marked.width, marked.height]).toEqual([plain.width, plain.height])
    // Every ninth of the picture contains some of it.
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

  it('is created once and kept; a different text is a different variant', async () => {
    const request: Variant = { ...PLAIN, rotation: 90, effect: 'sepia', watermark: 'One' }
    const first = (await pictureVariant(app, PICTURE, request))?.file
    expect(await blobs.get(variantKey(PICTURE, request))).toEqual(first)
    await blobs.put(variantKey(PICTURE, request), Buffer.from('kept'))
    expect((await pictureVariant(app, PICTURE, request))?.file.toString()).toBe('kept')
    expect(first?.length).toBeGreaterThan(1000)
    expect(variantKey(PICTURE, { ...request, watermark: 'Two' })).not.toBe(variantKey(PICTURE, request))
  })

  it('of a missing picture is null', async () => {
    const other = { ...PICTURE, provider: 'nordlys' }
    expect(await pictureVariant(app, other, { ...PLAIN, effect: 'bw' })).toBeNull()
  })
})

it('leaves the original untouched, byte for byte, and is deleted with it', async () => {
  expect(await blobs.get(originalKey(PICTURE, 'jpeg'))).toEqual(original)
  expect(await blobs.head(workingKey(PICTURE, 'jpeg'))).not.toBeNull()
  await deletePicture(blobs, PICTURE)
  for await (const key of blobs.list(pictureFolder(PICTURE))) expect.unreachable(key)
})

describe('a cut-out', () => {
  const CUT_OUT = { provider: 'brightside', uuid: '5b1c0f52-6b0e-4a58-9d0e-31a1f2f6f001' }
  const BEHIND = { provider: 'brightside', uuid: '5b1c0f52-6b0e-4a58-9d0e-31a1f2f6f002' }
  const before: Variant = { ...PLAIN, background: BEHIND.uuid }
  let shot: DerivedPicture

  beforeAll(async () => {
    const { jpeg } = await aGreenScreenShot()
    shot = await derivePicture(jpeg, { cutOut: 'key' })
    await storePicture(blobs, CUT_OUT, jpeg, shot)
    // left half red, right half blue, with a stripe at both ends that the frame cuts off
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"><rect width="2000" height="1000" fill="#fff"/><rect x="600" width="400" height="1000" fill="#c02020"/><rect x="1000" width="400" height="1000" fill="#2020c0"/></svg>`
    const original = await sharp(Buffer.from(drawn)).flatten().png().toBuffer()
    await storePicture(blobs, BEHIND, original, await derivePicture(original))
  })

  const variant = async (change: Partial<Variant>) => {
    const made = await pictureVariant(app, CUT_OUT, { ...before, size: 640, ...change })
    if (!made) throw new Error('There is no such variant')
    return made
  }

  it('appears on its background: every pixel is mixed by its coverage, and the edge is neither brighter nor darker', async () => {
    const { data, info } = await sharp(shot.cutOut?.[640]).raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const composed = await pixelsOf((await variant({})).file)
    expect([composed.width, composed.height]).toEqual([width, height])
    const expected = Buffer.alloc(composed.pixels.length)
    for (let at = 0; at < width * height; at++) {
      const alpha = (data[at * 4 + 3] as number) / 255
      const behind = at % width < width / 2 ? [192, 32, 32] : [32, 32, 192]
      for (const [channel, value] of behind.entries()) {
        expected[at * 3 + channel] = Math.round((data[at * 4 + channel] as number) * alpha + value * (1 - alpha))
      }
    }
    const { mean, far } = difference(composed, { width, height, pixels: expected })
    expect(mean).toBeLessThan(2.5)
    expect(far).toBeLessThan(0.03)
  })

  it('appears on white if it has no background, and never shows the green screen', async () => {
    const white = await pixelsOf((await variant({ background: null })).file)
    expect([...white.pixels.subarray(0, 3)].every((value) => value > 250)).toBe(true)
    for (const file of [shot.working.file, ...Object.values(shot.sizes), ...Object.values(shot.cutOut ?? {})]) {
      const { channels } = await sharp(await sharp(file).flatten({ background: '#fff' }).png().toBuffer()).stats()
      const [red, green, blue] = channels.map(({ mean }) => mean) as [number, number, number]
      expect(green - Math.max(red, blue)).toBeLessThan(1)
    }
  })

  it('stays transparent on request, even rotated and in sepia', async () => {
    const plain = await variant({ background: 'transparent' })
    expect(plain.type).toBe('image/webp')
    const [given, fromTransparent] = await Promise.all(
      [plain.file, shot.cutOut?.[640]].map((file) => sharp(file).flatten({ background: '#20a0ff' }).raw().toBuffer()),
    )
    const size = { width: 512, height: 640 }
    expect(
      difference({ ...size, pixels: given as Buffer }, { ...size, pixels: fromTransparent as Buffer }).mean,
    ).toBeLessThan(2)
    const turned = await variant({ background: 'transparent', rotation: 90, effect: 'sepia' })
    const { data, info } = await sharp(turned.file).raw().toBuffer({ resolveWithObject: true })
    expect([info.channels, info.width > info.height]).toEqual([4, true])
    const corner = (info.width - 1) * 4
    expect(data[corner + 3]).toBe(0)
  })

  it('combines effect, rotation and text with its background, and each background is a variant of its own', async () => {
    const request: Variant = { ...before, size: 640, rotation: 180, effect: 'bw', watermark: 'One' }
    const made = await pixelsOf((await variant(request)).file)
    for (let at = 0; at < made.pixels.length; at += 3003) {
      expect(Math.abs((made.pixels[at] as number) - (made.pixels[at + 2] as number))).toBeLessThan(6)
    }
    expect(variantKey(CUT_OUT, request)).not.toBe(variantKey(CUT_OUT, { ...request, background: CUT_OUT.uuid }))
    expect(variantKey(CUT_OUT, { ...request, background: null })).not.toContain(BEHIND.uuid)
  })

  it('disappears on a background of its own colour: no halo, at any size', async () => {
    const [disc, wall] = ['5b1c0f52-6b0e-4a58-9d0e-31a1f2f6f003', '5b1c0f52-6b0e-4a58-9d0e-31a1f2f6f004']
    const files = [
      [disc, await aSoftDisc('#9a8070', 1111, 1500)],
      [
        wall,
        await sharp({ create: { width: 1300, height: 900, channels: 3, background: '#9a8070' } })
          .png()
          .toBuffer(),
      ],
    ] as const
    for (const [uuid, file] of files) {
      await storePicture(blobs, { ...CUT_OUT, uuid }, file, await derivePicture(file, { cutOut: 'keep' }))
    }
    for (const size of [320, 960, 1600] as const) {
      const made = await pictureVariant(app, { ...CUT_OUT, uuid: disc }, { ...PLAIN, size, background: wall })
      const { channels } = await sharp(made?.file).stats()
      for (const [channel, { min, max }] of channels.entries()) {
        const value = [0x9a, 0x80, 0x70][channel] ?? 0
        expect([min, max].every((each) => Math.abs(each - value) <= 3)).toBe(true)
      }
    }
  })

  it('is null when the background or the cut-out is missing', async () => {
    expect(await pictureVariant(app, CUT_OUT, { ...before, background: PICTURE.uuid })).toBeNull()
    expect(await pictureVariant(app, BEHIND, { ...PLAIN, background: 'transparent' })).toBeNull()
  })
})
