import sharp from 'sharp'
import { encode } from 'uqr'

/** A card as it is held in front of a camera. */
export type CardInFrame = {
  /** What its QR code says. */
  text: string
  /** The side of the QR code without its margin, as a share of the frame's long edge. */
  size: number
  /** The centre of the code, as shares of the frame's width and height. */
  x: number
  y: number
  /** In degrees: in the plane of the frame, and out of it around the horizontal and the vertical axis. */
  turn: number
  pitch: number
  yaw: number
  /** The light that the paper reflects, up to 1: white over half of the code. */
  glare: number
  /** The share of the code's side that is torn off at a corner. */
  torn: number
  /** How far a point of the card alone is spread, as a share of the long edge, in front of a scene that is sharper. */
  ownBlur?: number
}

/** What a camera records: a scene that the seed decides, and the cards in it. */
export type CameraFrame = {
  seed: number
  width: number
  height: number
  cards: readonly CardInFrame[]
  /** How far a point is spread, as a share of the long edge. */
  blur: number
  /** The standard deviation of a channel, of 255. */
  noise: number
  /** Of the JPEG file. */
  quality: number
}

/** A generator of numbers from 0 to 1: the same seed always gives the same ones. */
export function seededRandom(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Exif = { [name: string]: string }

/** A JPEG file of the frame, optionally with facts of its camera: names of EXIF in `IFD0` and `IFD2`. */
export async function aCardFrame(
  frame: CameraFrame,
  exif?: { IFD0?: Exif; IFD2?: Exif },
): Promise<Buffer<ArrayBufferLike>> {
  const { width, height, blur, noise, quality, seed } = frame
  const raw = { width, height, channels: 3 as const }
  const pixels = await sharp(Buffer.from(sceneOf(frame)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  for (const card of frame.cards) {
    if (card.ownBlur) await drawBlurredCard(pixels, frame, card, card.ownBlur)
    else drawCard(pixels, frame, card)
  }
  const sigma = blur * Math.max(width, height)
  const spread = sigma < 0.3 ? pixels : await sharp(pixels, { raw }).blur(sigma).raw().toBuffer()
  if (noise > 0) addNoise(spread, noise, seededRandom(seed))
  const image = sharp(spread, { raw }).jpeg({ quality })
  return (exif ? image.withExif(exif) : image).toBuffer()
}

/** A person before a backdrop, in a shirt with a pattern: what a reader must not take for a code. */
function sceneOf({ seed, width, height }: CameraFrame): string {
  const random = seededRandom(seed)
  const colour = () =>
    `hsl(${Math.floor(random() * 360)} ${Math.floor(20 + random() * 60)}% ${Math.floor(20 + random() * 60)}%)`
  const pattern = ['M0 0h8v8h-8z M8 8h8v8h-8z', 'M0 0h5v16h-5z', 'M0 0h16v5h-16z', 'M4 4h6v6h-6z'][
    Math.floor(random() * 4)
  ]
  const [w, h] = [Math.round(width / 4), Math.round(height / 4)]
  const [x, skin] = [w * (0.3 + 0.4 * random()), colour()]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">
<defs><linearGradient id="b" x2="${random()}" y2="1"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient>
<pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(${Math.floor(random() * 90)}) scale(${0.4 + random()})"><rect width="16" height="16" fill="${colour()}"/><path d="${pattern}" fill="${colour()}"/></pattern></defs>
<rect width="${w}" height="${h}" fill="url(#b)"/>
<ellipse cx="${x}" cy="${h}" rx="${w * 0.28}" ry="${h * 0.42}" fill="url(#p)"/>
<ellipse cx="${x}" cy="${h * 0.4}" rx="${h * 0.15}" ry="${h * 0.2}" fill="${skin}"/>
<path d="M${x - h * 0.16} ${h * 0.4}a${h * 0.16} ${h * 0.22} 0 0 1 ${h * 0.32} 0z" fill="${colour()}"/>
<circle cx="${x - h * 0.05}" cy="${h * 0.4}" r="${h * 0.015}"/><circle cx="${x + h * 0.05}" cy="${h * 0.4}" r="${h * 0.015}"/></svg>`
}

/** Of the card, in sides of its code: white paper, the code in its upper part, lines of text below. */
const PAPER = { left: -0.75, right: 0.75, top: -0.75, bottom: 1.25 }

function drawCard(pixels: Buffer, { width, height }: CameraFrame, card: CardInFrame): void {
  const longEdge = Math.max(width, height)
  const shade = shadeOf(card)
  const [a, b, c, d, e, f, g, h, i] = invert(projection(card, longEdge, width, height))
  const reach = 1.7 * card.size * longEdge
  const [cx, cy] = [card.x * width, card.y * height]
  // This is done for a million points of a frame: without a function that returns both coordinates it takes a third of the time.
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(height, cy + reach); y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(width, cx + reach); x++) {
      const [mx, my] = [x + 0.5, y + 0.5]
      const away = g * mx + h * my + i
      if (isOutside((a * mx + b * my + c) / away, (d * mx + e * my + f) / away, 0.05)) continue
      let sum = 0
      let count = 0
      for (let point = 0; point < 9; point++) {
        const px = x + (POINTS[point % 3] as number)
        const py = y + (POINTS[(point / 3) | 0] as number)
        const w = g * px + h * py + i
        const value = shade((a * px + b * py + c) / w, (d * px + e * py + f) / w)
        if (value < 0) continue
        sum += value
        count++
      }
      if (count === 0) continue
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const under = pixels[at + channel] as number
        pixels[at + channel] = Math.min(255, (under * (9 - count) + sum) / 9)
      }
    }
  }
}

/** Where a pixel is measured, in each direction. */
const POINTS = [0.17, 0.5, 0.83]

/** Whether a point is more than the margin beside the card. */
const isOutside = (u: number, v: number, margin = 0) =>
  u < PAPER.left - margin || u > PAPER.right + margin || v < PAPER.top - margin || v > PAPER.bottom + margin

/** How bright a point of the card is, from 0 to 255 and more; less than 0 beside it. */
function shadeOf({ text, glare, torn }: CardInFrame): (u: number, v: number) => number {
  const { data, size } = encode(text, { ecc: 'Q', border: 0 })
  return (u, v) => {
    if (isOutside(u, v)) return -1
    if (torn > 0 && u + v > 1 - 2 * torn + 0.1 * Math.sin(9 * u)) return -1
    const light = glare > 0 ? glare * 400 * Math.exp(-((u - 0.1) ** 2 + (v + 0.1) ** 2) / 0.12) : 0
    const [column, row] = [Math.floor((u + 0.5) * size), Math.floor((v + 0.5) * size)]
    const isInCode = column >= 0 && column < size && row >= 0 && row < size
    const isDark = isInCode ? data[row]?.[column] : v > 0.7 && v < 1.1 && Math.abs(u) < 0.5 && (v * 5) % 1 < 0.5
    return (isDark ? 35 : 225) + light
  }
}

/** Drawn on black and on white, the difference says how much of what is behind the card is seen beside its soft edge. */
async function drawBlurredCard(pixels: Buffer, frame: CameraFrame, card: CardInFrame, blur: number): Promise<void> {
  const raw = { width: frame.width, height: frame.height, channels: 3 as const }
  const [onBlack, onWhite] = (await Promise.all(
    [0, 255].map((shade) => {
      const ground = Buffer.alloc(pixels.length, shade)
      drawCard(ground, frame, card)
      return sharp(ground, { raw })
        .blur(blur * Math.max(frame.width, frame.height))
        .raw()
        .toBuffer()
    }),
  )) as [Buffer, Buffer]
  for (let at = 0; at < pixels.length; at++) {
    const [black, white] = [onBlack[at] as number, onWhite[at] as number]
    pixels[at] = Math.min(255, black + ((pixels[at] as number) * (white - black)) / 255)
  }
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** From the plane of the card, in sides of its code, to pixels: the lens is as far from the card as the frame's long edge is long. */
function projection(
  { x, y, size, turn, pitch, yaw }: CardInFrame,
  longEdge: number,
  width: number,
  height: number,
): Matrix {
  const [t, p, w] = [turn, pitch, yaw].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  // Turned in its plane, then tilted around the horizontal axis, then around the vertical one.
  const column = (u: number, v: number) => {
    const [x1, y1] = [u * Math.cos(t) - v * Math.sin(t), u * Math.sin(t) + v * Math.cos(t)]
    const [y2, z2] = [y1 * Math.cos(p), y1 * Math.sin(p)]
    return [x1 * Math.cos(w) + z2 * Math.sin(w), y2, z2 * Math.cos(w) - x1 * Math.sin(w)] as const
  }
  const [[ax, ay, az], [bx, by, bz]] = [column(size, 0), column(0, size)]
  const [cx, cy] = [x * width, y * height]
  return [
    ax * longEdge + cx * az,
    bx * longEdge + cx * bz,
    cx,
    ay * longEdge + cy * az,
    by * longEdge + cy * bz,
    cy,
    az,
    bz,
    1,
  ]
}

function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

function addNoise(pixels: Buffer, deviation: number, random: () => number): void {
  // The sum of three has nearly the shape of a bell; a table of prime length repeats nowhere in a row.
  const table = Float32Array.from({ length: 65_521 }, () => (random() + random() + random() - 1.5) * 2 * deviation)
  for (let from = 0; from < pixels.length; from += table.length) {
    const end = Math.min(pixels.length - from, table.length)
    for (let at = 0; at < end; at++) {
      const value = (pixels[from + at] as number) + (table[at] as number)
      pixels[from + at] = Math.max(0, Math.min(255, value))
    }
  }
}
