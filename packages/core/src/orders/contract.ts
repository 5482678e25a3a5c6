import * as z from 'zod/mini'
import { orderLine } from '../cart/contract.ts'
import { endpoint } from '../endpoint.ts'
import { msg } from '../msg.ts'
import { deliveryType } from '../provider/deliveryTypes.ts'
import { money, nothing, time, uuid } from '../schemas.ts'

// lingui-set comment="What the shop answers when an order is not there"

/** The progress of an order in the lab. */
const production = () => z.enum(['new', 'in-production', 'sent'])

/**
 * In sentences, which lines were paid and are not delivered, because their pictures were taken from the customer while the payment was under way,
 * and what is refunded. These lines are not offered (`isOffered`).
 */
const unsoldNotice = () => z.optional(z.string())

/** 000 §3 Order. */
export const order = () =>
  z.object({
    uuid: uuid(),
    confirmTime: z.nullable(time()),
    currency: z.string(),
    orderLines: z.array(orderLine()),
    rebateCode: z.nullable(z.string()),
    payment: z.object({
      isInvoice: z.boolean(),
      title: z.string(),
      /** awaiting: not placed yet; invoiced: placed, to be paid by invoice. */
      state: z.enum(['awaiting', 'invoiced', 'paid', 'failed', 'refunded']),
    }),
    production: production(),
    summary: z.object({ totalPrice: money() }),
    delivery: z.object({
      type: deliveryType(),
      name: z.string(),
      address: z.nullable(
        z.object({
          name: z.string(),
          address: z.string(),
          address2: z.string(),
          postalCode: z.string(),
          city: z.string(),
          state: z.string(),
        }),
      ),
      deliveryTime: z.object({ string: z.string(), afterDate: z.nullable(time()) }),
      /** The store where it is picked up. */
      pickup: z.nullable(z.object({ name: z.string(), address: z.string(), postalCode: z.string(), city: z.string() })),
      /** The school where it is handed out, and the group. */
      school: z.nullable(z.object({ name: z.string(), group: z.string(), subject: z.string() })),
    }),
    contactEmail: z.string(),
    comment: z.string(),
    containDigitalProducts: z.boolean(),
    /** The consent given for downloads, verbatim; null if there are none. */
    digitalConsent: z.nullable(z.object({ text: z.string(), accepted: time() })),
    catalogueMaxDeliveryTime: z.nullable(z.int()),
    unsoldNotice: unsoldNotice(),
  })
export type Order = z.infer<ReturnType<typeof order>>

const unknown = {
  'orders.unknown': { status: 404, text: msg({ message: 'We could not find this order among yours.' }) },
} as const

export const orders = {
  list: endpoint({
    name: 'orders.list',
    method: 'GET',
    path: '/ajax/user/get_order_list.php',
    access: 'customer',
    changes: false,
    input: nothing,
    answer: () =>
      z.array(
        z.object({
          uuid: uuid(),
          confirmTime: time(),
          currency: z.string(),
          totalPrice: money(),
          production: production(),
          /** How an order that no longer counts has ended: it was refunded, or its invoice was cancelled. */
          ended: z.nullable(z.enum(['refunded', 'cancelled'])),
        }),
      ),
    summary: 'The confirmed orders of the customer, the newest first.',
  }),
  details: endpoint({
    name: 'orders.details',
    method: 'GET',
    path: '/sections/my-account/ajax/get_order_details.php',
    access: 'customer',
    changes: false,
    input: () => z.object({ uuid: uuid() }),
    answer: () =>
      z.object({
        orderLines: z.array(orderLine()),
        rebateCode: z.nullable(z.string()),
        unsoldNotice: unsoldNotice(),
      }),
    failures: unknown,
    summary: 'Lines and voucher code of an order.',
  }),
  get: endpoint({
    name: 'orders.get',
    method: 'GET',
    path: '/api/webshop/user/orders/:orderUuid',
    access: 'customer',
    changes: false,
    input: () => z.object({ orderUuid: uuid() }),
    answer: order,
    failures: unknown,
    summary: 'An order, for the receipt.',
  }),
  receiptTicket: endpoint({
    name: 'orders.receiptTicket',
    method: 'POST',
    path: '/api/webshop/user/orders/:orderUuid/receipt-ticket',
    access: 'customer',
    changes: true,
    input: () => z.object({ orderUuid: uuid() }),
    /** A full address that downloads it once, within a minute. */
    answer: () => z.object({ href: z.string() }),
    failures: unknown,
    summary: 'The address for one download of the receipt as a PDF.',
  }),
  claimPurchase: endpoint({
    name: 'orders.claimPurchase',
    method: 'POST',
    path: '/api/webshop/user/orders/:orderUuid/purchase-claim',
    access: 'customer',
    changes: true,
    input: () => z.object({ orderUuid: uuid(), claim: uuid() }),
    answer: () => z.object({ isFirst: z.boolean() }),
    failures: unknown,
    summary:
      'Whether the page with this claim is to report the purchase to analytics: true for the first page that asks.',
  }),
}
