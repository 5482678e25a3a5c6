import type { Order } from '@portraitkit/core/orders/contract.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Collection } from '../../platform/feature.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Fee } from '../cart/fee.ts'
import type { PricedLine } from '../cart/lineKinds.ts'
import type { VoucherDocument } from '../vouchers/document.ts'
import { type ReceiptFacts, receiptFacts } from './receiptTaxes.ts'

/** An order as it was agreed to: everything that a receipt, a print or a dispute needs, and nothing that may change later. */
export type OrderContent = {
  customer: string
  /** In the language of the customer at that moment, as are all names in it. */
  language: string
  currency: string
  lines: PricedLine[]
  fees: Fee[]
  /** The voucher's reduction of it is among the fees. */
  voucher?: Pick<VoucherDocument, 'code' | 'products' | 'stock' | 'oncePerCustomer'>
  totalPrice: number
  delivery: {
    type: Order['delivery']['type']
    option: string
    name: string
    address: Order['delivery']['address']
    /** Business days. */
    days: number
    /** Whether the page said that the address is unchanged from an address service. */
    verifiedAddress?: boolean
    /** The store where it is picked up. */
    pickup?: NonNullable<Order['delivery']['pickup']>
    /** The child in whose group at school it is handed out. */
    subject?: { uuid: string; name: string; group: string; school: string }
  }
  payment: { option: string; gateway: string; isInvoice: boolean; title: string; transaction: string }
  /** The contact for emails about the order. */
  contact: { name: string; email: string; phone: string }
  /** The personal id of an invoice, sealed. */
  personalId: string | null
  comment: string
  client: 'desktop' | 'mobile'
  /** The terms that the customer agreed to, word for word. */
  terms: { text: string; accepted: Date }
  /**
   * The words of the consent to immediate delivery of downloads, which ends the right of withdrawal, if there are any downloads.
   */
  digitalConsent?: { text: string; accepted: Date }
  /** The address of the customer's receipt, for the email. */
  receiptUrl: string
}

export type PaymentState = Order['payment']['state']

/** An order: its content, and everything that happens to it afterwards. */
export type StoredOrder = {
  /** The uuid. */
  _id: string
  provider: string
  created: Date
  content: OrderContent
  /** When it was placed: paid, or to be paid by invoice. Null while it waits for the payment. */
  confirmTime: Date | null
  paymentState: PaymentState
  production: Order['production']
  /** The facts that its receipt adds to its content, as of the time of the order; older orders have none. */
  receipt?: ReceiptFacts
  /** The claim of the page that reports the purchase to analytics. */
  purchaseClaim?: string
  /** When it was refunded. */
  refunded?: Date
  /** The runs that began to print it, each with the number of exchanges that it prints: from the first one on it counts as produced. */
  printRuns?: Array<{ run: string; exchanges: number; at: Date }>
  /** When all its files for the printer were first written. */
  printed?: Date
  /** How many of the exchanges a complete run has printed. */
  printedExchanges?: number
  /** Prints whose frozen scene the customer has exchanged for another one, the latest last. */
  exchanges?: SceneExchange[]
  /** Lines that are paid and were not sold; see `unsoldLines.ts`. Set when it is placed, and not changed any more. */
  unsold?: UnsoldLines
  /** The lines that this order has bought, so that no other order can; until then its own uuid is a placeholder. */
  bought: string[]
}

/** Lines whose buyer had lost the pictures when the payment arrived. */
export type UnsoldLines = {
  lines: string[]
  /** The keys of their prints. */
  prints: string[]
  /** What their buyer gets back, in minor units. */
  amount: number
  /** When the gateway, or the photographer, had refunded it. */
  refunded?: Date
}

/** An exchange of a print's scene for one of a retake; without a retake, back to the first one. */
export type SceneExchange = {
  /** The key of the print. */
  line: string
  retake?: string
  /** The hash of the scene that was agreed to. */
  scene?: string
  /** The retakes of which this scene is made, the latest decision last; missing if there are none. */
  applied?: AppliedRetake[]
  at: Date
  /** The order was produced before. */
  isLate?: true
}

/** A retake for which a print was exchanged, with its pictures by uuid. */
export type AppliedRetake = { retake: string; pictures: Array<{ before: string; after: string }> }

export const orderCollections: Collection[] = [
  {
    name: 'orders',
    indexes: [
      { key: { provider: 1, 'content.customer': 1, confirmTime: -1 } },
      // The list of placed orders and that of waiting ones, which have no such time; the daily email needs only the times.
      { key: { provider: 1, confirmTime: -1, created: -1, _id: -1 } },
      { key: { provider: 1, production: 1, confirmTime: -1, created: -1, _id: -1 } },
      // An order is found by the beginning of its number, too.
      { key: { provider: 1, _id: 1 } },
      { key: { provider: 1, 'content.lines.subjects.uuid': 1 } },
      // What is owed: a refund, or a print of which an exchange came too late.
      { key: { provider: 1, 'unsold.amount': 1 } },
      { key: { provider: 1, 'exchanges.isLate': 1 } },
      // A cart line is bought once, whatever happens at the same moment.
      { key: { provider: 1, bought: 1 }, options: { unique: true } },
    ],
  },
  { name: 'orderScenes', isImpersonal: true, indexes: [{ key: { provider: 1, order: 1 } }] },
  { name: 'orderDigests', isImpersonal: true, indexes: [] },
  { name: 'orderTotals', isImpersonal: true, indexes: [] },
]

export const ordersOf = (app: App, provider: string) => providerCollection<StoredOrder>(app, 'orders', provider)
/** Whether a customer has placed an order. */
export async function hasOrdered(app: App, { key }: Provider, customer: string): Promise<boolean> {
  return (await ordersOf(app, key).findOne({ 'content.customer': customer, confirmTime: { $ne: null } })) !== null
}

/** Stores an order that waits for its payment, or replaces its content by that of a new attempt. */
export async function awaitPayment(app: App, provider: string, uuid: string, content: OrderContent): Promise<void> {
  const waiting: Omit<StoredOrder, '_id' | 'provider'> = {
    created: app.clock(),
    content,
    confirmTime: null,
    paymentState: 'awaiting',
    production: 'new',
    bought: [uuid],
  }
  try {
    await ordersOf(app, provider).updateOne({ _id: uuid, confirmTime: null }, { $set: waiting }, { upsert: true })
  } catch (error) {
    // It is confirmed already: the filter found nothing, and the insert conflicted with the existing order.
    if (!isDuplicate(error)) throw error
  }
}

/**
 * Places an order with the content that was paid for. Repeating it changes nothing. Returns false if another order has bought one
 * of its lines.
 */
export async function confirmOrder(
  app: App,
  provider: string,
  uuid: string,
  content: OrderContent,
  unsold: UnsoldLines | null,
): Promise<boolean> {
  const seller = await findProvider(app, provider)
  try {
    await ordersOf(app, provider).updateOne(
      { _id: uuid, confirmTime: null },
      {
        $set: {
          content,
          ...(seller && { receipt: receiptFacts(seller, content) }),
          ...(unsold && { unsold }),
          confirmTime: app.clock(),
          paymentState: content.payment.isInvoice ? 'invoiced' : 'paid',
          bought: content.lines.map((line) => line.uuid),
        },
      },
    )
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** Records how the payment of a waiting order ended. */
export async function markPaymentFailed(app: App, provider: string, uuid: string, state: PaymentState): Promise<void> {
  await ordersOf(app, provider).updateOne({ _id: uuid, confirmTime: null }, { $set: { paymentState: state } })
}

/** The catalogues that a customer has ordered without a refund, each with its child. */
export async function orderedCatalogues(
  app: App,
  provider: string,
  customer: string,
): Promise<Array<{ catalogue: string; subject: string }>> {
  const placed = await ordersOf(app, provider)
    .find(
      { 'content.customer': customer, confirmTime: { $ne: null }, paymentState: { $ne: 'refunded' } },
      {
        projection: {
          'content.lines.uuid': 1,
          'content.lines.kind': 1,
          'content.lines.catalogue': 1,
          'content.lines.subjects': 1,
          unsold: 1,
        },
      },
    )
    .toArray()
  return placed.flatMap(({ content, unsold }) =>
    content.lines
      .filter(({ uuid }) => !unsold?.lines.includes(uuid))
      .filter((line) => line.kind === 'catalogue')
      .map(({ catalogue, subjects: [subject] }) => ({ catalogue: catalogue.uuid, subject: subject?.uuid ?? '' })),
  )
}

/** Records that the money for the lines that were not sold was refunded. False if it was before. */
export async function markUnsoldRefunded(app: App, provider: string, uuid: string): Promise<boolean> {
  const owed = { _id: uuid, 'unsold.amount': { $gt: 0 }, 'unsold.refunded': { $exists: false } }
  const { matchedCount } = await ordersOf(app, provider).updateOne(owed, { $set: { 'unsold.refunded': app.clock() } })
  return matchedCount > 0
}

/** Whether a page is the first to claim the report of a purchase; null if there is no such order, or not yet. */
export async function claimPurchase(
  app: App,
  provider: string,
  { uuid, customer, claim }: { uuid: string; customer: string; claim: string },
): Promise<boolean | null> {
  const placed = { _id: uuid, 'content.customer': customer, confirmTime: { $ne: null } }
  const unclaimed = { ...placed, purchaseClaim: { $exists: false } }
  await ordersOf(app, provider).updateOne(unclaimed, { $set: { purchaseClaim: claim } })
  const order = await ordersOf(app, provider).findOne(placed, { projection: { purchaseClaim: 1 } })
  return order && order.purchaseClaim === claim
}

/** Records the first refund of an order's payment. False if it was refunded before. */
export async function markRefunded(app: App, provider: string, uuid: string): Promise<boolean> {
  const first = { _id: uuid, paymentState: { $ne: 'refunded' as const } }
  const { matchedCount } = await ordersOf(app, provider).updateOne(first, {
    $set: { paymentState: 'refunded', refunded: app.clock(), 'content.personalId': null },
  })
  return matchedCount > 0
}

/** A customer's order, placed or waiting; null if it is not theirs. */
export async function findOrder(
  app: App,
  provider: string,
  uuid: string,
  customer: string,
): Promise<StoredOrder | null> {
  return ordersOf(app, provider).findOne({ _id: uuid, 'content.customer': customer })
}
