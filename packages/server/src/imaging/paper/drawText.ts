import { type Look, logoFill } from '@portraitkit/core/provider/look.ts'
import type { FontStack } from './fonts.ts'
import { linesOf, type Run, runsOf } from './typeset.ts'

export type Pdf = PDFKit.PDFDocument

export type TextStyle = {
  stack: FontStack
  size: number
  colour: string
  /** Line height, as a multiple of the size. */
  leading?: number
  /** Maximum number of lines; the rest is left out. */
  maxLines?: number
}

/** Draws a look's logo from its upper left corner, as large as it fits. */
export function drawLogo(pdf: Pdf, look: Look, room: { x: number; y: number; width: number; height: number }): void {
  const { width, height, shapes } = look.logo
  const scale = Math.min(room.height / height, room.width / width)
  pdf.save().translate(room.x, room.y).scale(scale)
  for (const { d, fill } of shapes) pdf.path(d).fill(logoFill(look, 'light', fill))
  pdf.restore()
}

/** Writes text from `y` downwards in lines of the available width, and returns where it ends. */
export function writeText(
  pdf: Pdf,
  text: string,
  { x: left, y, width }: { x: number; y: number; width: number },
  { stack, size, colour, leading = 1.45, maxLines }: TextStyle,
): number {
  const lines = linesOf(text, stack, width, (run) => runWidth(pdf, run, size)).slice(0, maxLines)
  for (const [index, { runs }] of lines.entries()) {
    const baseline = y + index * size * leading + size
    let x = left
    for (const run of runs) {
      selectFont(pdf, run, size)
      pdf.fillColor(colour).text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += pdf.widthOfString(run.text)
    }
  }
  return y + lines.length * size * leading
}

/** Writes text in one line, smaller if it does not fit the width. */
export function writeLine(
  pdf: Pdf,
  text: string,
  place: { x: number; y: number; width: number },
  style: Omit<TextStyle, 'maxLines'>,
): void {
  const width = widthOf(pdf, text, style)
  const size = Math.min(style.size, (0.99 * style.size * place.width) / width)
  // On the line of the full size.
  writeText(pdf, text, { ...place, y: place.y + style.size - size }, { ...style, size, maxLines: 1 })
}

export function widthOf(pdf: Pdf, text: string, { stack, size }: Pick<TextStyle, 'stack' | 'size'>): number {
  return runsOf(text, stack).reduce((sum, run) => sum + runWidth(pdf, run, size), 0)
}

export function runWidth(pdf: Pdf, run: Run, size: number): number {
  selectFont(pdf, run, size)
  return pdf.widthOfString(run.text)
}

/** Each font file is embedded in the PDF once, with the glyphs in use. */
function selectFont(pdf: Pdf, { font }: Run, size: number): void {
  pdf.registerFont(font.name, font.bytes as Buffer)
  pdf.font(font.name).fontSize(size)
}
