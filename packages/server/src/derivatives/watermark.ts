import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/**
 * A text laid over a picture in quiet diagonal lines: plain enough that nobody keeps the picture instead of buying it,
 * light enough that a parent sees the child. The text is drawn as outlines, because a server has no fonts.
 */
export async function watermarkSvg(
  text: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const { d, advance } = await outline(text.trim().slice(0, 60))
  const size = Math.max(11, Math.max(width, height) * 0.03)
  const stepX = advance * size + size * 2.2
  const stepY = size * 5
  const reach = Math.hypot(width, height)
  const marks: string[] = []
  for (let row = Math.ceil(-reach / 2 / stepY); row * stepY < reach / 2; row++) {
    // Every other line starts half a step later, so that the eye finds no columns.
    for (let x = -reach / 2 - (row % 2 === 0 ? 0 : stepX / 2); x < reach / 2; x += stepX) {
      marks.push(
        `<use href="#m" transform="translate(${x.toFixed(1)} ${(row * stepY).toFixed(1)}) scale(${size.toFixed(2)})"/>`,
      )
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><path id="m" d="${d}"/></defs>
<g transform="translate(${width / 2} ${height / 2}) rotate(-30)">
<g fill="none" stroke="#000" stroke-opacity=".12" stroke-width=".07" stroke-linejoin="round">${marks.join('')}</g>
<g fill="#fff" fill-opacity=".29">${marks.join('')}</g>
</g></svg>`
}

type Outline = { d: string; advance: number }

/** The outline of a text of size 1. Characters that the fonts do not have are left out. */
async function outline(text: string): Promise<Outline> {
  const fonts = await loadFonts()
  let d = ''
  let advance = 0
  for (const { font, run } of runs(text, fonts)) {
    const scale = 1 / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      d += pathData(glyph.path.commands, scale, advance + xOffset * scale, -yOffset * scale)
      // Letters a little apart read better when they are faint.
      advance += xAdvance * scale + 0.06
    }
  }
  return { d, advance }
}

const LETTERS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const
type Commands = readonly { command: keyof typeof LETTERS; args: readonly number[] }[]

/** The commands of a glyph, whose y grows upwards, as the data of an SVG path. */
function pathData(commands: Commands, scale: number, x: number, y: number): string {
  const place = (value: number, index: number) => (index % 2 === 0 ? x + value * scale : y - value * scale).toFixed(4)
  return commands.map(({ command, args }) => LETTERS[command] + args.map(place).join(' ')).join('')
}

function runs(text: string, fonts: Font[]): { font: Font; run: string }[] {
  const found: { font: Font; run: string }[] = []
  for (const character of text) {
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(character.codePointAt(0) as number))
    const last = found.at(-1)
    if (font && last?.font === font) last.run += character
    else if (font) found.push({ font, run: character })
  }
  return found
}

let loaded: Promise<Font[]> | undefined

function loadFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url)
  loaded ??= Promise.all(
    ['latin', 'latin-ext'].map(async (subset) => {
      const file = resolve(`@fontsource/montserrat/files/montserrat-${subset}-600-normal.woff2`)
      return create(await readFile(file)) as Font
    }),
  )
  return loaded
}
