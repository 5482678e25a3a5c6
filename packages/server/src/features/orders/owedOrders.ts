import type { App } from '../../platform/app.ts'
import { ordersOf, type SceneExchange, type StoredOrder } from './collection.ts'
import { owedRefund } from './unsoldLines.ts'

/** The keys of the prints that were exchanged after they were produced, and have not been printed again. */
export function owedReprints({
  printedExchanges,
  exchanges = [],
}: Pick<StoredOrder, 'printedExchanges' | 'exchanges'>): string[] {
  const inTime = exchanges.filter(({ isLate }) => !isLate).length
  const printed = sceneOfEach(exchanges.slice(0, printedExchanges ?? inTime))
  return [...sceneOfEach(exchanges)].filter(([line, scene]) => printed.get(line) !== scene).map(([line]) => line)
}

const sceneOfEach = (exchanges: readonly SceneExchange[]) => new Map(exchanges.map(({ line, scene }) => [line, scene]))

/** The number of prints of an order that were exchanged after they were produced, and have to be printed again. */
export const reprintsOf = (order: StoredOrder): number =>
  order.paymentState === 'refunded' ? 0 : owedReprints(order).length

/** The placed orders of a shop of which the photographer still owes a refund or a reprint, the oldest first. */
export async function findOwedOrders(app: App, provider: string): Promise<StoredOrder[]> {
  const orders = ordersOf(app, provider)
  const found = await Promise.all([
    orders.find({ 'unsold.amount': { $gt: 0 } }).toArray(),
    orders.find({ 'exchanges.isLate': true }).toArray(),
  ])
  const unique = new Map(found.flat().map((order) => [order._id, order]))
  const owed = [...unique.values()].filter((order) => owedRefund(order) > 0 || reprintsOf(order) > 0)
  const timeOf = ({ confirmTime }: StoredOrder) => confirmTime?.getTime() ?? 0
  return owed.toSorted((one, other) => timeOf(one) - timeOf(other))
}
