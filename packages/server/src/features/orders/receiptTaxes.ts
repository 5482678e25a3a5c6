import type { Provider } from '../../platform/provider/document.ts'
import type { Fee } from '../cart/fee.ts'
import type { PricedBase } from '../cart/line.ts'

/** One tax within a total: `amount` is included in `total`. */
export type TaxLine = { name: string; percent: number; total: number; amount: number }

/** The facts on a receipt in addition to the order's content, as of the time when the order was placed. */
export type ReceiptFacts = {
  seller: { name: string; taxNumber: string | null; contactInfo: Provider['contactInfo']; country: string }
  taxes: TaxLine[]
}

type OrderedContent = {
  lines: ReadonlyArray<{ linePrice: number; product: Pick<PricedBase['product'], 'uuid' | 'type'> }>
  fees: ReadonlyArray<Pick<Fee, 'kind' | 'price'>>
  /** The products that a voucher applies to; all if it names none. */
  voucher?: { products?: readonly string[] | undefined } | undefined
}

export function receiptFacts(provider: Provider, content: OrderedContent): ReceiptFacts {
  const { name, contactInfo, country, taxNumber } = provider
  return {
    seller: { name, taxNumber: taxNumber ?? null, contactInfo, country },
    taxes: taxLines(provider.tax, content),
  }
}

/**
 * The taxes included in an order's total, one for each rate. Delivery and payment fees are taxed at the shop's own rate; a
 * voucher reduces the rates of its products in proportion. The totals add up to the order's.
 */
export function taxLines(tax: Provider['tax'], { lines, fees, voucher }: OrderedContent): TaxLine[] {
  if (!tax) return []
  const rateOf = (type: number) => tax.rates?.find(({ types }) => types.includes(type))?.percent ?? tax.percent
  const byRate = (some: OrderedContent['lines']) =>
    sumsByRate(some.map((line) => [rateOf(line.product.type), line.linePrice]))
  const reduced = lines.filter(({ product }) => !voucher?.products || voucher.products.includes(product.uuid))
  const sums = sumsByRate([
    ...byRate(lines),
    ...fees.flatMap(({ kind, price }) =>
      kind === 'voucher' ? shareByRate(byRate(reduced), price) : [[tax.percent, price] as const],
    ),
  ])
  if ([...sums.values()].every((total) => total === 0)) return []
  return [...sums]
    .toSorted(([one], [other]) => other - one)
    .map(([percent, total]) => {
      return { name: tax.name, percent, total, amount: Math.round((total * percent) / (100 + percent)) }
    })
}

function sumsByRate(amounts: Iterable<readonly [percent: number, amount: number]>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [percent, amount] of amounts) sums.set(percent, (sums.get(percent) ?? 0) + amount)
  return sums
}

/** Divides an amount among rates in proportion to their sums; the rounding difference goes to the largest. */
function shareByRate(
  sums: ReadonlyMap<number, number>,
  amount: number,
): Array<readonly [percent: number, share: number]> {
  const whole = [...sums.values()].reduce((sum, each) => sum + each, 0)
  const [largest, ...others] = [...sums].toSorted(([, one], [, other]) => other - one)
  if (!largest || whole === 0) return []
  const shares = others.map(([percent, sum]) => [percent, Math.round((sum * amount) / whole)] as const)
  const rest = amount - shares.reduce((sum, [, share]) => sum + share, 0)
  return [[largest[0], rest], ...shares]
}
