import { writeCode } from '@portraitkit/core/jobs/codes.ts'
import { type Look, logoFill } from '@portraitkit/core/provider/look.ts'
import { contactOf } from '../mail/letter.ts'
import type { Provider } from '../provider/document.ts'
import type { FontStack, LetterFonts } from './fonts.ts'
import { QUIET_ZONE, qrCode } from './qr.ts'
import { linesOf, type Run, runsOf } from './typeset.ts'
import type { LetterWords } from './words.ts'

/** A letter to the family of one subject. */
export type Letter = {
  name: string
  group: string
  /** As it is stored. */
  code: string
  /** Where the code's link leads. */
  address: string
}

/** What all letters of a print have in common. */
export type Print = {
  provider: Provider
  language: string
  job: string
  /** The shop's address as it is typed. */
  place: string
  /** The last day to order, as it is written. */
  day: string | null
  fonts: LetterFonts
  words: LetterWords
}

export type Pdf = PDFKit.PDFDocument

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 62
const WIDTH = PAGE.width - 2 * MARGIN
const LOGO = { height: 40, width: 240 }
const QR_SIZE = 148
const PADDING = 24
const TITLE_SIZES = [27, 22, 18]
const TITLE_LINES = 2

type Style = {
  stack: FontStack
  size: number
  colour: string
  /** Of a line, in sizes. */
  leading?: number
  /** Lines that there is room for; what is more is left out. */
  most?: number
}

/** Draws one letter on the page at hand. */
export function drawLetter(pdf: Pdf, print: Print, letter: Letter): void {
  const { provider, words, fonts } = print
  const { light } = provider.look.colours
  const body: Style = { stack: fonts.body, size: 11.5, colour: light.ink }
  const soft: Style = { ...body, colour: light.soft }
  const strong: Style = { ...body, stack: fonts.strong }
  drawLogo(pdf, provider.look)
  let y = drawTitle(pdf, words.title(letter.name), { stack: fonts.heading, size: 27, colour: light.ink, leading: 1.2 })
  y = drawText(pdf, [letter.group, print.job].filter(Boolean).join(', '), y + 4, { ...soft, most: 2 })
  y = drawText(pdf, words.greeting, y + 26, body)
  y = drawText(pdf, words.intro(provider.name), y + 4, body)
  y = drawPanel(pdf, print, letter, y + 24)
  y += 30
  for (const [index, step] of words.steps(print.place).entries()) {
    drawText(pdf, String(index + 1), y, { ...strong, colour: light.accentInk })
    y = drawText(pdf, step, y, body, 22) + 7
  }
  if (print.day !== null) y = drawText(pdf, words.until(print.day), y + 12, { ...strong, size: 13 })
  drawText(pdf, words.private, y + 8, soft)
  drawContact(pdf, print, { ...soft, size: 9.5 })
}

function drawLogo(pdf: Pdf, look: Look): void {
  const { width, height, shapes } = look.logo
  const scale = Math.min(LOGO.height / height, LOGO.width / width)
  pdf.save().translate(MARGIN, 64).scale(scale)
  for (const { d, fill } of shapes) pdf.path(d).fill(logoFill(look, 'light', fill))
  pdf.restore()
}

/** A name may have 120 letters: the longer it is, the smaller it is written. */
function drawTitle(pdf: Pdf, title: string, style: Style): number {
  const fits = (size: number) =>
    linesOf(title, style.stack, WIDTH, (run) => runWidth(pdf, run, size)).length <= TITLE_LINES
  const size = TITLE_SIZES.find(fits) ?? TITLE_SIZES.at(-1) ?? style.size
  return drawText(pdf, title, 132, { ...style, size, most: 4 })
}

/** The code and its QR code, side by side. Answers where the panel ends. */
function drawPanel(pdf: Pdf, { provider, fonts, words, place }: Print, { code, address }: Letter, y: number): number {
  const { light } = provider.look.colours
  const height = QR_SIZE + 2 * PADDING
  const radius = Math.min(provider.look.radius, 16)
  const room = WIDTH - QR_SIZE - 3 * PADDING
  pdf.roundedRect(MARGIN, y, WIDTH, height, radius).fill(light.wash)
  const left = MARGIN + PADDING
  const label: Style = { stack: fonts.strong, size: 11, colour: light.soft }
  drawText(pdf, words.code, y + PADDING + 16, label, PADDING, room)
  // The digits and letters of a code are told apart best in the plain type.
  const style = { stack: fonts.strong, size: 40, colour: light.ink, leading: 1.1 }
  const written = writeCode(code)
  const size = Math.max(15, Math.min(style.size, (0.98 * style.size * room) / widthOf(pdf, written, style)))
  drawText(pdf, written, y + PADDING + 38, { ...style, size }, PADDING, room)
  drawText(pdf, place, y + height - PADDING - 24, { ...label, stack: fonts.body }, PADDING, room)
  drawQr(pdf, address, left + room + PADDING, y + PADDING, radius)
  return y + height
}

function drawQr(pdf: Pdf, address: string, x: number, y: number, radius: number): void {
  const { size, rectangles } = qrCode(address)
  const module = QR_SIZE / (size + 2 * QUIET_ZONE)
  pdf.roundedRect(x, y, QR_SIZE, QR_SIZE, Math.min(radius, 2 * module)).fill('#ffffff')
  const at = (modules: number) => (modules + QUIET_ZONE) * module
  for (const each of rectangles) pdf.rect(x + at(each.x), y + at(each.y), each.width * module, module)
  pdf.fill('#000000')
}

/** Whom to ask, at the foot of the page. */
function drawContact(pdf: Pdf, { provider, language }: Print, style: Style): void {
  const [question = '', ...contact] = contactOf(provider, language)
  const y = PAGE.height - 84
  pdf
    .moveTo(MARGIN, y - 14)
    .lineTo(MARGIN + WIDTH, y - 14)
    .lineWidth(0.5)
    .stroke(provider.look.colours.light.line)
  // a number and an address stay on one line
  const rows = contact.map((row) => row.replaceAll(' ', '\u00a0'))
  drawText(pdf, rows.join(' · '), drawText(pdf, question, y, style) + 1, style)
}

/** Writes text from `y` downwards, `indent` from the margin, and answers where it ends. */
function drawText(pdf: Pdf, text: string, y: number, style: Style, indent = 0, width = WIDTH - indent): number {
  const { stack, size, colour, leading = 1.45, most } = style
  const lines = linesOf(text, stack, width, (run) => runWidth(pdf, run, size)).slice(0, most)
  for (const [index, { runs }] of lines.entries()) {
    const baseline = y + index * size * leading + size
    let x = MARGIN + indent
    for (const run of runs) {
      choose(pdf, run, size)
      pdf.fillColor(colour).text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += pdf.widthOfString(run.text)
    }
  }
  return y + lines.length * size * leading
}

function widthOf(pdf: Pdf, text: string, { stack, size }: Style): number {
  return runsOf(text, stack).reduce((sum, run) => sum + runWidth(pdf, run, size), 0)
}

function runWidth(pdf: Pdf, run: Run, size: number): number {
  choose(pdf, run, size)
  return pdf.widthOfString(run.text)
}

/** Each font file is in the PDF once, with the glyphs that are used. */
function choose(pdf: Pdf, { font }: Run, size: number): void {
  pdf.registerFont(font.name, font.bytes as Buffer)
  pdf.font(font.name).fontSize(size)
}
