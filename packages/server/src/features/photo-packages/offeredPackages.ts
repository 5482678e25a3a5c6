import type { PackagePrices } from '@portraitkit/core/photo-packages/contract.ts'
import type { Product } from '@portraitkit/core/products/contract.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Facts, isRuleMet } from '../../platform/rules/rule.ts'
import { lowestBefore, type PricesFrom, pricesOf } from '../products/priceHistory.ts'
import { priceListOf } from '../products/priceList.ts'
import { packages } from './collection.ts'
import type { AnyPackage, LinkDocument, PackageDocument } from './document.ts'
import { type FoundItem, findItems, loadParts, partPrices } from './itemParts.ts'

/** A package offered to a customer, with its contents and its current price. */
export type OfferedPackage = {
  document: PackageDocument
  items: Array<FoundItem<Product>>
  /** The price of each item when bought separately. */
  parts: number[]
  price: PackagePrices
}

/**
 * The packages and links for which a customer qualifies, in the provider's order, if the shop has all their contents. Facts
 * about the customer are only looked up if there is a rule.
 */
export async function offeredPackages(
  app: App,
  provider: Provider,
  language: string,
  factsOf: () => Promise<Facts>,
): Promise<Array<OfferedPackage | { document: LinkDocument }>> {
  const all = await packages.list(app, provider.key)
  if (all.length === 0) return []
  let known: Promise<Facts> | undefined
  const facts = () => {
    known ??= factsOf()
    return known
  }
  const list: AnyPackage[] = []
  for (const each of all) if (!each.rule || isRuleMet(each.rule, await facts())) list.push(each)
  const full = list.filter((each) => each.type === 'package')
  const [products, parts, histories] = await Promise.all([
    priceListOf(app, provider, language, facts),
    loadParts(app, provider.key, full),
    historiesOf(app, provider, full),
  ])
  return list.flatMap((document): Array<OfferedPackage | { document: LinkDocument }> => {
    if (document.type === 'link') return [{ document }]
    const items = findItems(document, { ...parts, products })
    if (!items) return []
    const each = partPrices(items)
    const price = priceOf(document, sum(each), histories.get(document.uuid) ?? [], app.clock())
    return [{ document, items, parts: each, price }]
  })
}

/** The price histories for packages that may strike a price. */
async function historiesOf(
  app: App,
  provider: Provider,
  list: readonly PackageDocument[],
): Promise<Map<string, PricesFrom[]>> {
  const limited = list.filter((document) => isLimited(document, app.clock())).map(({ uuid }) => uuid)
  return limited.length > 0 ? pricesOf(app, provider.key, limited) : new Map()
}

/** Whether a package has its time-limited price at a moment: the start is included, the end is not. */
export function isLimited({ timeLimited }: Pick<PackageDocument, 'timeLimited'>, now: Date): boolean {
  if (!timeLimited) return false
  const { from, until } = timeLimited
  return (!from || now >= new Date(from)) && now < new Date(until)
}

function priceOf(
  document: PackageDocument,
  originalPrice: number,
  history: readonly PricesFrom[],
  now: Date,
): PackagePrices {
  const { price, timeLimited } = document
  const ordinary = { originalPrice, priceIncludingDiscount: price }
  if (!timeLimited || !isLimited(document, now)) {
    return {
      ...ordinary,
      useTimeLimitedDiscount: false,
      timeLimitedDiscountPrice: null,
      priorPrice: null,
      remainingTime: 0,
    }
  }
  const began = timeLimited.from ? new Date(timeLimited.from) : beganAt(timeLimited.price, history, now)
  return {
    ...ordinary,
    useTimeLimitedDiscount: true,
    timeLimitedDiscountPrice: timeLimited.price,
    priorPrice: lowestBefore(history, 1, began),
    remainingTime: Math.ceil((new Date(timeLimited.until).getTime() - now.getTime()) / 1000),
  }
}

/** When a reduction without a stated start was first stored. */
function beganAt(reduced: number, history: readonly PricesFrom[], now: Date): Date {
  const before = history.findLastIndex(({ tiers }) => tiers[0]?.offer !== reduced)
  return history[before + 1]?.at ?? now
}

/** The current price of a package. */
export function chargedFor({ timeLimitedDiscountPrice, priceIncludingDiscount }: PackagePrices): number {
  return timeLimitedDiscountPrice ?? priceIncludingDiscount
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
