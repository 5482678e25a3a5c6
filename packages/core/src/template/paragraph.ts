import type { Box } from './definition.ts'
import { createPathWriter } from './pathData.ts'
import type { ShapedGlyph, ShapedText, Shaper } from './shaper.ts'

/** 001 §9: a font is reduced one point at a time, down to 12. */
export const SMALLEST_SIZE = 12
/** Line height, in ems, where a template gives none. */
const LINE_HEIGHT = 1.2
const POINT = 25.4 / 72
/** Rounding may not push a text out of a box that it was made for. */
const TOLERANCE = 0.01

/** How a text is written into its box. Sizes in points, the box in millimetres. */
export type Style = {
  box: Box
  family: string
  size: number
  horizontalAlign: 'left' | 'center' | 'right'
  verticalAlign: 'top' | 'middle' | 'bottom'
  lineHeight?: number | undefined
  tracking?: number | undefined
}

export type Paragraph = {
  /** The lines as they were broken. */
  lines: string[]
  d: string
  fonts: string[]
  missing: string[]
  overflow: boolean
}

type Line = { text: string; shaped: ShapedText; width: number }

/** Breaks a text into lines, aligns them in the box and gives their outlines. */
export function setParagraph(text: string, style: Style, shaper: Shaper): Paragraph {
  const size = style.size * POINT
  const leading = size * (style.lineHeight ?? LINE_HEIGHT)
  const lines = breakLines(text, style, shaper)
  const height = lines.length * leading
  const { ascent, descent } = shaper.metrics(style.family)
  const top = style.box.y + share(style.verticalAlign, style.box.height - height)
  const writer = createPathWriter()
  lines.forEach((line, index) => {
    const baseline = top + index * leading + (leading - (ascent + descent) * size) / 2 + ascent * size
    let x = style.box.x + share(style.horizontalAlign, style.box.width - line.width)
    for (const glyph of line.shaped.glyphs) {
      writer.glyph(glyph, x, baseline, size)
      x += (glyph.advance + spacing(glyph, style)) * size
    }
  })
  return {
    lines: lines.map((line) => line.text),
    d: writer.d(),
    fonts: unique(lines.flatMap((line) => line.shaped.fonts)),
    missing: unique(lines.flatMap((line) => line.shaped.missing)),
    overflow: overflows(lines, height, style.box),
  }
}

/** Whether a text stands inside its box at the style's size. */
export function fits(text: string, style: Style, shaper: Shaper): boolean {
  const lines = breakLines(text, style, shaper)
  return !overflows(lines, lines.length * style.size * POINT * (style.lineHeight ?? LINE_HEIGHT), style.box)
}

/**
 * 001 §4 Text editing: the size "reduced one point at a time until the text fits", down to 12; the style's own size where
 * that is smaller already.
 */
export function fitSize(text: string, style: Style, shaper: Shaper): number {
  let size = style.size
  while (size > SMALLEST_SIZE && !fits(text, { ...style, size }, shaper)) size = Math.max(SMALLEST_SIZE, size - 1)
  return size
}

/** The lines of a text: at its own breaks, and at the last space before the box ends. A word is never broken. */
function breakLines(text: string, style: Style, shaper: Shaper): Line[] {
  const limit = style.box.width + TOLERANCE
  return text.split('\n').flatMap((paragraph) => {
    const lines: Line[] = []
    let current = measure('', style, shaper)
    for (const word of paragraph.split(' ').filter(Boolean)) {
      const longer = measure(current.text ? `${current.text} ${word}` : word, style, shaper)
      if (longer.width <= limit || !current.text) current = longer
      else {
        lines.push(current)
        current = measure(word, style, shaper)
      }
    }
    return [...lines, current]
  })
}

function measure(text: string, style: Style, shaper: Shaper): Line {
  const shaped = shaper.shape(style.family, text, !style.tracking)
  const last = shaped.glyphs.at(-1)
  const ems = shaped.glyphs.reduce((sum, glyph) => sum + glyph.advance + spacing(glyph, style), 0)
  return { text, shaped, width: (ems - (last ? spacing(last, style) : 0)) * style.size * POINT }
}

/** Marks, which stand on a letter and take no room, get no space of their own. */
function spacing(glyph: ShapedGlyph, { tracking = 0 }: Style): number {
  return glyph.advance > 0 ? tracking / 1000 : 0
}

function overflows(lines: readonly Line[], height: number, box: Box): boolean {
  return height > box.height + TOLERANCE || lines.some((line) => line.width > box.width + TOLERANCE)
}

/** How much of the room that is left stands before the text. */
function share(align: Style['horizontalAlign'] | Style['verticalAlign'], room: number): number {
  if (align === 'left' || align === 'top') return 0
  return align === 'center' || align === 'middle' ? room / 2 : room
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
