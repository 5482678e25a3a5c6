import type { Money } from '../money.ts'

/** What a voucher takes off, and of what. */
export type VoucherTerms = {
  /** So much of the price of its products. */
  readonly percent?: number | undefined
  /** Or so much, in minor units. */
  readonly amount?: Money | undefined
  /** Its products by uuid; all where it names none. */
  readonly products?: readonly string[] | undefined
  /** What they must cost at the least. */
  readonly least?: Money | undefined
}

type PricedLine = { readonly product: { readonly uuid: string }; readonly linePrice: Money }

/** What the products of a voucher cost among these lines. */
export function voucherBase(lines: readonly PricedLine[], { products }: VoucherTerms): Money {
  return lines.reduce(
    (sum, { product, linePrice }) => sum + (!products || products.includes(product.uuid) ? linePrice : 0),
    0,
  )
}

/** What a voucher takes off these lines, never more than its products cost; halves of a minor unit go to the customer. */
export function voucherDiscount(lines: readonly PricedLine[], terms: VoucherTerms): Money {
  const base = voucherBase(lines, terms)
  if (base < (terms.least ?? 0)) return 0
  return Math.min(base, terms.percent ? Math.round((base * terms.percent) / 100) : (terms.amount ?? 0))
}
