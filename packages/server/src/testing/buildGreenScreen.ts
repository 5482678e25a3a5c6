import sharp from 'sharp'
import { randomFrom } from '../demo/backdrop.ts'

/** A photograph in front of a green screen with a known result. */
export type GreenScreenShot = {
  width: number
  height: number
  /** The file as it comes from a camera. */
  jpeg: Buffer
  /** How much of the person each pixel shows, 0 to 255. */
  alpha: Buffer
  /** The person without the screen, straight RGBA. */
  person: Buffer
}

type ShotOptions = { width?: number; height?: number; noise?: number; quality?: number; seed?: number }

/**
 * A person with loose hair, an arm that leaves a gap to the body, and a dark green stripe on the shirt, in front of a screen
 * whose light fades to the sides and that has a shadow on it; with the screen's light on the edges, noise and JPEG artefacts.
 */
export async function aGreenScreenShot(options: ShotOptions = {}): Promise<GreenScreenShot> {
  const { width = 1200, height = 1500, noise = 4, quality = 88, seed = 7 } = options
  const person = await sharp(Buffer.from(personSvg(width, height, seed)))
    .raw()
    .toBuffer()
  const alpha = Buffer.alloc(width * height)
  for (let at = 0; at < alpha.length; at++) alpha[at] = person[at * 4 + 3] as number
  const soft = await sharp(alpha, { raw: { width, height, channels: 1 } })
    .blur(Math.max(1, width * 0.006))
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const random = randomFrom(seed)
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const screen = screenAt(x / width, y / height)
      const share = (alpha[at] as number) / 255
      // the screen's light on the edges of the person
      const spill = (1 - (soft[at] as number) / 255) * 0.22
      const grain = (random() + random() + random() - 1.5) * noise * 2
      for (let channel = 0; channel < 3; channel++) {
        const own = (person[at * 4 + channel] as number) * (1 - spill * 0.3) + (screen[channel] as number) * spill
        const coloured = (random() + random() - 1) * noise
        const value = own * share + (screen[channel] as number) * (1 - share) + grain + coloured
        pixels[at * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)))
      }
    }
  }
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  return { width, height, jpeg, alpha, person }
}

/** A cut-out of one colour whose edge fades over a quarter of its width: on that colour it must be invisible. PNG. */
export function aSoftDisc(colour: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="g"><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><ellipse cx="50%" cy="50%" rx="45%" ry="45%" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** The screen without the person. */
function screenAt(x: number, y: number): [number, number, number] {
  const light = 1.1 - 0.55 * Math.hypot(x - 0.4, (y - 0.35) * 0.8)
  const shadow = 1 - 0.22 * Math.exp(-(((x - 0.72) / 0.12) ** 2) - ((y - 0.55) / 0.25) ** 2)
  const scale = light * shadow
  return [18 * scale, 178 * scale, 66 * scale]
}

function personSvg(width: number, height: number, seed: number): string {
  const random = randomFrom(seed)
  const strands = Array.from({ length: 260 }, () => {
    const angle = Math.PI * (1.02 + 1.0 * random())
    const [fromX, fromY] = [50 + 14 * Math.cos(angle), 36 + 16 * Math.sin(angle)]
    const reach = 3 + 8 * random()
    const bend = angle + (random() - 0.5) * 1.6
    const [toX, toY] = [fromX + reach * Math.cos(bend), fromY + reach * Math.sin(bend) + 2.5 * random()]
    const [byX, byY] = [(fromX + toX) / 2 + (random() - 0.5) * 5, (fromY + toY) / 2 - 2 * random()]
    const tone = 30 + Math.round(50 * random())
    const stroke = `rgb(${tone + 22},${tone + 4},${Math.round(tone * 0.6)})`
    return `<path d="M${fromX} ${fromY}Q${byX} ${byY} ${toX} ${toY}" stroke="${stroke}" stroke-width="${0.06 + 0.2 * random()}" stroke-opacity="${0.5 + 0.5 * random()}" fill="none"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 125" preserveAspectRatio="none">
<ellipse cx="50" cy="36" rx="16" ry="19" fill="#4a3020"/>${strands.join('')}
<path d="M22 125V92Q24 70 50 68Q76 70 78 92V125Z" fill="#dfe3ea"/>
<path d="M76 86Q94 92 92 108Q88 120 70 122L70 116Q84 114 85 106Q85 98 74 96Z" fill="#c98f6c"/>
<rect x="38" y="92" width="22" height="18" rx="3" fill="#1f6a37"/>
<rect x="44" y="52" width="12" height="20" fill="#b9805e"/>
<ellipse cx="50" cy="42" rx="12" ry="15" fill="#d9a37f"/>
</svg>`
}
