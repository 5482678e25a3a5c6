import type { ChosenLine } from '../cart/line.ts'
import type { Provider } from '../provider/document.ts'
import type { Fee } from './collection.ts'

/** What of a total is one tax: `amount` is contained in `total`. */
export type TaxLine = { name: string; percent: number; total: number; amount: number }

/** What a receipt names beside what was ordered: as it was when the order was placed. */
export type ReceiptFacts = {
  seller: { name: string; taxNumber: string | null; contactInfo: Provider['contactInfo']; country: string }
  taxes: TaxLine[]
}

type Ordered = {
  lines: ReadonlyArray<{ linePrice: number; product: Pick<ChosenLine['product'], 'type'> }>
  fees: ReadonlyArray<Pick<Fee, 'price'>>
  totalPrice: number
}

export function receiptFacts(provider: Provider, content: Ordered): ReceiptFacts {
  const { name, contactInfo, country, taxNumber } = provider
  return {
    seller: { name, taxNumber: taxNumber ?? null, contactInfo, country },
    taxes: taxLines(provider.tax, content),
  }
}

/**
 * The taxes that are contained in an order's total, one for each rate. What is delivered and how it is paid is taxed by the
 * shop's own rate; what a rebate takes off is taken off all rates in proportion. The totals add up to the order's.
 */
export function taxLines(tax: Provider['tax'], { lines, fees, totalPrice }: Ordered): TaxLine[] {
  if (!tax) return []
  const rateOf = (type: number) => tax.rates?.find(({ types }) => types.includes(type))?.percent ?? tax.percent
  const sums = new Map<number, number>()
  const add = (percent: number, price: number) => sums.set(percent, (sums.get(percent) ?? 0) + price)
  for (const { linePrice, product } of lines) add(rateOf(product.type), linePrice)
  for (const { price } of fees) add(tax.percent, price)
  const whole = [...sums.values()].reduce((sum, price) => sum + price, 0)
  if (whole === 0) return []
  const [largest, ...others] = [...sums].toSorted(([, one], [, other]) => other - one)
  const shares = others.map(([percent, sum]) => ({ percent, total: Math.round((sum * totalPrice) / whole) }))
  const rest = totalPrice - shares.reduce((sum, { total }) => sum + total, 0)
  return [{ percent: largest?.[0] ?? tax.percent, total: rest }, ...shares]
    .toSorted((one, other) => other.percent - one.percent)
    .map(({ percent, total }) => {
      return { name: tax.name, percent, total, amount: Math.round((total * percent) / (100 + percent)) }
    })
}
