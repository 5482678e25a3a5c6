import { indexed } from '../natives.ts'
import type { Box } from './definition.ts'
import { glyphPath } from './pathData.ts'
import type { ShapedGlyph, ShapedText, Shaper } from './shaper.ts'

/** Default line height, in ems. */
const LINE_HEIGHT = 1.2
const POINT = 25.4 / 72
/** Extra lines that are laid out although they do not fit the box. */
const SPARE_LINES = 20
/** Tolerance, so that rounding does not push a text out of a box that it was fitted to. */
const TOLERANCE = 0.01

/** The style of a text in its box. Sizes in points, the box in millimetres. */
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
  /** The broken lines. */
  lines: string[]
  d: string
  fonts: string[]
  missing: string[]
  overflow: boolean
}

type Line = { text: string; shaped: ShapedText; width: number }

/** Breaks a text into lines, aligns them in the box and returns their outlines. */
export function setParagraph(text: string, style: Style, shaper: Shaper): Paragraph {
  const size = style.size * POINT
  const leading = size * (style.lineHeight ?? LINE_HEIGHT)
  const lines = breakLines(text, style, shaper)
  const height = lines.length * leading
  const { ascent, descent } = shaper.metrics(style.family)
  const top = style.box.y + share(style.verticalAlign, style.box.height - height)
  let d = ''
  lines.forEach((line, index) => {
    const baseline = top + index * leading + (leading - (ascent + descent) * size) / 2 + ascent * size
    let x = style.box.x + share(style.horizontalAlign, style.box.width - line.width)
    for (const glyph of line.shaped.glyphs) {
      d += glyphPath(glyph, x, baseline, size)
      x += (glyph.advance + spacing(glyph, style)) * size
    }
  })
  return {
    lines: lines.map((line) => line.text),
    d,
    fonts: unique(lines.flatMap((line) => line.shaped.fonts)),
    missing: unique(lines.flatMap((line) => line.shaped.missing)),
    overflow: overflows(lines, height, style.box),
  }
}

/** Whether a text fits its box at the style's size. */
export function fits(text: string, style: Style, shaper: Shaper): boolean {
  const lines = breakLines(text, style, shaper)
  return !overflows(lines, lines.length * style.size * POINT * (style.lineHeight ?? LINE_HEIGHT), style.box)
}

/**
 * The lines of a text: broken at its own line breaks, and at the last space before the box ends. A word is never broken. At
 * most `maxLines`: later lines are far outside the box.
 */
function breakLines(text: string, style: Style, shaper: Shaper): Line[] {
  const maxCount = maxLines(style)
  const lines: Line[] = []
  for (const paragraph of text.split('\n')) {
    let words = paragraph.split(' ').filter(Boolean)
    do {
      if (lines.length >= maxCount) return lines
      const { line, count } = takeLine(words, style, shaper)
      lines.push(line)
      words = words.slice(count)
    } while (words.length > 0)
  }
  return lines
}

/**
 * The first line of these words. Each word is measured separately to estimate where the line ends, and only lines near that
 * estimate are shaped as a whole: the work grows with the length of the text, not with its square.
 */
function takeLine(words: readonly string[], style: Style, shaper: Shaper): { line: Line; count: number } {
  const limit = style.box.width + TOLERANCE
  const first = (count: number) => measure(words.slice(0, count).join(' '), style, shaper)
  let wordCount = Math.min(words.length, guessLine(words, limit, style, shaper))
  let line = first(wordCount)
  while (wordCount > 1 && line.width > limit) line = first(--wordCount)
  while (wordCount < words.length && line.width <= limit) {
    const longer = first(wordCount + 1)
    if (longer.width > limit) break
    line = longer
    wordCount++
  }
  return { line, count: wordCount }
}

/** Roughly how many words fit, at least one. Ignores kerning and ligatures across spaces. */
function guessLine(words: readonly string[], limit: number, style: Style, shaper: Shaper): number {
  const letterSpace = ((style.tracking ?? 0) / 1000) * style.size * POINT
  const gap = measure(' ', style, shaper).width + 2 * letterSpace
  let width = -gap
  for (const [index, word] of indexed(words)) {
    width += gap + measure(word, style, shaper).width
    if (width > limit) return Math.max(1, index)
  }
  return words.length
}

/** As many lines as fit the box, and some more to show by how much a text is too long. */
function maxLines({ box, size, lineHeight = LINE_HEIGHT }: Style): number {
  return Math.ceil(box.height / Math.max(size * POINT * lineHeight, POINT)) + SPARE_LINES
}

function measure(text: string, style: Style, shaper: Shaper): Line {
  const shaped = shaper.shape(style.family, text, !style.tracking)
  const last = shaped.glyphs.findLast(({ advance }) => advance > 0)
  const ems = shaped.glyphs.reduce((sum, glyph) => sum + glyph.advance + spacing(glyph, style), 0)
  return { text, shaped, width: (ems - (last ? spacing(last, style) : 0)) * style.size * POINT }
}

/** Marks, which are placed on a letter and take no room, get no letter spacing. */
function spacing(glyph: ShapedGlyph, { tracking = 0 }: Style): number {
  return glyph.advance > 0 ? tracking / 1000 : 0
}

function overflows(lines: readonly Line[], height: number, box: Box): boolean {
  return height > box.height + TOLERANCE || lines.some((line) => line.width > box.width + TOLERANCE)
}

/** The part of the remaining room that goes before the text. */
function share(align: Style['horizontalAlign'] | Style['verticalAlign'], room: number): number {
  if (align === 'left' || align === 'top') return 0
  return align === 'center' || align === 'middle' ? room / 2 : room
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
