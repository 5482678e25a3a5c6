import type { Money } from '../money.ts'
import type { Product } from './contract.ts'

/** A tier of a product: its price applies from the item at position `quantity` (1 is the first) on. */
export type Tier = Pick<Product['productprices'][number], 'quantity' | 'price' | 'campaignprice'>

type PricedProduct = {
  productprices: readonly Tier[]
  subproducts: ReadonlyArray<Pick<Product['subproducts'][number], 'uuid' | 'extraprice'>>
  campaign: Product['campaign']
}

export type PriceOptions = {
  /** The number of earlier items of the product: positions continue from there. */
  before?: number
  /** Uuids of the selected subproducts; each adds its extra price to every item. */
  subProducts?: readonly string[]
}

/**
 * 001 §9 Volume pricing: "the tier price applies at the highest tier whose quantity is not above the position of the item".
 * An item before the first tier has the first tier's price.
 */
export function tierAt<T extends { readonly quantity: number }>(tiers: readonly T[], position: number): T {
  const sorted = [...tiers].sort((one, other) => one.quantity - other.quantity)
  const tier = sorted.findLast(({ quantity }) => quantity <= position) ?? sorted[0]
  if (!tier) throw new Error('A product without prices cannot be sold')
  return tier
}

/** The price of one item at a position, in minor units. */
export function priceAt(product: PricedProduct, position: number, options: PriceOptions = {}): Money {
  const { productprices, subproducts } = product
  const own = tierPrice(product, tierAt(productprices, position))
  const selected = subproducts.filter(({ uuid }) => options.subProducts?.includes(uuid))
  return selected.reduce((sum, { extraprice }) => sum + extraprice, own)
}

/** The price of a line of `quantity` items, in minor units. */
export function priceOf(product: PricedProduct, quantity: number, options: PriceOptions = {}): Money {
  let sum = 0
  for (let item = 1; item <= quantity; item++) sum += priceAt(product, (options.before ?? 0) + item, options)
  return sum
}

/** `count` pieces at `price` each. Stored with a line, so that an old order explains its price. */
export type Run = { count: number; price: Money }

/** The prices of this number of pieces, counted from the position `first` on. */
export function priceRuns(product: PricedProduct, quantity: number, subProducts: readonly string[], first = 1): Run[] {
  const runs: Run[] = []
  for (let position = first; position < first + quantity; position++) {
    const price = priceAt(product, position, { subProducts })
    const last = runs.at(-1)
    if (last?.price === price) last.count += 1
    else runs.push({ count: 1, price })
  }
  return runs
}

/** The price of a piece at a tier: the campaign's price if the customer qualifies for one. */
export function tierPrice({ campaign }: Pick<PricedProduct, 'campaign'>, { price, campaignprice }: Tier): Money {
  return campaign ? (campaignprice ?? price) : price
}

/** The lowest price of one piece, for "from …". */
export function fromPrice(product: Pick<PricedProduct, 'productprices' | 'campaign'>): Money {
  return Math.min(...product.productprices.map((tier) => tierPrice(product, tier)))
}

/** The struck price next to the price of a tier, if the law allows one; otherwise null (Directive 98/6/EC). */
export function previousPrice(
  product: Pick<PricedProduct, 'campaign'>,
  tier: Tier & Pick<Product['productprices'][number], 'priorprice'>,
): Money | null {
  const { priorprice } = tier
  return priorprice !== null && tierPrice(product, tier) < priorprice ? priorprice : null
}

/** A row of the price list: the price of a piece from one position to another; `to` is null if there is no end. */
export type PriceRow = {
  from: number
  to: number | null
  /** 0 counts pieces, anything else is the position of the piece, as an ordinal. */
  type: number
  price: Money
  /** The previous price, to be struck next to it. */
  before: Money | null
}

/** PRC-2: the tiers of a product as ranges, from the minimum quantity on. */
export function priceRows(product: Pick<Product, 'productprices' | 'campaign' | 'minorderpartquantity'>): PriceRow[] {
  const tiers = [...product.productprices].sort((one, other) => one.quantity - other.quantity)
  const rows = tiers.map((tier, index) => ({
    from: Math.max(index === 0 ? 1 : tier.quantity, tier.type === 0 ? product.minorderpartquantity : 1),
    to: tiers[index + 1] ? (tiers[index + 1] as Tier).quantity - 1 : null,
    type: tier.type,
    price: tierPrice(product, tier),
    before: previousPrice(product, tier),
  }))
  return rows.filter(({ from, to }) => to === null || from <= to)
}
