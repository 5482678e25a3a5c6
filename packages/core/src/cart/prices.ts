import type { Money } from '../money.ts'
import { priceAt } from '../products/price.ts'

type Priced = Parameters<typeof priceAt>[0]

/** What a line's price depends on. */
export type PricedLine = {
  product: Priced & { readonly uuid: string }
  quantity: number
  subProductUuids: readonly string[]
}

/** `count` pieces at `price` each. A line keeps how its price came about, so that an old order explains itself. */
export type Run = { count: number; price: Money }
export type LinePrice = { linePrice: Money; runs: Run[] }

/**
 * The prices of the lines of a cart, in their order. Pieces of one product count on from line to line, so that ten cards
 * in two designs reach the price of ten (001 §9: the price follows the item's position).
 */
export function priceLines(lines: readonly PricedLine[]): LinePrice[] {
  const before = new Map<string, number>()
  return lines.map(({ product, quantity, subProductUuids }) => {
    const first = (before.get(product.uuid) ?? 0) + 1
    before.set(product.uuid, first - 1 + quantity)
    const runs = runsOf(product, first, quantity, subProductUuids)
    return { linePrice: runs.reduce((sum, { count, price }) => sum + count * price, 0), runs }
  })
}

function runsOf(product: Priced, first: number, quantity: number, subProducts: readonly string[]): Run[] {
  const runs: Run[] = []
  for (let position = first; position < first + quantity; position++) {
    const price = priceAt(product, position, { subProducts })
    const last = runs.at(-1)
    if (last?.price === price) last.count += 1
    else runs.push({ count: 1, price })
  }
  return runs
}
