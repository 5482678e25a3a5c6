import sharp, { type Metadata } from 'sharp'
import { MAX_PIXELS, MAX_SECONDS, PhotographError, sniff } from '../derivatives/photograph.ts'
import { createThreads } from '../threads.ts'
import type { GreyPicture } from './greyPicture.ts'

/** What the QR codes in a picture say. */
export type CodeReading = {
  /** Each text once. */
  texts: string[]
  /** There is what looks like another code that cannot be read: torn, blurred, or in glaring light. */
  hasSigns: boolean
}

/** What a photograph says, and how sharp it is as a whole, see `sharpnessOf`; null if the reader failed on it. */
export type PhotographReading = CodeReading & { sharpness: number | null }

/** What a thread finds; `isBlurred` if the only signs are in the sharpened picture. */
export type CodeFindings = CodeReading & { isBlurred?: boolean; sharpness?: number }

/** What a thread reads: first for any code, then, if there are signs of one, closer. */
export type CodeRequest = { picture: GreyPicture; isCloser: boolean }

/** A photograph of 24 megapixels is decoded at a quarter of its size, which costs a fraction of decoding it. */
const SMALL_EDGE = 1500
/** What shows signs of a code is read again in this size. */
const LARGE_EDGE = 3000

const readInThread = createThreads<CodeRequest, CodeFindings>(new URL('./codesWorker.ts', import.meta.url))

/**
 * Reads the QR codes in a photograph. Throws PhotographError if it cannot be decoded. A code is read if its side is at least 3 % of
 * the photograph's long edge, see docs/guide/cards.md.
 */
export async function readCodes(file: Buffer): Promise<PhotographReading> {
  if (!sniff(file)) throw new PhotographError('format', 'not a JPEG, PNG, TIFF or WebP picture')
  const first = await read(await decode(file, SMALL_EDGE), { isCloser: false })
  const { sharpness = null } = first
  if (!first.hasSigns) return { texts: first.texts, hasSigns: false, sharpness }
  const closer = await read(await decode(file, LARGE_EDGE), { isCloser: true })
  const texts = [...new Set([...first.texts, ...closer.texts])]
  // A blurred code is not found by looking closer, so that only a code that is read explains it.
  const isUnexplained = first.isBlurred === true && texts.length === 0
  return { texts, hasSigns: closer.hasSigns || isUnexplained, sharpness }
}

async function read(picture: GreyPicture, { isCloser }: Omit<CodeRequest, 'picture'>): Promise<CodeFindings> {
  const own = { ...picture, pixels: new Uint8Array(picture.pixels) }
  try {
    return await readInThread({ picture: own, isCloser }, [own.pixels.buffer])
  } catch (error) {
    // A picture on which the reader's program fails may contain a code.
    if ((error as Error).name === 'RuntimeError') return { texts: [], hasSigns: true }
    throw error
  }
}

async function decode(file: Buffer, edge: number): Promise<GreyPicture> {
  try {
    const about = await sharp(file, { limitInputPixels: false }).metadata()
    const image = sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS, ignoreIcc: isPlain(about) })
      .timeout({ seconds: MAX_SECONDS })
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    // Green is nearly as bright as grey, and costs nothing to take; print is black and white in each colour.
    const grey = isPlain(about) ? image.extractChannel('green') : image.flatten({ background: '#ffffff' }).greyscale()
    const { data, info } = await grey.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    if (channels !== 1) throw new Error(`${channels} channels`)
    return { width, height, pixels: data }
  } catch (error) {
    throw new PhotographError('broken', 'the file is damaged or truncated', error)
  }
}

/** As cameras store photographs. */
function isPlain({ space, channels, depth }: Metadata): boolean {
  return space === 'srgb' && channels === 3 && depth === 'uchar'
}
