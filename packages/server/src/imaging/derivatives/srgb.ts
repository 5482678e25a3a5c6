import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/**
 * Embedded colour profiles: detects those that already are sRGB, to skip the costly conversion (a quarter of a second for 24
 * megapixels), and provides the sRGB profile for the derived files.
 */

// Colorants of sRGB, adapted to D50, as every sRGB profile has them within rounding.
const COLORANTS = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971], bXYZ: [0.1431, 0.0606, 0.7141] }
const COLORANT_TOLERANCE = 0.0012
const CURVE_TOLERANCE = 0.0015

/** True if the profile describes sRGB: measures its colorants and curves instead of trusting its name. */
export function isSrgbProfile(profile: Buffer): boolean {
  try {
    return profile.toString('latin1', 16, 20) === 'RGB ' && measuresAsSrgb(profile)
  } catch {
    // The profile ends too early or points outside itself; the conversion will report it.
    return false
  }
}

function measuresAsSrgb(profile: Buffer): boolean {
  const tags = new Map<string, number>()
  for (let entry = 0; entry < profile.readUInt32BE(128); entry++) {
    const at = 132 + entry * 12
    tags.set(profile.toString('latin1', at, at + 4), profile.readUInt32BE(at + 4))
  }
  // Programs that support this table use it instead of the matrix.
  if (tags.has('A2B0')) return false
  const colorantsFit = Object.entries(COLORANTS).every(([tag, expected]) => {
    const at = tags.get(tag)
    return (
      at !== undefined &&
      expected.every((value, i) => Math.abs(readFixed(profile, at + 8 + i * 4) - value) < COLORANT_TOLERANCE)
    )
  })
  return colorantsFit && ['rTRC', 'gTRC', 'bTRC'].every((tag) => curveFits(profile, tags.get(tag)))
}

function curveFits(profile: Buffer, at: number | undefined): boolean {
  if (at === undefined) return false
  const curve = readCurve(profile, at)
  if (!curve) return false
  for (let step = 0; step <= 64; step++) {
    const value = step / 64
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    if (Math.abs(curve(value) - linear) > CURVE_TOLERANCE) return false
  }
  return true
}

function readCurve(profile: Buffer, at: number): ((value: number) => number) | null {
  const kind = profile.toString('latin1', at, at + 4)
  if (kind === 'para' && profile.readUInt16BE(at + 8) === 3) {
    const [g, a, b, c, d] = [0, 1, 2, 3, 4].map((i) => readFixed(profile, at + 12 + i * 4)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    return (value) => (value >= d ? (a * value + b) ** g : c * value)
  }
  const count = kind === 'curv' ? profile.readUInt32BE(at + 8) : 0
  if (count < 64) return null
  return (value) => {
    const place = value * (count - 1)
    const [below, above] = [Math.floor(place), Math.ceil(place)].map(
      (i) => profile.readUInt16BE(at + 12 + i * 2) / 65535,
    ) as [number, number]
    return below + (above - below) * (place - Math.floor(place))
  }
}

function readFixed(profile: Buffer, at: number): number {
  return profile.readInt32BE(at) / 65536
}

let srgb: Promise<Buffer> | undefined

/** The sRGB profile of the derived files (480 bytes). */
export function srgbProfile(): Promise<Buffer> {
  srgb ??= readBuiltIn()
  return srgb
}

async function readBuiltIn(): Promise<Buffer> {
  const black = { create: { width: 1, height: 1, channels: 3 as const, background: '#000' } }
  const { icc } = await sharp(await sharp(black).withIccProfile('srgb').jpeg().toBuffer()).metadata()
  if (!icc) throw new Error('The image library has no sRGB profile')
  return icc
}

/** Marks a derived JPEG as sRGB. The library could do it too, but would first convert every pixel from sRGB to sRGB. */
export async function tagJpegAsSrgb(jpeg: Buffer): Promise<Buffer> {
  const profile = await srgbProfile()
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1')
  head.writeUInt16BE(head.length - 2 + profile.length, 2)
  // After the start marker and the JFIF header, where readers look for it.
  const at = jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2
  return Buffer.concat([jpeg.subarray(0, at), head, profile, jpeg.subarray(at)])
}

/** Marks a derived PNG as sRGB, by the format's own chunk. */
export function tagPngAsSrgb(png: Buffer): Buffer {
  // Length, type and content: the rendering intent, perceptual. It must follow the header chunk (8 + 25 bytes).
  const chunk = Buffer.from('\0\0\0\x01sRGB\0\0\0\0\0', 'latin1')
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 9)), 9)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}
