import sharp from 'sharp'

/** The wall behind a portrait: a painted canvas, lighter where the lamp is, or a green screen. */
export type Backdrop = { kind: 'canvas'; light: string; dark: string } | { kind: 'green' }

type Pixels = { width: number; height: number; pixels: Buffer }

/** Everything soft is painted at this fraction of the size and enlarged at the end. */
const SHRINK = 4

const paintedWalls = new Map<string, Promise<Pixels>>()

/** The backdrop with the soft shadow that the figures (an SVG of the picture's size) cast on it, as raw RGB. */
export async function paintBackdrop(
  backdrop: Backdrop,
  width: number,
  height: number,
  figures: string,
): Promise<Pixels> {
  const [w, h] = [Math.round(width / SHRINK), Math.round(height / SHRINK)]
  const wall = await wallOf(backdrop, w, h)
  const shadow = await shadowOf(figures, w, h, backdrop.kind === 'green' ? 0.16 : 0.36)
  const pixels = await sharp(wall.pixels, { raw: { width: w, height: h, channels: 3 } })
    .composite([{ input: shadow, raw: { width: w, height: h, channels: 4 }, left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
    .then((small) =>
      sharp(small, { raw: { width: w, height: h, channels: 3 } })
        .resize(width, height, { kernel: 'cubic', fit: 'fill' })
        .raw()
        .toBuffer(),
    )
  return { width, height, pixels }
}

function wallOf(backdrop: Backdrop, width: number, height: number): Promise<Pixels> {
  const key = JSON.stringify([backdrop, width, height])
  const known = paintedWalls.get(key) ?? Promise.resolve(paintWall(backdrop, width, height))
  paintedWalls.set(key, known)
  return known
}

function paintWall(backdrop: Backdrop, width: number, height: number): Pixels {
  const pixels = Buffer.alloc(width * height * 3)
  const [light, dark] =
    backdrop.kind === 'green'
      ? ([
          [0, 190, 75],
          [0, 158, 60],
        ] as const)
      : [rgb(backdrop.light), rgb(backdrop.dark)]
  const mottle = backdrop.kind === 'green' ? null : mottling(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromLamp = Math.hypot((x / width - 0.44) * 1.25, (y / height - 0.36) * (height / width) * 0.95)
      const share = smooth(Math.min(1, fromLamp / 0.85) + (mottle ? (mottle[y * width + x] as number) * 0.34 : 0))
      for (let c = 0; c < 3; c++) {
        const value = (light[c] as number) + ((dark[c] as number) - (light[c] as number)) * share
        pixels[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  }
  return { width, height, pixels }
}

/** Clouds of several sizes with values around zero, like the brush strokes on a canvas. */
function mottling(width: number, height: number): Float32Array {
  const sum = new Float32Array(width * height)
  for (const [cell, weight] of [
    [width / 4, 0.55],
    [width / 9, 0.3],
    [width / 26, 0.16],
    [2, 0.05],
  ] as const) {
    const columns = Math.ceil(width / cell) + 2
    const random = randomFrom(Math.round(cell * 7919))
    const grid = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, () => random() - 0.5)
    for (let y = 0; y < height; y++) {
      const [gy, fy] = split(y / cell)
      for (let x = 0; x < width; x++) {
        const [gx, fx] = split(x / cell)
        const at = gy * columns + gx
        const [a, b, c, d] = [grid[at], grid[at + 1], grid[at + columns], grid[at + columns + 1]] as [
          number,
          number,
          number,
          number,
        ]
        const top = a + (b - a) * fx
        sum[y * width + x] = (sum[y * width + x] as number) + weight * (top + (c + (d - c) * fx - top) * fy)
      }
    }
  }
  return sum
}

function split(value: number): [number, number] {
  const whole = Math.floor(value)
  return [whole, smooth(value - whole)]
}

function smooth(value: number): number {
  const t = Math.max(0, Math.min(1, value))
  return t * t * (3 - 2 * t)
}

/** The silhouette, blurred and moved to the lower right, in black of that strength. */
async function shadowOf(figures: string, width: number, height: number, strength: number): Promise<Buffer> {
  const alpha = await sharp(Buffer.from(figures))
    .resize(width, height, { fit: 'fill' })
    .affine(
      [
        [1, 0],
        [0, 1],
      ],
      { odx: width * 0.035, ody: height * 0.014, background: '#0000' },
    )
    .extractChannel(3)
    .resize(width, height, { fit: 'cover', position: 'left top' })
    .blur(width * 0.03)
    .raw()
    .toBuffer()
  const shadow = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at++) shadow[at * 4 + 3] = Math.round((alpha[at] ?? 0) * strength)
  return shadow
}

function rgb(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]
}

/** Numbers from 0 to 1 that are identical at every start. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
