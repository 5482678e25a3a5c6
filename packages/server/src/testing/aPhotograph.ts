import sharp from 'sharp'

/** Photograph files for tests, made from pixels whose upright sRGB truth is known. */

export type Pixels = { width: number; height: number; pixels: Buffer }
export type Profile = 'srgb' | 'p3' | 'adobe' | 'cmyk'
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The pixels of a picture file, fitted into `edge` pixels, three channels in sRGB. */
export async function pixelsOf(file: string | Buffer, edge = 20_000): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** Where EXIF's orientation moves the pixel that is stored at x, y of a picture of the stored size (EXIF 2.32, 0x0112). */
const upright: Record<Orientation, (x: number, y: number, w: number, h: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [h - 1 - y, x],
  7: (x, y, w, h) => [h - 1 - y, w - 1 - x],
  8: (x, y, w) => [y, w - 1 - x],
}

/** The pixels as a camera in that position stores them. */
export function storeWithOrientation({ width, height, pixels }: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return { width, height, pixels }
  const [w, h] = orientation < 5 ? [width, height] : [height, width]
  const stored = Buffer.alloc(pixels.length)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [toX, toY] = upright[orientation](x, y, w, h)
      const [to, from] = [(y * w + x) * 3, (toY * width + toX) * 3]
      // a call that copies three bytes takes twice as long
      for (let channel = 0; channel < 3; channel++) stored[to + channel] = pixels[from + channel] as number
    }
  }
  return { width: w, height: h, pixels: stored }
}

type PhotographOptions = { orientation?: Orientation; profile?: Profile; adobe?: string; xmp?: string }

/** A JPEG file of the pixels: stored with the orientation, its colours converted to the profile and naming it. */
export async function aPhotographFile(truth: Pixels, options: PhotographOptions = {}): Promise<Buffer> {
  const { orientation = 1, profile = 'srgb', adobe, xmp } = options
  const { width, height, pixels } = storeWithOrientation(truth, orientation)
  let image = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (profile !== 'srgb') image = image.withIccProfile(profile === 'adobe' ? (adobe as string) : profile)
  if (xmp) image = image.withXmp(xmp)
  return tagOrientation(await image.jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer(), orientation)
}

/** Writes an EXIF block that contains only the orientation, as a camera would: right after the start of the file. */
function tagOrientation(jpeg: Buffer, orientation: Orientation): Buffer {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  exif.writeUInt16BE(orientation, 24)
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)])
}

/** Mean difference of two pictures of the same size, 0 to 255, and the share of values that differ by more than 12. */
export function difference(one: Pixels, other: Pixels): { mean: number; far: number } {
  if (one.width !== other.width || one.height !== other.height) return { mean: 255, far: 1 }
  let sum = 0
  let far = 0
  for (let at = 0; at < one.pixels.length; at++) {
    const difference = Math.abs((one.pixels[at] as number) - (other.pixels[at] as number))
    sum += difference
    if (difference > 12) far++
  }
  return { mean: sum / one.pixels.length, far: far / one.pixels.length }
}
