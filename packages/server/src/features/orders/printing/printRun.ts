import type { App } from '../../../platform/app.ts'
import { ordersOf, type StoredOrder } from '../collection.ts'

/**
 * Begins to print an order, or continues a run of it: a run prints what was exchanged before it began, and what comes later is too late for it.
 * Returns the order with the exchanges that the run prints; null if there is no such order.
 */
export async function beginPrinting(
  app: App,
  provider: string,
  uuid: string,
  run: string,
): Promise<StoredOrder | null> {
  const orders = ordersOf(app, provider)
  for (;;) {
    const order = await orders.findOne({ _id: uuid })
    if (!order) return null
    const { printRuns = [], exchanges = [] } = order
    const known = printRuns.find((each) => each.run === run)
    if (known) return { ...order, exchanges: exchanges.slice(0, known.exchanges) }
    const runs = [...printRuns, { run, exchanges: exchanges.length, at: app.clock() }]
    const { matchedCount } = await orders.updateOne({ _id: uuid, ...stateOf(order) }, { $set: { printRuns: runs } })
    if (matchedCount > 0) return { ...order, printRuns: runs, exchanges }
  }
}

/** A filter by which a change of an order's exchanges or print runs starts over if another one was faster. */
export function stateOf({ printRuns, exchanges }: StoredOrder) {
  return { printRuns: printRuns ?? { $exists: false }, exchanges: exchanges ?? { $exists: false } }
}

/** Records that a run has written all files of an order for the printer, and the first time that one did. */
export async function markPrinted(app: App, provider: string, { _id, exchanges = [] }: StoredOrder): Promise<void> {
  const orders = ordersOf(app, provider)
  const printedExchanges = exchanges.length
  await orders.updateOne({ _id, printed: { $exists: false } }, { $set: { printed: app.clock() } })
  // A run that began earlier may end later.
  const fewer = [{ printedExchanges: { $exists: false } }, { printedExchanges: { $lt: printedExchanges } }]
  await orders.updateOne({ _id, $or: fewer }, { $set: { printedExchanges } })
}

/** Whether the lab has begun an order: what is exchanged from then on has to be printed again. */
export function isProduced({ printRuns = [], printed, production }: StoredOrder): boolean {
  return printRuns.length > 0 || printed !== undefined || production !== 'new'
}
