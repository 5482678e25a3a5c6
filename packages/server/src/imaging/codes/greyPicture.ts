/** A picture in shades of grey, a byte for each pixel. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array }

/** A picture twice as wide and high, each pixel from its nearest four: small codes are read better so. */
export function enlarge({ width, height, pixels }: GreyPicture): GreyPicture {
  const wide = 2 * width
  const large = new Uint8Array(wide * 2 * height)
  const blend = new Uint16Array(width)
  for (let y = 0; y < 2 * height; y++) {
    const near = (y >> 1) * width
    const next = Math.min(height - 1, Math.max(0, (y >> 1) + (y % 2 === 0 ? -1 : 1))) * width
    for (let x = 0; x < width; x++) blend[x] = 3 * (pixels[near + x] as number) + (pixels[next + x] as number)
    enlargeRow(blend, large, y * wide)
  }
  return { width: wide, height: 2 * height, pixels: large }
}

function enlargeRow(row: Uint16Array, large: Uint8Array, from: number): void {
  const last = row.length - 1
  let left = row[0] as number
  let centre = left
  for (let x = 0; x <= last; x++) {
    const right = x < last ? (row[x + 1] as number) : centre
    const own = 3 * centre + 8
    large[from + 2 * x] = (own + left) >> 4
    large[from + 2 * x + 1] = (own + right) >> 4
    left = centre
    centre = right
  }
}

/** The picture as a PGM file, the simplest form that the reader of codes takes. */
export function pgmFile({ width, height, pixels }: GreyPicture): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + pixels.length)
  file.set(head)
  file.set(pixels, head.length)
  return file
}
