import { drawLogo, type Pdf, type TextStyle, widthOf, writeLine, writeText } from '../../imaging/paper/drawText.ts'
import { PAPERS } from './cardSheet.ts'
import { cardTexts } from './cardTexts.ts'
import type { CardPrint, PrintedCard } from './drawCard.ts'

const MARGIN = 50
const HEAD = 106
const FOOT = 52
const ROW = 21
const BOX = 10
const NOTES = 0.34

/** How many lines of a class list are on a page. */
export function rowsPerPage({ paper }: Pick<CardPrint, 'paper'>): number {
  return Math.floor((PAPERS[paper].height - HEAD - ROW - FOOT) / ROW)
}

export type ListPage = {
  group: string
  cards: readonly PrintedCard[]
  page: number
  pages: number
  counts: { people: number; blanks: number }
}

/** Draws a page of a class list: who is expected, with their card, a box to tick and room for notes. */
export function drawClassList(pdf: Pdf, print: CardPrint, list: ListPage): void {
  const { provider, fonts, t, paper } = print
  const { light } = provider.look.colours
  const { width: sheetWidth, height: sheetHeight } = PAPERS[paper]
  const width = sheetWidth - 2 * MARGIN
  const body: TextStyle = { stack: fonts.body, size: 11, colour: light.ink, leading: 1.2, maxLines: 1 }
  const soft: TextStyle = { ...body, size: 9.5, colour: light.soft }
  const logo = { width: 120, height: 26 }
  const logoWidth = Math.min(logo.width, (provider.look.logo.width / provider.look.logo.height) * logo.height)
  drawLogo(pdf, provider.look, { ...logo, x: sheetWidth - MARGIN - logoWidth, y: 50 })
  writeLine(
    pdf,
    list.group || t(cardTexts.noGroup),
    { x: MARGIN, y: 44, width: width - logoWidth - 20 },
    { ...body, stack: fonts.heading, size: 26, leading: 1.15 },
  )
  writeLine(pdf, `${print.job} ${print.year}`, { x: MARGIN, y: 78, width }, soft)
  const columns = columnsOf(width)
  const labels = [cardTexts.number, cardTexts.name, cardTexts.notes].map((label) => t(label))
  for (const [at, label] of ['', ...labels].entries()) {
    writeText(pdf, label, { ...columns[at], y: HEAD } as { x: number; y: number; width: number }, {
      ...soft,
      stack: fonts.strong,
    })
  }
  line(pdf, HEAD + ROW - 6, width, light.edge)
  for (const [at, card] of list.cards.entries()) drawRow(pdf, print, card, HEAD + ROW - 6 + at * ROW, columns)
  const foot = { x: MARGIN, y: sheetHeight - 44, width }
  writeText(pdf, t(cardTexts.counts, list.counts), foot, soft)
  const page = t(cardTexts.page, { page: list.page, pages: list.pages })
  if (list.pages > 1) writeText(pdf, page, { ...foot, x: MARGIN + width - widthOf(pdf, page, soft) }, soft)
}

type Columns = { x: number; width: number }[]

function columnsOf(width: number): Columns {
  const notes = NOTES * width
  return [
    { x: MARGIN, width: BOX },
    { x: MARGIN + 26, width: 44 },
    { x: MARGIN + 76, width: width - 76 - notes - 12 },
    { x: MARGIN + width - notes, width: notes },
  ]
}

function drawRow(pdf: Pdf, { provider, fonts, t }: CardPrint, card: PrintedCard, y: number, columns: Columns): void {
  const { light } = provider.look.colours
  const [box, number, name, notes] = columns as [Columns[0], Columns[0], Columns[0], Columns[0]]
  const text = (colour: string, stack = fonts.body): TextStyle => ({
    stack,
    size: 11,
    colour,
    leading: 1.2,
    maxLines: 1,
  })
  const at = y + 4
  pdf
    .roundedRect(box.x, y + (ROW - BOX) / 2, BOX, BOX, 2)
    .lineWidth(0.8)
    .stroke(light.edge)
  writeText(pdf, String(card.number), { ...number, y: at }, text(light.soft))
  if (card.name === null) writeText(pdf, t(cardTexts.walkIn), { ...name, y: at }, text(light.soft))
  else writeLine(pdf, card.name, { ...name, y: at }, text(light.ink, fonts.strong))
  line(pdf, y + ROW, notes.x + notes.width - MARGIN, light.line)
}

function line(pdf: Pdf, y: number, width: number, colour: string): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.6)
    .stroke(colour)
}
