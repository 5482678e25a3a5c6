import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type Outline = { d: string; advance: number }

/**
 * The outlines of a text of size 1, starting at the left end of its baseline, as SVG path data: a server has no fonts of its own.
 * Characters that the fonts lack are left out.
 */
export async function outlineText(text: string): Promise<Outline> {
  const fonts = await loadFonts()
  let d = ''
  let advance = 0
  for (const { font, run } of splitByFont(text, fonts)) {
    const scale = 1 / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      d += pathData(glyph.path.commands, scale, advance + xOffset * scale, -yOffset * scale)
      // Slightly spaced letters are easier to read when they are faint.
      advance += xAdvance * scale + 0.06
    }
  }
  return { d, advance }
}

const LETTERS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const
type Commands = readonly { command: keyof typeof LETTERS; args: readonly number[] }[]

/** Converts a glyph, whose y grows upwards, to SVG path data. */
function pathData(commands: Commands, scale: number, x: number, y: number): string {
  const place = (value: number, index: number) => (index % 2 === 0 ? x + value * scale : y - value * scale).toFixed(4)
  return commands.map(({ command, args }) => LETTERS[command] + args.map(place).join(' ')).join('')
}

function splitByFont(text: string, fonts: Font[]): { font: Font; run: string }[] {
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
