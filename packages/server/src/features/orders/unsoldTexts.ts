import { formatMoney } from '@portraitkit/core/money.ts'
import { msg } from '@portraitkit/core/msg.ts'
import { translateTo } from '../../platform/texts.ts'
import { lineDetail } from '../cart/lineKinds.ts'
import type { StoredOrder } from './collection.ts'
import { unsoldLines } from './unsoldLines.ts'

/* lingui-set comment="On a receipt and in the email that confirms an order: pictures were taken from the customer while the payment was under way. lines: products; amount: money" */
/** What the customer of an order reads about lines that were not sold. */
const unsoldTexts = {
  lines: msg`Not delivered, because the pictures were no longer available to you when your payment arrived: {lines}.`,
  refund: msg`We refund {amount} for it.`,
  invoice: msg`You need not pay {amount} of the invoice.`,
}

/** The sentences about the lines of an order that were not sold, in a language; empty if all were. */
export function unsoldSentences(order: StoredOrder, language: string): string[] {
  const { unsold, content, paymentState } = order
  if (!unsold) return []
  const t = translateTo(language)
  const lines = unsoldLines(order).map((line) => [line.product.name, lineDetail(line)].filter(Boolean).join(', '))
  const amount = formatMoney(unsold.amount, content.currency, language)
  // the receipt of a refunded order says so itself
  const isOwed = unsold.amount > 0 && paymentState !== 'refunded'
  return [
    t(unsoldTexts.lines, { lines: lines.join('; ') }),
    ...(isOwed ? [t(content.payment.isInvoice ? unsoldTexts.invoice : unsoldTexts.refund, { amount })] : []),
  ]
}
