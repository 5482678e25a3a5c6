import type { App } from '../../platform/app.ts'
import { ordersOf, type SceneExchange, type StoredOrder } from './collection.ts'

/**
 * Begins to print an order, or continues it: what is exchanged from now on comes too late for this run. Returns the order with the exchanges
 * that the run prints; null if there is no such order.
 */
export async function beginPrinting(
  app: App,
  provider: string,
  uuid: string,
  run: string,
): Promise<StoredOrder | null> {
  const orders = ordersOf(app, provider)
  await orders.updateOne({ _id: uuid, 'printing.run': { $ne: run } }, { $set: { printing: { run, at: app.clock() } } })
  const order = await orders.findOne({ _id: uuid })
  return order && { ...order, exchanges: (order.exchanges ?? []).filter(({ afterRun }) => afterRun !== run) }
}

/** Records that a run has written all files of an order for the printer, and the first time that one did. */
export async function markPrinted(app: App, provider: string, { _id, exchanges = [] }: StoredOrder): Promise<void> {
  const orders = ordersOf(app, provider)
  await orders.updateOne({ _id, printed: { $exists: false } }, { $set: { printed: app.clock() } })
  await orders.updateOne({ _id }, { $set: { printedExchanges: exchanges.length } })
}

/** Whether the lab has begun an order: what is exchanged from then on has to be printed again. */
export function isProduced({ printing, printed, production }: StoredOrder): boolean {
  return printing !== undefined || printed !== undefined || production !== 'new'
}

/** The keys of the prints that were exchanged after they were produced, and have not been printed again. */
export function owedReprints({
  printedExchanges,
  exchanges = [],
}: Pick<StoredOrder, 'printedExchanges' | 'exchanges'>): string[] {
  const inTime = exchanges.filter(({ afterRun }) => afterRun === undefined).length
  const printed = sceneOfEach(exchanges.slice(0, printedExchanges ?? inTime))
  return [...sceneOfEach(exchanges)].filter(([line, retake]) => printed.get(line) !== retake).map(([line]) => line)
}

const sceneOfEach = (exchanges: readonly SceneExchange[]) =>
  new Map(exchanges.map(({ line, retake }) => [line, retake]))
