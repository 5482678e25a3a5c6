import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import { owedReprints } from '../orders/owedOrders.ts'
import { sheetItems } from '../orders/unsoldLines.ts'
import { findDecisions, retakesOf, type StoredRetake } from './collection.ts'
import { ordersOfSubjects } from './retakePrints.ts'

/** A retake with the number of prints about which the families have decided so. */
export type RetakeReport = { retake: StoredRetake; keeping: number; exchanging: number }

/** The retakes of a job, the first one first. */
export async function reportRetakes(app: App, job: Job): Promise<RetakeReport[]> {
  const retakes = await retakesOf(app, job.provider).find({ jobUuid: job.uuid }).sort({ number: 1 }).toArray()
  const decisions = await findDecisions(
    app,
    job.provider,
    retakes.map(({ uuid }) => uuid),
  )
  return retakes.map((retake) => {
    const own = decisions.filter((each) => each.retake === retake.uuid)
    const keeping = own.filter(({ decision }) => decision === 'keep').length
    return { retake, keeping, exchanging: own.length - keeping }
  })
}

/** A print that was exchanged after it was produced, and has to be printed again. */
export type OwedReprint = {
  /** The number of the order, and its uuid. */
  number: string
  order: string
  position: string
  product: string
  copies: number
  /** The retake for which it was exchanged; null if it was exchanged back. */
  retake: StoredRetake | null
}

/** The reprints that are owed for the retakes of a job. */
export async function listOwedReprints(app: App, job: Job): Promise<OwedReprint[]> {
  const retakes = await retakesOf(app, job.provider).find({ jobUuid: job.uuid }).toArray()
  const byUuid = new Map(retakes.map((retake) => [retake.uuid, retake]))
  const subjects = [...new Set(retakes.map(({ subject }) => subject))]
  const orders = await ordersOfSubjects(app, job.provider, { subjects })
  return orders.flatMap((order) => {
    const owed = new Set(owedReprints(order))
    const items = sheetItems(order)
    return items.flatMap((item) => {
      if ('catalogue' in item || !owed.has(item.key)) return []
      const last = order.exchanges?.findLast(({ line }) => line === item.key)
      const retake = byUuid.get(last?.retake ?? '') ?? null
      const { position, product, copies } = item
      return [{ number: orderNumber(order._id), order: order._id, position: `${position}`, product, copies, retake }]
    })
  })
}
