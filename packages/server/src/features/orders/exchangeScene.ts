import type { App } from '../../platform/app.ts'
import { ordersOf, type SceneExchange } from './collection.ts'
import { isProduced } from './printRun.ts'

/**
 * Exchanges the scene of a print for that of a retake, or back to the first one without a retake; production takes the last. `late`: the
 * order was produced before, and the print has to be made again. Null if the order is not placed, or was refunded.
 */
export async function exchangeScene(
  app: App,
  provider: string,
  uuid: string,
  { line, retake }: Pick<SceneExchange, 'line' | 'retake'>,
): Promise<'in time' | 'late' | null> {
  const orders = ordersOf(app, provider)
  for (;;) {
    const order = await orders.findOne({ _id: uuid, confirmTime: { $ne: null }, paymentState: { $ne: 'refunded' } })
    if (!order) return null
    const { exchanges = [], printing, printed, production } = order
    const outcome = isProduced(order) ? 'late' : 'in time'
    if (exchanges.findLast((each) => each.line === line)?.retake === retake) return outcome
    const exchange: SceneExchange = {
      line,
      ...(retake !== undefined && { retake }),
      at: app.clock(),
      ...(outcome === 'late' && { afterRun: printing?.run ?? 'none' }),
    }
    // The lab may begin at the same moment: then this is late.
    const { matchedCount } = await orders.updateOne(
      {
        _id: uuid,
        production,
        'printing.run': printing ? printing.run : { $exists: false },
        printed: printed ?? { $exists: false },
        exchanges: order.exchanges ?? { $exists: false },
        paymentState: { $ne: 'refunded' },
      },
      { $set: { exchanges: [...exchanges, exchange] } },
    )
    if (matchedCount > 0) return outcome
  }
}
