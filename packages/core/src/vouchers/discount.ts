import type { Money } from '../money.ts'

/** The reduction by a voucher, and its conditions. */
export type VoucherTerms = {
  /** The reduction as a percentage of its products' price. */
  readonly percent?: number | undefined
  /** Or as an amount, in minor units. */
  readonly amount?: Money | undefined
  /** Its products by uuid; all of them if it names none. */
  readonly products?: readonly string[] | undefined
  /** The minimum price of its products. */
  readonly least?: Money | undefined
}

type PricedLine = { readonly product: { readonly uuid: string }; readonly linePrice: Money }

/** The total price of a voucher's products among these lines. */
export function voucherBase(lines: readonly PricedLine[], { products }: VoucherTerms): Money {
  return lines.reduce(
    (sum, { product, linePrice }) => sum + (!products || products.includes(product.uuid) ? linePrice : 0),
    0,
  )
}

/**
 * The reduction by a voucher, never more than the price of its products; half a minor unit is rounded in the customer's favour.
 */
export function voucherDiscount(lines: readonly PricedLine[], terms: VoucherTerms): Money {
  const base = voucherBase(lines, terms)
  if (base < (terms.least ?? 0)) return 0
  return Math.min(base, terms.percent ? Math.round((base * terms.percent) / 100) : (terms.amount ?? 0))
}
