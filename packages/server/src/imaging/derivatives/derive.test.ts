import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { adobeRgbProfile, photographs } from '../../../../../scripts/photographs.ts'
import {
  aPhotographFile,
  difference,
  type Orientation,
  type Pixels,
  type Profile,
  pixelsOf,
} from '../../testing/aPhotograph.ts'
import { derivePicture } from './derive.ts'
import { PhotographError } from './photograph.ts'

const ORIENTATIONS: Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
/**
 * The long form of the proofs tests every profile in every orientation; the short one tests sRGB in all of them, the others both
 * upright and rotated.
 */
const orientationsOf = (profile: Profile): Orientation[] =>
  process.env.PROOFS === 'long' || profile === 'srgb' ? ORIENTATIONS : [1, 6]
let real: Pixels
let adobe: string

beforeAll(async () => {
  adobe = await adobeRgbProfile()
  // A photograph with strong colours, so that an ignored profile shows.
  const file = (await photographs()).find((each) => each.file.includes('umang'))?.file as string
  real = await pixelsOf(file, 1000)
})

function asFile({ width, height, pixels }: Pixels) {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

describe('a photograph becomes upright and sRGB', () => {
  const limits: Record<Profile, { mean: number; far: number }> = {
    srgb: { mean: 1.5, far: 0.001 },
    p3: { mean: 2, far: 0.003 },
    adobe: { mean: 2, far: 0.003 },
    // Colours outside the gamut of the inks change when the file is written, not in the tested code.
    cmyk: { mean: 16, far: 0.42 },
  }

  for (const profile of ['srgb', 'p3', 'adobe', 'cmyk'] as const) {
    it.each(orientationsOf(profile))(`${profile}, EXIF orientation %i`, async (orientation) => {
      const made = await derivePicture(await aPhotographFile(real, { orientation, profile, adobe }))
      expect([made.width, made.height]).toEqual([real.width, real.height])
      const { mean, far } = difference(await pixelsOf(made.working.file), real)
      expect(mean).toBeLessThan(limits[profile].mean)
      expect(far).toBeLessThan(limits[profile].far)
      const half = difference(await pixelsOf(made.sizes[640]), await pixelsOf(await asFile(real).png().toBuffer(), 640))
      expect(half.mean).toBeLessThan(limits[profile].mean + 1.5)
    })
  }

  it('would fail for colours with an ignored profile, and for a picture that is not upright', async () => {
    for (const profile of ['p3', 'adobe'] as const) {
      const file = await aPhotographFile(real, { profile, adobe })
      const raw = await sharp(file, { ignoreIcc: true }).raw().toBuffer()
      expect(difference({ ...real, pixels: raw }, real).mean).toBeGreaterThan(limits[profile].mean * 2)
    }
    const mirrored = await pixelsOf(await asFile(real).flop().png().toBuffer())
    expect(difference(mirrored, real).mean).toBeGreaterThan(limits.cmyk.mean)
  })

  // By LittleCMS's tificc, perceptual intent, from the profile that the image library embeds.
  it.each([
    { ink: [0, 0, 0, 0], rgb: [255, 255, 255] },
    { ink: [40, 30, 30, 10], rgb: [138, 139, 143] },
    { ink: [10, 20, 40, 5], rgb: [214, 182, 143] },
    { ink: [60, 20, 70, 0], rgb: [99, 147, 97] },
    { ink: [100, 100, 0, 0], rgb: [31, 5, 119] },
  ])('CMYK $ink is the sRGB colour $rgb', async ({ ink, rgb }) => {
    const cmyk = (await sharp(await aPhotographFile(real, { profile: 'cmyk' })).metadata()).icc as Buffer
    const made = await derivePicture(
      cmykTiff(
        ink.map((percent) => Math.round(percent * 2.55)),
        64,
        cmyk,
      ),
    )
    const { pixels } = await pixelsOf(made.working.file)
    for (const [channel, expected] of rgb.entries())
      expect(Math.abs((pixels[channel] as number) - expected)).toBeLessThan(5)
  })

  it.each([
    ['PNG of 16 bits', () => asFile(real).toColourspace('rgb16').png()],
    ['PNG of 16 bits in Display P3', () => asFile(real).toColourspace('rgb16').withIccProfile('p3').png()],
    [
      'TIFF of 16 bits in Adobe RGB',
      () => asFile(real).toColourspace('rgb16').withIccProfile(adobe).tiff({ compression: 'deflate' }),
    ],
    ['TIFF with LZW', () => asFile(real).tiff({ compression: 'lzw' })],
    ['lossless WebP in Display P3', () => asFile(real).withIccProfile('p3').webp({ lossless: true })],
    ['PNG that names sRGB', () => asFile(real).withIccProfile('srgb').png()],
  ])('%s', async (_name, file) => {
    const made = await derivePicture(await file().toBuffer())
    const { mean, far } = difference(await pixelsOf(made.working.file), real)
    expect(mean).toBeLessThan(1.6)
    expect(far).toBeLessThan(0.003)
  })

  it.each([
    ['8 bits', () => asFile(real).grayscale().jpeg({ quality: 97 })],
    ['16 bits', () => asFile(real).toColourspace('grey16').png()],
  ])('grayscale of %s becomes three equal channels', async (_name, file) => {
    const made = await derivePicture(await file().toBuffer())
    const { pixels } = await pixelsOf(made.working.file)
    const truth = await pixelsOf(await asFile(real).grayscale().toColourspace('srgb').png().toBuffer())
    expect(difference({ ...real, pixels }, truth).mean).toBeLessThan(1.6)
  })
})

describe('the files derived from a photograph', () => {
  it('four JPEG sizes by the long edge, a working copy at full resolution, the hash of the file', async () => {
    const file = await aPhotographFile(await pixelsOf((await photographs())[1]?.file as string, 2400))
    const made = await derivePicture(file)
    const measured = await Promise.all(Object.values(made.sizes).map((size) => sharp(size).metadata()))
    expect(measured.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['jpeg', 320, 180],
      ['jpeg', 640, 360],
      ['jpeg', 960, 540],
      ['jpeg', 1600, 900],
    ])
    const working = await sharp(made.working.file).metadata()
    expect(working).toMatchObject({
      format: 'jpeg',
      width: 2400,
      height: 1350,
      chromaSubsampling: '4:4:4',
      space: 'srgb',
    })
    expect(working.icc?.toString('latin1')).toContain('s\0R\0G\0B')
    expect(made.hash).toBe(createHash('sha256').update(file).digest('hex'))
  })

  it('contain no place, camera or people named in the original', async () => {
    const file = await sharp(await aPhotographFile(real, { xmp: regions([{ name: 'Mia Doe' }]) }))
      .keepXmp()
      .withExif({ IFD0: { Artist: 'Mia Doe' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(file.toString('latin1')).toContain('Mia Doe')
    const made = await derivePicture(file)
    for (const out of [made.working.file, ...Object.values(made.sizes)]) {
      const { exif, xmp, iptc } = await sharp(out).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
    }
    expect(JSON.stringify({ ...made, working: null, sizes: null, faces: null })).not.toContain('Mia')
  })

  it('include no size larger than the picture', async () => {
    const made = await derivePicture(await aPhotographFile(await pixelsOf(await asFile(real).png().toBuffer(), 500)))
    const widths = await Promise.all(
      Object.values(made.sizes).map(async (size) => (await sharp(size).metadata()).width),
    )
    expect(widths).toEqual([320, 500, 500, 500])
  })

  it('include a placeholder of 16 pixels in the colours of the picture, small enough for every answer', async () => {
    const { placeholder } = await derivePicture(await aPhotographFile(real))
    expect(placeholder.length).toBeLessThan(400)
    const tiny = await pixelsOf(Buffer.from(placeholder.replace('data:image/webp;base64,', ''), 'base64'))
    expect(Math.max(tiny.width, tiny.height)).toBe(16)
    const shrunk = await pixelsOf(await asFile(real).png().toBuffer(), 16)
    expect(difference(tiny, shrunk).mean).toBeLessThan(16)
  })

  it('a cut-out keeps its transparency in the working copy and is on white in the sizes', async () => {
    const half = Buffer.alloc(400 * 300 * 4)
    for (let at = 0; at < half.length; at += 4) half.set(at % 1600 < 800 ? [200, 30, 30, 255] : [0, 0, 0, 0], at)
    const made = await derivePicture(
      await sharp(half, { raw: { width: 400, height: 300, channels: 4 } })
        .png()
        .toBuffer(),
    )
    const working = await sharp(made.working.file).raw().toBuffer({ resolveWithObject: true })
    expect(working.info.channels).toBe(4)
    expect([...working.data.subarray(0, 4)]).toEqual([200, 30, 30, 255])
    expect(working.data.at(1599)).toBe(0)
    const derived = await pixelsOf(made.sizes[320])
    expect((await sharp(made.sizes[320]).metadata()).channels).toBe(3)
    expect([...derived.pixels.subarray(310 * 3, 310 * 3 + 3)].every((value) => value > 250)).toBe(true)
  })

  it('a JPEG of a picture whose transparency is never used', async () => {
    const opaque = await asFile(real).ensureAlpha().png().toBuffer()
    expect((await derivePicture(opaque)).working.format).toBe('jpeg')
  })
})

describe('an unusable file is refused with its reason', () => {
  async function refusal(file: Buffer): Promise<PhotographError> {
    const error = await derivePicture(file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PhotographError)
    return error as PhotographError
  }

  it.each(['jpeg', 'png', 'webp'] as const)('a %s that is truncated anywhere', async (format) => {
    const file = await asFile(real).toFormat(format).toBuffer()
    for (const share of [0.02, 0.5, 0.9, 0.999]) {
      expect((await refusal(file.subarray(0, Math.floor(file.length * share)))).reason).toBe('broken')
    }
  })

  it('a TIFF that is truncated', async () => {
    const file = await asFile(real).tiff({ compression: 'lzw' }).toBuffer()
    expect((await refusal(file.subarray(0, file.length * 0.7))).reason).toBe('broken')
  })

  it('a small file that would unpack into gigabytes, before unpacking it', async () => {
    // the file is complete: a smaller one of its kind becomes a picture
    expect((await derivePicture(blackPng(400))).width).toBe(400)
    const bomb = blackPng(16_000)
    expect(bomb.length).toBeLessThan(200_000)
    // Its first bytes contain nothing to unpack: a decoder that starts anyway finds a broken file.
    for (const file of [bomb, bomb.subarray(0, 500)]) {
      const { reason, message } = await refusal(file)
      expect([reason, message]).toEqual(['too-large', '256 megapixels exceed the limit of 160'])
    }
  })

  it('a file that is neither JPEG, PNG, TIFF nor WebP, whatever its name', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="/etc/passwd"/></svg>',
    )
    for (const file of [svg, Buffer.from(''), Buffer.from('hello'), await asFile(real).resize(64).gif().toBuffer()]) {
      expect((await refusal(file)).reason).toBe('format')
    }
  })
})

function regions(faces: { name: string }[]): string {
  const list = faces.map(
    ({ name }) =>
      `<rdf:li mwg-rs:Name="${name}" mwg-rs:Type="Face"><mwg-rs:Area stArea:x=".5" stArea:y=".5" stArea:w=".2" stArea:h=".2"/></rdf:li>`,
  )
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>${list.join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`
}

/** A black PNG of one bit per pixel, written by hand: that is quick, however many pixels it has. */
function blackPng(edge: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(edge * (1 + edge / 8)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** An uncompressed CMYK TIFF of one colour, written by hand so that the inks are exactly these. */
function cmykTiff(ink: number[], edge: number, profile: Buffer): Buffer {
  const pixels = Buffer.alloc(edge * edge * 4)
  for (let at = 0; at < pixels.length; at += 4) pixels.set(ink, at)
  const at = 8 + 2 + 11 * 12 + 4
  const entries = [
    [256, 3, 1, edge],
    [257, 3, 1, edge],
    [258, 3, 4, at],
    [259, 3, 1, 1],
    [262, 3, 1, 5],
    [273, 4, 1, at + 8 + profile.length],
    [277, 3, 1, 4],
    [278, 3, 1, edge],
    [279, 4, 1, pixels.length],
    [284, 3, 1, 1],
    [34675, 7, profile.length, at + 8],
  ] as const
  const head = Buffer.alloc(at + 8)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries.length, 8)
  for (const [index, [tag, kind, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + index * 12)
    head.writeUInt16LE(kind, 12 + index * 12)
    head.writeUInt32LE(count, 14 + index * 12)
    head.writeUInt32LE(value, 18 + index * 12)
  }
  for (let bits = 0; bits < 4; bits++) head.writeUInt16LE(8, at + bits * 2)
  return Buffer.concat([head, profile, pixels])
}
