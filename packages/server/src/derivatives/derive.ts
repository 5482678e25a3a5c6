import { createHash } from 'node:crypto'
import { type FaceRectangle, fitInto, PICTURE_SIZES, type PictureSize } from '@portraitkit/core/jobs/picture.ts'
import sharp, { type Sharp } from 'sharp'
import { MAX_PIXELS, type PhotographFormat, type ReadLimits, readPhotograph } from './photograph.ts'
import { nameSrgbInJpeg, nameSrgbInPng } from './srgb.ts'

/** What is kept of a photograph beside its original. Pictures are upright and in sRGB. */
export type DerivedPicture = {
  /** sha256 of the original file. */
  hash: string
  format: PhotographFormat
  width: number
  height: number
  /** Full resolution, for crops and print: JPEG, or PNG where something in it is transparent. */
  working: { format: 'jpeg' | 'png'; file: Buffer }
  /** JPEG by length of the long edge; a picture smaller than a size is not enlarged for it. */
  sizes: Record<PictureSize, Buffer>
  /** A blurred miniature as a data address, for the moment before the picture arrives. */
  placeholder: string
  face?: FaceRectangle
  keywords: string[]
}

type Pixels = { width: number; height: number; channels: 3 | 4; pixels: Buffer }

/** What stands behind a cut-out where a format has no transparency. */
const GROUND = '#ffffff'
const PLACEHOLDER_EDGE = 16

/** Makes everything that is kept of a photograph from one decode. Throws PhotographError where the file is no use. */
export async function derivePicture(original: Buffer, limits?: ReadLimits): Promise<DerivedPicture> {
  const hash = createHash('sha256').update(original).digest('hex')
  const { pixels, channels, ...facts } = await readPhotograph(original, limits)
  const whole: Pixels = { width: facts.width, height: facts.height, channels, pixels }
  const [working, smaller] = await Promise.all([workingCopy(whole), sizesOf(whole)])
  return { hash, ...facts, working, ...smaller }
}

async function workingCopy(whole: Pixels): Promise<DerivedPicture['working']> {
  if (whole.channels === 4) {
    const png = await open(whole).png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer()
    return { format: 'png', file: nameSrgbInPng(png) }
  }
  // Optimised Huffman tables take three times as long and save a tenth; mozjpeg takes ten times as long.
  const jpeg = open(whole).jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimizeCoding: false })
  return { format: 'jpeg', file: await nameSrgbInJpeg(await jpeg.toBuffer()) }
}

/** Each size from the next larger one: the whole picture is gone over once. */
async function sizesOf(whole: Pixels): Promise<Pick<DerivedPicture, 'sizes' | 'placeholder'>> {
  const sizes: Partial<Record<PictureSize, Buffer>> = {}
  let current = whole
  for (const size of PICTURE_SIZES.toReversed()) {
    current = await shrink(current, fitInto(whole.width, whole.height, size))
    sizes[size] = await open(current)
      .jpeg({ quality: size >= 960 ? 85 : 82 })
      .toBuffer()
  }
  const tiny = await open(await shrink(current, fitInto(whole.width, whole.height, PLACEHOLDER_EDGE)))
    .blur(0.6)
    .webp({ quality: 50 })
    .toBuffer()
  return {
    sizes: sizes as Record<PictureSize, Buffer>,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  }
}

async function shrink(from: Pixels, to: { width: number; height: number }): Promise<Pixels> {
  if (to.width === from.width && to.height === from.height && from.channels === 3) return from
  let image = open(from)
  if (from.channels === 4) image = image.flatten({ background: GROUND })
  const pixels = await image
    .resize({ ...to, fit: 'fill' })
    .raw()
    .toBuffer()
  return { ...to, channels: 3, pixels }
}

function open({ width, height, channels, pixels }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS })
}
