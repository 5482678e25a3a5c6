import { createHash } from 'node:crypto'
import { type FaceRectangle, fitInto, PICTURE_SIZES, type PictureSize } from '@portraitkit/core/jobs/picture.ts'
import sharp, { type Sharp } from 'sharp'
import { keyAside } from './keyAside.ts'
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
  /** The same sizes as PNG with their transparency, where something in the picture is transparent and it was asked for. */
  cutOut: Record<PictureSize, Buffer> | null
  /** A blurred miniature as a data address, for the moment before the picture arrives. */
  placeholder: string
  face?: FaceRectangle
  keywords: string[]
}

type Pixels = { width: number; height: number; channels: 3 | 4; pixels: Buffer }

/** What stands behind a cut-out where a format has no transparency. */
const GROUND = '#ffffff'
const PLACEHOLDER_EDGE = 16

/** What is done about transparency: kept where it is there, made of a green screen too, or filled with white by default. */
export type CutOut = 'keep' | 'key'

type Wanted = { limits?: ReadLimits; cutOut?: CutOut | undefined }

/**
 * Makes everything that is kept of a photograph from one decode. Throws PhotographError where the file is no use. Nothing
 * that is made of a photograph before a green screen shows the screen.
 */
export async function derivePicture(original: Buffer, { limits, cutOut }: Wanted = {}): Promise<DerivedPicture> {
  const hash = createHash('sha256').update(original).digest('hex')
  const { pixels, channels, ...facts } = await readPhotograph(original, limits)
  const { width, height } = facts
  const keyed = cutOut === 'key' && channels === 3 ? await keyAside({ width, height, pixels }) : null
  const whole: Pixels = keyed ? { width, height, channels: 4, pixels: keyed } : { width, height, channels, pixels }
  const [working, smaller] = await Promise.all([workingCopy(whole), sizesOf(whole, cutOut !== undefined)])
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
async function sizesOf(
  whole: Pixels,
  keepsCutOut: boolean,
): Promise<Pick<DerivedPicture, 'sizes' | 'cutOut' | 'placeholder'>> {
  const sizes: Partial<Record<PictureSize, Buffer>> = {}
  const cutOut: Partial<Record<PictureSize, Buffer>> = {}
  let current = whole
  let largest: Pixels | undefined
  for (const size of PICTURE_SIZES.toReversed()) {
    // Colours beside what is transparent lose a little each time, which would be seen as a dark line in the end.
    const from = whole.channels === 4 ? (largest ?? whole) : current
    current = await shrink(from, fitInto(whole.width, whole.height, size))
    largest ??= current
    sizes[size] = await onGround(current)
      .jpeg({ quality: size >= 960 ? 85 : 82 })
      .toBuffer()
    if (keepsCutOut && current.channels === 4) {
      // Without losses, for what is made of it is coded once more; packing them closer would take ten times as long.
      cutOut[size] = await open(current).png({ compressionLevel: 1 }).toBuffer()
    }
  }
  const tiny = await onGround(await shrink(current, fitInto(whole.width, whole.height, PLACEHOLDER_EDGE)))
    .blur(0.6)
    .webp({ quality: 50 })
    .toBuffer()
  return {
    sizes: sizes as Record<PictureSize, Buffer>,
    cutOut: keepsCutOut && whole.channels === 4 ? (cutOut as Record<PictureSize, Buffer>) : null,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  }
}

async function shrink(from: Pixels, to: { width: number; height: number }): Promise<Pixels> {
  const { channels } = from
  if (to.width === from.width && to.height === from.height) return from
  const pixels = await open(from)
    .resize({ ...to, fit: 'fill' })
    .raw()
    .toBuffer()
  return { ...to, channels, pixels }
}

function onGround(pixels: Pixels): Sharp {
  return pixels.channels === 4 ? open(pixels).flatten({ background: GROUND }) : open(pixels)
}

function open({ width, height, channels, pixels }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS })
}
