import type { Translate } from '@portraitkit/core/msg.ts'
import { drawLogo, type Pdf, runWidth, type TextStyle, writeLine, writeText } from '../../imaging/paper/drawText.ts'
import type { PaperFonts } from '../../imaging/paper/fonts.ts'
import { QUIET_ZONE, qrCode } from '../../imaging/paper/qr.ts'
import { linesOf } from '../../imaging/paper/typeset.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { layOutSheet, type Paper, type Rectangle } from './cardSheet.ts'
import { cardTexts } from './cardTexts.ts'

/** A card to print. Without a name it is blank, for somebody who is not on the list. */
export type PrintedCard = { number: number; name: string | null; group: string; text: string }

/** What all cards and lists of a print share. */
export type CardPrint = {
  provider: Provider
  job: string
  year: number
  paper: Paper
  perPage: number
  fonts: PaperFonts
  t: Translate
}

/** Draws cards on the current page, with the marks along which they are cut. */
export function drawSheet(pdf: Pdf, print: CardPrint, cards: readonly PrintedCard[]): void {
  const sheet = layOutSheet(print.paper, print.perPage)
  for (const { x1, y1, x2, y2 } of sheet.marks) pdf.moveTo(x1, y1).lineTo(x2, y2)
  pdf.lineWidth(0.5).stroke('#000000')
  for (const [at, card] of cards.entries()) drawCard(pdf, print, card, sheet.cards[at] as Rectangle)
}

/** Of the shorter side of a card. */
const PADDING = 0.08
/** A card that is wider than this has its code beside the text, otherwise above. */
const WIDE = 1.05

function drawCard(pdf: Pdf, print: CardPrint, card: PrintedCard, room: Rectangle): void {
  const padding = Math.max(11, PADDING * Math.min(room.width, room.height))
  const isWide = room.width > WIDE * room.height
  const side = isWide ? Math.min(room.height, 0.5 * room.width) : Math.min(room.width, 0.66 * room.height)
  const top = isWide ? room.y + (room.height - side) / 2 : room.y
  const margin = drawCode(pdf, card.text, { x: isWide ? room.x : room.x + (room.width - side) / 2, y: top, side })
  // Words are as high as the code beside them; its margin is room enough between both.
  const text = isWide
    ? { x: room.x + side, y: top + margin, width: room.width - side - padding, height: side - 2 * margin }
    : { x: room.x + padding, y: top + side, width: room.width - 2 * padding, height: room.height - side - padding }
  drawWords(pdf, print, card, text)
}

/** The code with its margin, which is the paper around it. Returns how wide the margin is. */
function drawCode(pdf: Pdf, text: string, { x, y, side }: { x: number; y: number; side: number }): number {
  const { size, rectangles } = qrCode(text)
  const module = side / (size + 2 * QUIET_ZONE)
  const at = (modules: number) => (modules + QUIET_ZONE) * module
  for (const each of rectangles) pdf.rect(x + at(each.x), y + at(each.y), each.width * module, module)
  pdf.fill('#000000')
  return QUIET_ZONE * module
}

/** As large as its words fit, so that it is read in the photograph; but names of a print are not of very different sizes. */
const NAME_SIZES = [54, 46, 40, 34, 29, 25, 22, 19, 16.5, 14.5, 12.5, 11, 9.5, 8]
const NAME_LINES = 3
const NAME_SHARE = 0.27

function drawWords(pdf: Pdf, print: CardPrint, card: PrintedCard, room: Rectangle): void {
  const { light } = print.provider.look.colours
  const { fonts, t } = print
  const small = Math.max(6.5, Math.min(12, room.height * 0.085, room.width * 0.06))
  const foot: TextStyle = { stack: fonts.body, size: small, colour: light.soft, leading: 1.35, maxLines: 1 }
  const line = 1.35 * small
  const group: TextStyle = {
    stack: fonts.strong,
    size: 1.6 * small,
    colour: light.accentInk,
    leading: 1.35,
    maxLines: 1,
  }
  const heading = { stack: fonts.heading, colour: light.ink, leading: 1.1 }
  const name = card.name ?? t(cardTexts.walkIn)
  // The name, then its class or lines to write on, then the job and the number.
  const space = room.height - 2 * line - (card.name === null ? 5.5 * small : 1.35 * group.size) - small
  const size = nameSize(pdf, name, heading, { width: room.width, height: space }, NAME_SHARE * room.height)
  const y = writeText(pdf, name, { ...room, y: room.y - 0.12 * size }, { ...heading, size })
  const bottom = room.y + room.height - line + 0.2 * small
  if (card.name === null) drawBlanks(pdf, print, { ...room, y, height: bottom - line - small - y }, small)
  else writeLine(pdf, card.group, { ...room, y: y + 0.3 * small }, group)
  writeLine(pdf, `${print.job} ${print.year}`, { ...room, y: bottom - line }, foot)
  writeText(
    pdf,
    t(cardTexts.card, { number: card.number }),
    { ...room, y: bottom },
    { ...foot, stack: fonts.strong, colour: light.ink },
  )
  drawMark(pdf, print, { x: room.x, y: bottom, width: room.width, height: 1.2 * small })
}

function nameSize(
  pdf: Pdf,
  name: string,
  { stack, leading }: Pick<TextStyle, 'stack'> & { leading: number },
  room: { width: number; height: number },
  largest: number,
): number {
  const longWord = name.split(' ').reduce((one, other) => (other.length > one.length ? other : one), '')
  const fits = (size: number) => {
    const measure = (run: Parameters<typeof runWidth>[1]) => runWidth(pdf, run, size)
    const lines = linesOf(name, stack, room.width, measure).length
    const isWordWhole = linesOf(longWord, stack, room.width, measure).length === 1
    return size <= largest && lines <= NAME_LINES && lines * size * leading <= room.height && isWordWhole
  }
  return NAME_SIZES.find(fits) ?? (NAME_SIZES.at(-1) as number)
}

/** Lines to write on, with small labels below them. */
function drawBlanks(pdf: Pdf, { provider, fonts, t }: CardPrint, room: Rectangle, small: number): void {
  const { light } = provider.look.colours
  const label: TextStyle = { stack: fonts.body, size: 0.75 * small, colour: light.soft, leading: 1.2, maxLines: 1 }
  const step = Math.min(40, room.height / 2)
  for (const [at, text] of [t(cardTexts.name), t(cardTexts.group)].entries()) {
    const y = room.y + (at + 1) * step - label.size
    pdf
      .moveTo(room.x, y)
      .lineTo(room.x + room.width, y)
      .lineWidth(0.75)
      .stroke(light.edge)
    writeText(pdf, text, { x: room.x, y: y + 0.1 * small, width: room.width }, label)
  }
}

/** The shop's logo, at the right of the last line. */
function drawMark(pdf: Pdf, { provider: { look } }: CardPrint, room: Rectangle): void {
  const width = Math.min(0.45 * room.width, (look.logo.width / look.logo.height) * room.height)
  drawLogo(pdf, look, { x: room.x + room.width - width, y: room.y, width, height: room.height })
}
