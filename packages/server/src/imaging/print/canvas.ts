/** The sheet to print: 8-bit RGB, white, painted from back to front. */
export type Canvas = { readonly width: number; readonly height: number; readonly pixels: Buffer }

/** A rectangle in whole pixels of a canvas. */
export type PixelRectangle = { x: number; y: number; width: number; height: number }

const WHITE = 255

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: Buffer.alloc(width * height * 3, WHITE) }
}

/** Fills the whole sheet. `color` is written #rrggbb. */
export function fillCanvas({ pixels }: Canvas, color: string): void {
  pixels.fill(Buffer.from(color.slice(1), 'hex'))
}

/** Paints a picture (RGBA, straight alpha) of the canvas's own size over it. */
export function paintLayer({ pixels }: Canvas, layer: Buffer): void {
  for (let from = 0, to = 0; from < layer.length; from += 4, to += 3) {
    const alpha = layer[from + 3] as number
    if (alpha === 0) continue
    blend(pixels, to, layer[from] as number, layer[from + 1] as number, layer[from + 2] as number, alpha)
  }
}

/** Paints a picture (RGB) of the rectangle's size over the canvas; `coverage` says how much of each pixel it covers, 0 to 255. */
export function paintPicture(canvas: Canvas, at: PixelRectangle, picture: Buffer, coverage: Uint8Array): void {
  const { pixels } = canvas
  const left = Math.max(0, -at.x)
  const right = Math.min(at.width, canvas.width - at.x)
  for (let y = Math.max(0, -at.y); y < Math.min(at.height, canvas.height - at.y); y++) {
    let from = y * at.width + left
    let to = ((at.y + y) * canvas.width + at.x + left) * 3
    for (let x = left; x < right; x++, from++, to += 3) {
      const alpha = coverage[from] as number
      if (alpha === 0) continue
      const source = from * 3
      blend(pixels, to, picture[source] as number, picture[source + 1] as number, picture[source + 2] as number, alpha)
    }
  }
}

/** Paints a picture with colours that are already weighted by their coverage. */
export function paintWeighted(canvas: Canvas, at: PixelRectangle, picture: Buffer, coverage: Uint8Array): void {
  const { pixels } = canvas
  const left = Math.max(0, -at.x)
  const right = Math.min(at.width, canvas.width - at.x)
  for (let y = Math.max(0, -at.y); y < Math.min(at.height, canvas.height - at.y); y++) {
    let from = y * at.width + left
    let to = ((at.y + y) * canvas.width + at.x + left) * 3
    for (let x = left; x < right; x++, from++, to += 3) {
      const alpha = coverage[from] as number
      if (alpha === 0) continue
      const rest = 255 - alpha
      for (let channel = 0; channel < 3; channel++) {
        const below = ((pixels[to + channel] as number) * rest + 127) / 255
        pixels[to + channel] = Math.min(255, below + (picture[from * 3 + channel] as number))
      }
    }
  }
}

/** How much of each whole pixel a box with fractional edges covers, 0 to 255: the product of both directions. */
export function boxCoverage(box: PixelRectangle, at: PixelRectangle): Uint8Array {
  const across = shares(box.x - at.x, box.width, at.width)
  const down = shares(box.y - at.y, box.height, at.height)
  const coverage = new Uint8Array(at.width * at.height)
  down.forEach((share, y) => {
    for (let x = 0; x < at.width; x++) coverage[y * at.width + x] = Math.round(255 * share * (across[x] as number))
  })
  return coverage
}

function shares(start: number, length: number, count: number): number[] {
  const inside = (index: number) => Math.min(index + 1, start + length) - Math.max(index, start)
  return Array.from({ length: count }, (_, index) => Math.max(0, Math.min(1, inside(index))))
}

function blend(pixels: Buffer, at: number, red: number, green: number, blue: number, alpha: number): void {
  if (alpha === 255) {
    pixels[at] = red
    pixels[at + 1] = green
    pixels[at + 2] = blue
    return
  }
  const rest = 255 - alpha
  pixels[at] = ((pixels[at] as number) * rest + red * alpha + 127) / 255
  pixels[at + 1] = ((pixels[at + 1] as number) * rest + green * alpha + 127) / 255
  pixels[at + 2] = ((pixels[at + 2] as number) * rest + blue * alpha + 127) / 255
}
