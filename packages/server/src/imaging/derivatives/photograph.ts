import { open, readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { isSrgbProfile } from './srgb.ts'
import { type NamedFace, readXmp, type XmpFacts } from './xmp.ts'

export type PhotographFormat = 'jpeg' | 'png' | 'tiff' | 'webp'

/** A larger file is refused before it is unpacked: the largest camera backs have 151 megapixels. */
export const MAX_PIXELS = 160_000_000
/** Longer than any file of that size takes; stops files that were made to keep the server busy. */
export const MAX_SECONDS = 120

/** The reason why a file is unusable, with a sentence for a person. */
export class PhotographError extends Error {
  readonly reason: 'format' | 'broken' | 'too-large'

  constructor(reason: PhotographError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PhotographError'
    this.reason = reason
  }
}

/** An unpacked photograph: upright, sRGB, 8 bits, 3 channels, or 4 if part of it is transparent. */
export type Photograph = {
  format: PhotographFormat
  width: number
  height: number
  channels: 3 | 4
  pixels: Buffer
} & XmpFacts

/** Larger files are not photographs of people and would only fill the memory. */
export const MAX_PHOTOGRAPH_BYTES = 600_000_000

/** How much a file may cost: pixels, and seconds of unpacking. */
export type ReadLimits = { maxPixels: number; maxSeconds: number }

const LIMITS: ReadLimits = { maxPixels: MAX_PIXELS, maxSeconds: MAX_SECONDS }

/** Reads a JPEG, PNG, TIFF or WebP file. Throws PhotographError if it is broken, too large or something else. */
export async function readPhotograph(file: Buffer, limits: ReadLimits = LIMITS): Promise<Photograph> {
  const format = sniff(file)
  if (!format) throw new PhotographError('format', 'not a JPEG, PNG, TIFF or WebP picture')
  try {
    const about = await sharp(file, { limitInputPixels: false }).metadata()
    refuseTooManyPixels(about, limits)
    const pixels = await unpack(file, about, limits)
    return { format, ...pixels, ...factsOf(about) }
  } catch (error) {
    if (error instanceof PhotographError) throw error
    throw new PhotographError('broken', `the file is damaged or truncated (${firstLine(error)})`, error)
  }
}

/** A JPEG file has its metadata in front. */
const HEAD_BYTES = 2_000_000

/** The faces that a file marks, without unpacking it; none if it is not a photograph. Throws if it cannot be read. */
export async function readFaces(path: string): Promise<NamedFace[]> {
  const { head, size } = await readHead(path)
  const format = sniff(head)
  if (!format || size > MAX_PHOTOGRAPH_BYTES) return []
  const file = size > head.length && format !== 'jpeg' ? await readFile(path) : head
  const about = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return about ? factsOf(about).faces : []
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const buffer = Buffer.alloc(Math.min(size, HEAD_BYTES))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return { head: buffer.subarray(0, bytesRead), size }
}

/** Detects the format from the first bytes: whatever the name, nothing but these four formats reaches a decoder. */
export function sniff(file: Buffer): PhotographFormat | null {
  const start = file.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  // Canon's raw files are TIFF with `CR` after the header.
  if (start.slice(8, 10) === 'CR') return null
  return /^(II[*+]\0|MM\0[*+])/.test(start) ? 'tiff' : null
}

/** A JPEG cannot be longer in one direction, even if it is short in the other. */
const MAX_SIDE = 65_500

function refuseTooManyPixels(about: Metadata, { maxPixels }: ReadLimits): void {
  const longSide = Math.max(about.width, about.height)
  if (longSide > MAX_SIDE)
    throw new PhotographError('too-large', `its longer side has ${longSide} pixels, more than the limit of ${MAX_SIDE}`)
  if (about.width * about.height > maxPixels) {
    const megapixels = Math.round((about.width * about.height) / 1e6)
    throw new PhotographError('too-large', `${megapixels} megapixels exceed the limit of ${maxPixels / 1e6}`)
  }
}

async function unpack(
  file: Buffer,
  about: Metadata,
  { maxPixels, maxSeconds }: ReadLimits,
): Promise<Pick<Photograph, 'width' | 'height' | 'channels' | 'pixels'>> {
  const deep = about.depth !== 'uchar'
  const isSrgb = about.icc !== undefined && isSrgbProfile(about.icc)
  let image = sharp(file, { failOn: 'error', limitInputPixels: maxPixels, ignoreIcc: isSrgb })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .toColourspace('srgb')
  // Images of high bit depth with a profile are processed in a wide colour space and would stay in it without this.
  if (deep && about.icc && !isSrgb) image = image.withIccProfile('srgb')
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (info.channels === 4 && isOpaque(data))
    return { width, height, channels: 3, pixels: await withoutAlpha(data, width, height) }
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`${info.channels} channels`)
  return { width, height, channels: info.channels, pixels: data }
}

function isOpaque(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

function withoutAlpha(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_PIXELS })
    .removeAlpha()
    .raw()
    .toBuffer()
}

function factsOf({ xmp, width, height, orientation = 1 }: Metadata): XmpFacts {
  return xmp ? readXmp(xmp.toString('utf8'), { width, height, orientation }) : { faces: [], keywords: [] }
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
