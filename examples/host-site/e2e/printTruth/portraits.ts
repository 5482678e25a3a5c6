import { sharp } from './raster.ts'

/** A number from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/**
 * A picture with the features of a studio portrait that a printer can spoil: a soft backdrop, a face with fine lines, single
 * hairs, a striped shirt, film grain. Every seed gives a different child. JPEG.
 */
export async function aStudioPortrait(seed: number, width = 1600, height = 2000): Promise<Buffer> {
  const next = random(seed + 1)
  const hue = Math.floor(next() * 360)
  const skin = `hsl(${20 + next() * 15} 45% ${50 + next() * 25}%)`
  const hair = Array.from({ length: 200 }, () => {
    const angle = Math.PI * (1 + next())
    const [x, y] = [width / 2 + Math.cos(angle) * width * 0.2, height * 0.38 + Math.sin(angle) * width * 0.24]
    const bend = (next() - 0.5) * width * 0.12
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}q${bend.toFixed(1)} ${(height * 0.05).toFixed(1)} ${(bend * 0.6).toFixed(1)} ${(height * (0.04 + next() * 0.1)).toFixed(1)}"/>`
  })
  const stripes = Array.from({ length: 11 }, (_, index) => {
    const x = width * (0.18 + index * 0.064)
    return `<path d="M${x} ${height}L${width / 2 + (x - width / 2) * 0.55} ${height * 0.68}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><radialGradient id="wall" cx=".4" cy=".35" r=".8"><stop offset="0" stop-color="hsl(${hue} 22% 82%)"/><stop offset="1" stop-color="hsl(${hue} 26% 42%)"/></radialGradient></defs>
<rect width="${width}" height="${height}" fill="url(#wall)"/>
<path d="M${width * 0.12} ${height}q0 ${-height * 0.3} ${width * 0.38} ${-height * 0.34}q${width * 0.38} ${height * 0.04} ${width * 0.38} ${height * 0.34}z" fill="hsl(${(hue + 140) % 360} 40% 34%)"/>
<g stroke="hsl(${(hue + 140) % 360} 40% 72%)" stroke-width="${width / 80}" fill="none">${stripes.join('')}</g>
<ellipse cx="${width / 2}" cy="${height * 0.42}" rx="${width * 0.19}" ry="${height * 0.19}" fill="${skin}"/>
<g fill="#2b1d16"><circle cx="${width * 0.43}" cy="${height * 0.41}" r="${width * 0.016}"/><circle cx="${width * 0.57}" cy="${height * 0.41}" r="${width * 0.016}"/></g>
<path d="M${width * 0.43} ${height * 0.5}q${width * 0.07} ${height * 0.04} ${width * 0.14} 0" fill="none" stroke="#8a2f2f" stroke-width="${width / 130}"/>
<g fill="none" stroke="hsl(${(seed * 67) % 50} 45% ${18 + (seed % 3) * 14}%)" stroke-width="${width / 250}">${hair.join('')}</g>
</svg>`
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 3 } },
  })
    .raw()
    .toBuffer()
  // a lens never draws an edge as sharp as a pixel
  return sharp(Buffer.from(svg))
    .blur(width / 1300)
    .composite([{ input: grain, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The middle of a photograph in the shape and size of a portrait. JPEG. */
export async function asPortrait(file: string): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const part = Math.min(width, Math.round(height * 0.8))
  const whole = {
    left: Math.round((width - part) / 2),
    top: 0,
    width: part,
    height: Math.min(height, Math.round(part / 0.8)),
  }
  return sharp(file).extract(whole).resize({ width: 1600, height: 2000, fit: 'fill' }).jpeg({ quality: 92 }).toBuffer()
}
