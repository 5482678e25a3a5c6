import type { Money } from '../money.ts'
import {
  previousPrice,
  type priceAt,
  priceRuns,
  type Run,
  type Tier,
  tierAt,
  tierPrice,
} from '../products/volumePrice.ts'

type Priced = Parameters<typeof priceAt>[0] & {
  readonly productprices: ReadonlyArray<Tier & { readonly priorprice?: Money | null }>
}

/** The properties of a line that determine its price. */
export type PricedLine = {
  product: Priced & { readonly uuid: string }
  quantity: number
  subProductUuids: readonly string[]
}

export type LinePrice = {
  /** The price that is charged. */
  linePrice: Money
  runs: Run[]
  /** The saving by a campaign; missing if there is none to show. */
  rebate?: Money
}

/**
 * The prices of a cart's lines, in their order. Pieces of one product are counted across lines, so that ten cards in two
 * designs get the price of ten (001 §9: the price follows the item's position).
 */
export function priceLines(lines: readonly PricedLine[]): LinePrice[] {
  const before = new Map<string, number>()
  return lines.map(({ product, quantity, subProductUuids }) => {
    const first = (before.get(product.uuid) ?? 0) + 1
    before.set(product.uuid, first - 1 + quantity)
    const runs = priceRuns(product, quantity, subProductUuids, first)
    const linePrice = runs.reduce((sum, { count, price }) => sum + count * price, 0)
    const rebate = rebateOf(product, first, quantity)
    return { linePrice, runs, ...(rebate > 0 && { rebate }) }
  })
}

/** The saving that may lawfully be shown (see previousPrice). */
function rebateOf(product: Priced, first: number, quantity: number): Money {
  let rebate = 0
  for (let position = first; position < first + quantity; position++) {
    const tier = tierAt(product.productprices, position)
    const struck = previousPrice(product, { ...tier, priorprice: tier.priorprice ?? null })
    if (struck !== null) rebate += struck - tierPrice(product, tier)
  }
  return rebate
}
