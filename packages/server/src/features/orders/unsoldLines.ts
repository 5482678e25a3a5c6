import type { SheetItem } from '../cart/kinds/kind.ts'
import { isDelivered, kindOf, type PricedLine, printedOf } from '../cart/lineKinds.ts'
import type { OrderContent, StoredOrder, UnsoldLines } from './collection.ts'

/**
 * Lines of a paid order that were not sold: their buyer had lost the pictures by the time the payment arrived. They stay in the content, as
 * they were agreed to, and are neither printed nor downloaded.
 */

type WithLines = Pick<StoredOrder, 'content' | 'unsold'>

/** The lines of an order that its customer gets. */
export const soldLines = ({ content, unsold }: WithLines): PricedLine[] =>
  content.lines.filter(({ uuid }) => !unsold?.lines.includes(uuid))

/** The lines that its customer has paid for and does not get. */
export const unsoldLines = ({ content, unsold }: WithLines): PricedLine[] =>
  content.lines.filter(({ uuid }) => unsold?.lines.includes(uuid))

/** What the lab prints or adds to an order. A line has the same position, whatever was not sold before it. */
export const sheetItems = ({ content, unsold }: WithLines): SheetItem[] =>
  content.lines.flatMap((line, index) => (unsold?.lines.includes(line.uuid) ? [] : kindOf(line).sheet(line, index + 1)))

/** What an order records about the lines that are not sold; null if all are. */
export function recordUnsold(content: OrderContent, lost: readonly PricedLine[]): UnsoldLines | null {
  if (lost.length === 0) return null
  return {
    lines: lost.map(({ uuid }) => uuid),
    prints: lost.flatMap(printedOf).map(({ key }) => key),
    amount: refundFor(content, lost),
  }
}

/**
 * What is refunded for these lines, in minor units: their prices without their part of the voucher's reduction, the delivery if nothing is left to
 * deliver, and everything if nothing is left at all. Copies that stay have the price at which they were bought.
 */
function refundFor({ lines, fees, totalPrice, voucher }: OrderContent, lost: readonly PricedLine[]): number {
  const rest = lines.filter((line) => !lost.includes(line))
  if (rest.length === 0) return totalPrice
  const isReduced = ({ product }: PricedLine) => !voucher?.products || voucher.products.includes(product.uuid)
  const reduced = sum(lines.filter(isReduced).map(priceOf))
  const reduction = -sum(fees.filter(({ kind }) => kind === 'voucher').map(({ price }) => price))
  const own = sum(lost.filter(isReduced).map(priceOf))
  const share = reduced > 0 ? Math.floor((reduction * own) / reduced) : 0
  const delivery = rest.some(isDelivered) ? 0 : sum(fees.filter(({ kind }) => kind === 'delivery').map(priceOfFee))
  return Math.max(0, Math.min(totalPrice, sum(lost.map(priceOf)) - share + delivery))
}

const priceOf = ({ linePrice }: PricedLine) => linePrice
const priceOfFee = ({ price }: OrderContent['fees'][number]) => price
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** What the photographer still owes the customer, in minor units; 0 if nothing, or if everything was refunded. */
export const owedRefund = ({ unsold, paymentState }: Pick<StoredOrder, 'unsold' | 'paymentState'>): number =>
  unsold && !unsold.refunded && paymentState !== 'refunded' ? unsold.amount : 0
