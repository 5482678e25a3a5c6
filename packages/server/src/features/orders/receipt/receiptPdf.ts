import { formatMoney } from '@portraitkit/core/money.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import PDFDocument from 'pdfkit'
import { drawLogo, type Pdf, type TextStyle, widthOf, writeText } from '../../../imaging/paper/drawText.ts'
import { paperFonts } from '../../../imaging/paper/fonts.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { translateTo } from '../../../platform/texts.ts'
import { lineDetail } from '../../cart/lineKinds.ts'
import { timeZoneOf } from '../../jobs/days.ts'
import type { StoredOrder } from '../collection.ts'
import { consentLines } from '../consentTexts.ts'
import { orderTexts } from '../orderTexts.ts'
import { rebateText } from '../rebateText.ts'
import { receiptFacts } from '../receiptTaxes.ts'
import { unsoldSentences } from '../unsoldTexts.ts'
import { receiptTexts } from './receiptTexts.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 62
const WIDTH = PAGE.width - 2 * MARGIN
const GAP = 24
const HALF = (WIDTH - GAP) / 2
const PRICE_WIDTH = 110
const FOOT = 76
/** Wide enough for the longest translation. */
const CONSENT_HEIGHT = 64

type Styles = { body: TextStyle; soft: TextStyle; strong: TextStyle; title: TextStyle }

/**
 * The receipt of a placed order on paper, in the order's language and the shop's look: seller, buyer, prices and included taxes.
 */
export function receiptPdf(provider: Provider, order: StoredOrder): Pdf {
  const { content, confirmTime } = order
  const { language } = content
  const t = translateTo(language)
  const reference = orderNumber(order._id)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: t(receiptTexts.file, { reference }),
      Author: provider.name,
      CreationDate: confirmTime ?? order.created,
    },
  })
  const fonts = paperFonts(provider.look)
  const { ink, soft } = provider.look.colours.light
  const body: TextStyle = { stack: fonts.body, size: 10.5, colour: ink }
  const styles: Styles = {
    body,
    soft: { ...body, size: 9.5, colour: soft },
    strong: { ...body, stack: fonts.strong },
    title: { stack: fonts.heading, size: 26, colour: ink, leading: 1.2 },
  }
  drawLogo(pdf, provider.look, { x: MARGIN, y: 62, width: 200, height: 36 })
  writeText(pdf, t(receiptTexts.title), { x: MARGIN, y: 122, width: WIDTH }, styles.title)
  const below = drawFacts(pdf, provider, order, styles)
  const end = drawPrices(pdf, provider, order, styles, below + 28)
  const notes = [...unsoldSentences(order, language), ...consentLines(provider, content)]
  drawNotes(pdf, notes, styles.soft, end + 16)
  drawPageNumbers(pdf, styles.soft, t)
  pdf.end()
  return pdf
}

/** Draws seller, buyer, date, delivery and payment in two columns. Returns where they end. */
function drawFacts(pdf: Pdf, provider: Provider, order: StoredOrder, styles: Styles): number {
  const { content, confirmTime } = order
  const { language, contact, delivery, payment } = content
  const t = translateTo(language)
  const { seller } = order.receipt ?? receiptFacts(provider, content)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timeZoneOf(provider) })
  const to = delivery.address ?? delivery.pickup
  const left = [
    [
      seller.name,
      seller.contactInfo.address,
      placeLine(t, seller.country, seller.contactInfo),
      seller.contactInfo.email,
      seller.contactInfo.phone,
      seller.taxNumber ? `${t(receiptTexts.taxNumber)}: ${seller.taxNumber}` : '',
    ],
    [t(receiptTexts.delivery), delivery.name, ...(to ? [to.name, to.address, placeLine(t, provider.country, to)] : [])],
  ]
  if (delivery.subject) left[1]?.push(delivery.subject.school, `${delivery.subject.name}, ${delivery.subject.group}`)
  const right = [
    [
      `${t(receiptTexts.order)} ${orderNumber(order._id)}`,
      `${t(receiptTexts.date)}: ${day.format(confirmTime ?? order.created)}`,
      `${t(receiptTexts.buyer)}: ${contact.name}`,
      contact.email,
    ],
    [t(receiptTexts.payment), payment.title, paymentText(order, t)],
  ]
  const column = (blocks: string[][], x: number) =>
    blocks.reduce((top, [head = '', ...rows]) => {
      let y = writeText(pdf, head, { x, y: top, width: HALF }, styles.strong)
      for (const row of rows.filter(Boolean)) y = writeText(pdf, row, { x, y, width: HALF }, styles.body)
      return y + 14
    }, 174)
  return Math.max(column(left, MARGIN), column(right, MARGIN + HALF + GAP))
}

/** The note on the payment in addition to its title, if there is one. */
function paymentText({ paymentState, content }: StoredOrder, t: Translate): string {
  const { isInvoice } = content.payment
  if (paymentState === 'refunded') return t(isInvoice ? receiptTexts.withdrawn : receiptTexts.refunded)
  return isInvoice ? t(receiptTexts.invoice) : ''
}

/** Draws lines, fees, the total and the included taxes, on as many pages as necessary. Returns where they end. */
function drawPrices(pdf: Pdf, provider: Provider, order: StoredOrder, styles: Styles, from: number): number {
  const { content } = order
  const { language, currency, lines, fees, totalPrice } = content
  const t = translateTo(language)
  const money = (amount: number) => formatMoney(amount, currency, language)
  const { taxes } = order.receipt ?? receiptFacts(provider, content)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 })
  let y = rule(pdf, provider, from)
  const row = (name: string, details: readonly string[], price: string, style: TextStyle) => {
    const texts = details.filter(Boolean)
    if (y + 20 + texts.length * 14 > PAGE.height - FOOT) {
      pdf.addPage()
      y = MARGIN
    }
    const size = { stack: style.stack, size: style.size }
    const x = MARGIN + WIDTH - widthOf(pdf, price, size)
    writeText(pdf, price, { x, y, width: PRICE_WIDTH * 2 }, style)
    const room = { x: MARGIN, width: WIDTH - PRICE_WIDTH }
    y = writeText(pdf, name, { ...room, y }, style)
    for (const text of texts) y = writeText(pdf, text, { ...room, y }, styles.soft)
    y += 8
  }
  for (const line of lines) {
    const parts = [lineDetail(line), ...line.subjects.map(({ name }) => name)].filter(Boolean).join(' · ')
    const runs =
      line.quantity > 1
        ? line.runs.map(({ count, price }) => t(receiptTexts.at, { count, price: money(price) })).join(', ')
        : ''
    row(
      `${line.quantity} × ${line.product.name}`,
      [parts, runs, rebateText(line, content)],
      money(line.linePrice),
      styles.body,
    )
  }
  for (const { description, price } of fees) row(description, [], money(price), styles.body)
  y = rule(pdf, provider, y)
  row(t(orderTexts.total), [], money(totalPrice), { ...styles.strong, size: 13 })
  for (const tax of taxes) {
    const part = { name: tax.name, percent: percent.format(tax.percent / 100), total: money(tax.total) }
    row(t(receiptTexts.tax, part), [], money(tax.amount), styles.soft)
  }
  return y
}

/** What was not sold and the consent for digital goods, together on one page. */
function drawNotes(pdf: Pdf, lines: readonly string[], style: TextStyle, from: number): void {
  if (lines.length === 0) return
  let y = from
  if (y + CONSENT_HEIGHT > PAGE.height - FOOT) {
    pdf.addPage()
    y = MARGIN
  }
  for (const line of lines) y = writeText(pdf, line, { x: MARGIN, y, width: WIDTH }, style)
}

function rule(pdf: Pdf, { look }: Provider, y: number): number {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(look.colours.light.line)
  return y + 12
}

function drawPageNumbers(pdf: Pdf, style: TextStyle, t: Translate): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count && count > 1; page++) {
    pdf.switchToPage(page)
    writeText(
      pdf,
      t(receiptTexts.page, { page: page + 1, pages: count }),
      { x: MARGIN, y: PAGE.height - 50, width: WIDTH },
      style,
    )
  }
}
