import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { drawLogo, type Pdf, runWidth, type TextStyle, widthOf, writeText } from '../../imaging/paper/drawText.ts'
import type { PaperFonts } from '../../imaging/paper/fonts.ts'
import { QUIET_ZONE, qrCode } from '../../imaging/paper/qr.ts'
import { linesOf } from '../../imaging/paper/typeset.ts'
import { contactLines } from '../../platform/mail/layOutMail.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { letterTexts } from './letterTexts.ts'

/** A letter to the family of one subject. */
export type Letter = {
  name: string
  group: string
  /** As stored. */
  code: string
  /** The target of the code's link. */
  address: string
}

/** The data shared by all letters of a print. */
export type LetterPrint = {
  provider: Provider
  language: string
  job: string
  /** The shop's address as people type it. */
  place: string
  /** The last day to order, formatted. */
  day: string | null
  fonts: PaperFonts
  t: Translate
}

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 62
const WIDTH = PAGE.width - 2 * MARGIN
const LOGO = { height: 40, width: 240 }
const QR_SIZE = 148
const PADDING = 24
const TITLE_SIZES = [27, 22, 18]
const TITLE_LINES = 2

/** Draws one letter on the current page. */
export function drawLetter(pdf: Pdf, print: LetterPrint, letter: Letter): void {
  const { provider, t, fonts } = print
  const { light } = provider.look.colours
  const body: TextStyle = { stack: fonts.body, size: 11.5, colour: light.ink }
  const soft: TextStyle = { ...body, colour: light.soft }
  const strong: TextStyle = { ...body, stack: fonts.strong }
  drawLogo(pdf, provider.look, { x: MARGIN, y: 64, ...LOGO })
  const title = t(letterTexts.title, { name: letter.name })
  let y = drawTitle(pdf, title, { stack: fonts.heading, size: 27, colour: light.ink, leading: 1.2 })
  y = drawText(pdf, [letter.group, print.job].filter(Boolean).join(', '), y + 4, { ...soft, maxLines: 2 })
  y = drawText(pdf, t(letterTexts.greeting), y + 26, body)
  y = drawText(pdf, t(letterTexts.intro, { shop: provider.name }), y + 4, body)
  y = drawPanel(pdf, print, letter, y + 24)
  y += 30
  for (const [index, step] of letterTexts.steps.entries()) {
    drawText(pdf, String(index + 1), y, { ...strong, colour: light.accentInk })
    y = drawText(pdf, t(step, { place: print.place }), y, body, 22) + 7
  }
  if (print.day !== null) y = drawText(pdf, t(letterTexts.until, { day: print.day }), y + 12, { ...strong, size: 13 })
  drawText(pdf, t(letterTexts.private), y + 8, soft)
  drawContact(pdf, print, { ...soft, size: 9.5 })
}

/** A name may have 120 characters: the longer it is, the smaller its font. */
function drawTitle(pdf: Pdf, title: string, style: TextStyle): number {
  const fits = (size: number) =>
    linesOf(title, style.stack, WIDTH, (run) => runWidth(pdf, run, size)).length <= TITLE_LINES
  const size = TITLE_SIZES.find(fits) ?? TITLE_SIZES.at(-1) ?? style.size
  return drawText(pdf, title, 132, { ...style, size, maxLines: 4 })
}

/** The code and its QR code, side by side. Returns where the panel ends. */
function drawPanel(pdf: Pdf, { provider, fonts, t, place }: LetterPrint, { code, address }: Letter, y: number): number {
  const { light } = provider.look.colours
  const height = QR_SIZE + 2 * PADDING
  const radius = Math.min(provider.look.radius, 16)
  const room = WIDTH - QR_SIZE - 3 * PADDING
  pdf.roundedRect(MARGIN, y, WIDTH, height, radius).fill(light.wash)
  const left = MARGIN + PADDING
  const label: TextStyle = { stack: fonts.strong, size: 11, colour: light.soft }
  drawText(pdf, t(letterTexts.code), y + PADDING + 16, label, PADDING, room)
  // The plain font distinguishes the digits and letters of a code best.
  const style = { stack: fonts.strong, size: 40, colour: light.ink, leading: 1.1 }
  const written = formatCode(code)
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

/** The contact, at the foot of the page. */
function drawContact(pdf: Pdf, { provider, language }: LetterPrint, style: TextStyle): void {
  const [question = '', ...contact] = contactLines(provider, language)
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

/** Writes text from `y` downwards, `indent` from the margin, and returns where it ends. */
function drawText(pdf: Pdf, text: string, y: number, style: TextStyle, indent = 0, width = WIDTH - indent): number {
  return writeText(pdf, text, { x: MARGIN + indent, y, width }, style)
}
