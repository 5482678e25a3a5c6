import { createHash } from 'node:crypto'
import { fitInto, PICTURE_SIZES, type PictureSize } from '@portraitkit/core/jobs/picture.ts'
import sharp, { type Sharp } from 'sharp'
import { keyOutInWorker } from './keyOutInWorker.ts'
import { MAX_PIXELS, type PhotographFormat, type ReadLimits, readPhotograph } from './photograph.ts'
import { tagJpegAsSrgb, tagPngAsSrgb } from './srgb.ts'
import type { XmpFacts } from './xmp.ts'

/** The files and facts stored for a photograph in addition to its original. Pictures are upright and in sRGB. */
export type DerivedPicture = {
  /** sha256 of the original file. */
  hash: string
  format: PhotographFormat
  width: number
  height: number
  /** Full resolution, for crops and print: JPEG, or PNG if part of it is transparent. */
  working: { format: 'jpeg' | 'png'; file: Buffer }
  /** JPEG by length of the long edge; a picture smaller than a size is not enlarged. */
  sizes: Record<PictureSize, Buffer>
  /** Like `sizes`, as PNG with their transparency, if part of the picture is transparent and they were requested. */
  cutOut: Record<PictureSize, Buffer> | null
  /** A blurred miniature as a data address, shown until the picture arrives. */
  placeholder: string
} & XmpFacts

type Pixels = { width: number; height: number; channels: 3 | 4; pixels: Buffer }

/** The colour behind a cut-out in formats without transparency. */
const FLAT_BACKGROUND = '#ffffff'
const PLACEHOLDER_EDGE = 16

/** How to treat transparency: keep it, also create it from a green screen, or, by default, fill it with white. */
export type CutOut = 'keep' | 'key'

type DeriveOptions = { limits?: ReadLimits; cutOut?: CutOut | undefined }

/**
 * Derives everything that is stored for a photograph from one decode. Throws PhotographError for an unusable file. Nothing
 * derived from a green-screen photograph shows the screen.
 */
export async function derivePicture(original: Buffer, { limits, cutOut }: DeriveOptions = {}): Promise<DerivedPicture> {
  const hash = createHash('sha256').update(original).digest('hex')
  const { pixels, channels, ...facts } = await readPhotograph(original, limits)
  const { width, height } = facts
  const keyed = cutOut === 'key' && channels === 3 ? await keyOutInWorker({ width, height, pixels }) : null
  const whole: Pixels = keyed ? { width, height, channels: 4, pixels: keyed } : { width, height, channels, pixels }
  const [working, smaller] = await Promise.all([workingCopy(whole), sizesOf(whole, cutOut !== undefined)])
  for (const used of [pixels, whole.pixels]) freePixels(used)
  return { hash, ...facts, working, ...smaller }
}

/**
 * Frees the memory of decoded pixels, which nobody may read any more. A photograph has up to 300 MB of them: left to the garbage
 * collector, which sees only a small object, those of several photographs are held at a time.
 */
function freePixels({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !buffer.detached) buffer.transfer(0)
}

async function workingCopy(whole: Pixels): Promise<DerivedPicture['working']> {
  if (whole.channels === 4) {
    const png = await toSharp(whole).png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer()
    return { format: 'png', file: tagPngAsSrgb(png) }
  }
  // Optimised Huffman tables take three times as long and save a tenth of the bytes; mozjpeg takes ten times as long.
  const jpeg = toSharp(whole).jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimizeCoding: false })
  return { format: 'jpeg', file: await tagJpegAsSrgb(await jpeg.toBuffer()) }
}

/** Shrinks each size from the next larger one, so that the full picture is read only once. */
async function sizesOf(
  whole: Pixels,
  keepsCutOut: boolean,
): Promise<Pick<DerivedPicture, 'sizes' | 'cutOut' | 'placeholder'>> {
  const sizes: Partial<Record<PictureSize, Buffer>> = {}
  const cutOut: Partial<Record<PictureSize, Buffer>> = {}
  let current = whole
  let largest: Pixels | undefined
  for (const size of PICTURE_SIZES.toReversed()) {
    // Colours next to transparent pixels lose a little each time, which would add up to a visible dark line.
    const from = whole.channels === 4 ? (largest ?? whole) : current
    current = await shrink(from, fitInto(whole.width, whole.height, size))
    largest ??= current
    sizes[size] = await flatten(current)
      .jpeg({ quality: size >= 960 ? 85 : 82 })
      .toBuffer()
    if (keepsCutOut && current.channels === 4) {
      // Lossless, because the files derived from it are encoded again; tighter compression would take ten times as long.
      cutOut[size] = await toSharp(current).png({ compressionLevel: 1 }).toBuffer()
    }
  }
  const tiny = await flatten(await shrink(current, fitInto(whole.width, whole.height, PLACEHOLDER_EDGE)))
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
  const pixels = await toSharp(from)
    .resize({ ...to, fit: 'fill' })
    .raw()
    .toBuffer()
  return { ...to, channels, pixels }
}

function flatten(pixels: Pixels): Sharp {
  return pixels.channels === 4 ? toSharp(pixels).flatten({ background: FLAT_BACKGROUND }) : toSharp(pixels)
}

function toSharp({ width, height, channels, pixels }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS })
}
