import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../platform/app.ts'
import { ordersOf, type SceneExchange } from '../collection.ts'
import { isProduced, stateOf } from './printRun.ts'

/**
 * Exchanges the scene of a print for that of a retake, or back to the first one without a retake; production takes the last. `late`: the
 * order was produced before, and the print has to be made again. Null if the order is not placed, or was refunded. `changed`: the print was
 * exchanged meanwhile, and nothing was changed now.
 * @param from the print's latest exchange, from which the scene was made
 */
export async function exchangeScene(
  app: App,
  provider: string,
  uuid: string,
  { line, retake, scene, applied = [] }: Pick<SceneExchange, 'line' | 'retake' | 'scene' | 'applied'>,
  from: SceneExchange | undefined,
): Promise<'in time' | 'late' | 'changed' | null> {
  const orders = ordersOf(app, provider)
  for (;;) {
    const order = await orders.findOne({ _id: uuid, confirmTime: { $ne: null }, paymentState: { $ne: 'refunded' } })
    if (!order) return null
    const { exchanges = [], printed, production } = order
    const outcome = isProduced(order) ? 'late' : 'in time'
    const latest = exchanges.findLast((each) => each.line === line)
    const isSameScene = latest?.retake === retake && latest?.scene === scene
    if (isSameScene && isDeepStrictEqual(latest?.applied ?? [], applied)) return outcome
    if (!isDeepStrictEqual(latest, from)) return 'changed'
    const exchange: SceneExchange = {
      line,
      ...(retake !== undefined && { retake }),
      ...(scene !== undefined && { scene }),
      ...(applied.length > 0 && { applied }),
      at: app.clock(),
      ...(outcome === 'late' && { isLate: true as const }),
    }
    // The lab may begin at the same moment: then this is late.
    const { matchedCount } = await orders.updateOne(
      {
        _id: uuid,
        production,
        printed: printed ?? { $exists: false },
        ...stateOf(order),
        paymentState: { $ne: 'refunded' },
      },
      { $set: { exchanges: [...exchanges, exchange] } },
    )
    if (matchedCount > 0) return outcome
  }
}
