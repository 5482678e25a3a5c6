import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { orders as contract } from '@portraitkit/core/orders/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { datesOfSubjects, jobsOfSubjects } from '../cart/closedJobs.ts'
import { linePictures } from '../cart/lineKinds.ts'
import { boughtFiles } from '../rights/collection.ts'
import { claimPurchase, findOrder, hasOrdered, orderCollections, ordersOf, type StoredOrder } from './collection.ts'
import { earlierFileSweep } from './earlierFiles.ts'
import { countOrders, keepOrders } from './forgetSubjects.ts'
import { dailyDigest } from './mails/dailyDigest.ts'
import { orderSightings } from './orderSightings.ts'
import { ordersPersonalData } from './personalData.ts'
import { picturesToPrint } from './printing/picturesToPrint.ts'
import { printTask } from './printing/printTask.ts'
import { createReceiptTicket, receiptPage } from './receipt/receiptPage.ts'
import { frozenPreviews, orderLines, showOrder, unsoldNotice } from './showOrder.ts'

/** 000 §2 My orders, and the receipt. */
export const orders: Feature = {
  name: 'orders',
  collections: orderCollections,
  personalData: ordersPersonalData,
  forgetSubjects: keepOrders,
  countAboutSubjects: countOrders,
  facts: { hasOrdered },
  picturesInUse: async (app, { provider, uuid }) => {
    const orders = await ordersOf(app, provider).find({ 'content.customer': uuid }).toArray()
    return orders.flatMap(({ content }) => content.lines.flatMap(linePictures))
  },
  picturesToPrint,
  sightings: orderSightings,
  background: [dailyDigest, earlierFileSweep],
  tasks: [printTask],
  pages: [receiptPage],
  commands: [
    {
      name: 'orders',
      usage: 'orders list | show | print',
      summary: 'lists orders, shows or prints one',
      load: async () => (await import('./command.ts')).ordersCommand,
    },
  ],
  calls: bind(contract, {
    list: async (_input, { app, provider, customer }) => {
      const placed = await ordersOf(app, provider.key)
        .find(
          { 'content.customer': customer.uuid, confirmTime: { $ne: null } },
          {
            projection: {
              confirmTime: 1,
              'content.currency': 1,
              'content.totalPrice': 1,
              production: 1,
              paymentState: 1,
              'content.payment.isInvoice': 1,
            },
          },
        )
        .sort({ confirmTime: -1 })
        .toArray()
      return placed.flatMap(
        ({ _id: uuid, confirmTime, content: { currency, totalPrice, payment }, production, paymentState }) =>
          confirmTime
            ? [
                {
                  uuid,
                  confirmTime: confirmTime.toISOString(),
                  currency,
                  totalPrice,
                  production,
                  ended: paymentState === 'refunded' ? refundState(payment) : null,
                },
              ]
            : [],
      )
    },

    details: async ({ uuid }, call) => {
      const order = await requireOwnOrder(call, uuid)
      // An unpaid order is not in the history.
      if (!order.confirmTime) throw new Failure('orders.unknown')
      const lines = orderLines(await withPurchases(call, order), order, await frozenPreviews(call, order))
      return {
        orderLines: await addDates(call, lines),
        rebateCode: order.content.voucher?.code ?? null,
        ...unsoldNotice(order, call.language),
      }
    },

    get: async ({ orderUuid }, call) => {
      const stored = await requireOwnOrder(call, orderUuid)
      const order = showOrder(await withPurchases(call, stored), stored, await frozenPreviews(call, stored))
      return { ...order, orderLines: await addDates(call, order.orderLines) }
    },

    receiptTicket: async ({ orderUuid }, call) => createReceiptTicket(orderUuid, call),

    claimPurchase: async ({ orderUuid: uuid, claim }, { app, provider, customer }) => {
      const isFirst = await claimPurchase(app, provider.key, { uuid, customer: customer.uuid, claim })
      if (isFirst === null) throw new Failure('orders.unknown')
      return { isFirst }
    },
  }),
}

/** Bought pictures show without a watermark, and as they were bought. */
async function withPurchases(call: CallContext<'customer'>, { confirmTime }: StoredOrder) {
  const bought = await boughtFiles(call.app, call.provider, call.customer.uuid)
  return { ...call, bought, ordered: confirmTime !== null }
}

/** Adds the current days of the jobs: the last day for downloads. */
async function addDates({ app, provider, now }: CallContext<'customer'>, lines: OrderLine[]): Promise<OrderLine[]> {
  const subjects = lines.flatMap((line) => line.subjects.map(({ uuid }) => uuid))
  const jobs = await jobsOfSubjects(app, provider.key, subjects)
  return lines.map((line) => ({ ...line, ...datesOfSubjects(jobs, line.subjects, provider, now) }))
}

async function requireOwnOrder(
  { app, provider, customer }: CallContext<'customer'>,
  uuid: string,
): Promise<StoredOrder> {
  const order = await findOrder(app, provider.key, uuid, customer.uuid)
  if (!order) throw new Failure('orders.unknown')
  return order
}

/** A withdrawn invoice was not paid: there is nothing to refund. */
function refundState({ isInvoice }: StoredOrder['content']['payment']): 'refunded' | 'cancelled' {
  return isInvoice ? 'cancelled' : 'refunded'
}
