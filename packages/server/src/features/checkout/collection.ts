import { randomUUID } from 'node:crypto'
import {
  type Attempt,
  failedPayment,
  isLive,
  type Journal,
  nextStep,
} from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import type { Collection, CustomerKey } from '../../platform/feature.ts'
import { listProviderEntries } from '../../platform/provider/collection.ts'
import type { Payment } from '../../ports/payments/gateway.ts'
import { lineFilesOf } from '../cart/lineKinds.ts'
import type { OrderContent } from '../orders/collection.ts'
import { picturesOfOrders } from '../orders/printing/picturesToPrint.ts'

/** An attempt to pay, with everything needed to repeat its request to the gateway. */
export type StoredAttempt = Attempt & {
  gateway: string
  payment: Payment
  /** The gateway's page, once it is open. */
  href: string | null
  /** Where the browser goes after a payment, and where it goes without one. */
  receiptUrl: string
  backUrl: string
  created: Date
}

/** The checkout of one version of a customer's cart, as a journal (see core/checkout/journal.ts). */
export type StoredCheckout = Journal<StoredAttempt> & {
  _id: string
  provider: string
  customer: string
  cartVersion: number
  /** The lines that its summary had when it was sent last; missing in checkouts of earlier versions. */
  lines?: string[]
  /** The lines with a picture that was replaced since they were in the cart: the summary shows them as they look now. */
  newPictures?: string[]
  /** The lines with a whole set that had lost pictures since it was in the cart. */
  fewerPictures?: string[]
  /** Those of catalogues that were for another class. */
  newClasses?: string[]
  /** The uuid that the order will have. */
  order: string
  created: Date
  /** Raised by every change: of two changes at the same moment, the second starts over. */
  revision: number
  /** When another process takes over, because this one may have died. Null: nothing is left to do. */
  due: Date | null
  /** The order of attempts that were never paid, whose frozen scenes are being deleted; see `neverPaid.ts`. */
  neverPaid?: string
}

/** What an attempt would order. Written before the attempt, so that an attempt always has it. */
type StoredDraft = { _id: string; provider: string; order: string; created: Date; content: OrderContent }

export const checkoutCollections: Collection[] = [
  {
    name: 'checkouts',
    indexes: [
      { key: { provider: 1, customer: 1, cartVersion: 1 }, options: { unique: true } },
      { key: { provider: 1, 'attempts.transaction': 1 } },
      { key: { provider: 1, due: 1 } },
      { key: { provider: 1, paidBy: 1, 'attempts.created': 1 } },
      { key: { provider: 1, order: 1 } },
      { key: { provider: 1, neverPaid: 1 } },
    ],
  },
  {
    name: 'checkoutDrafts',
    indexes: [{ key: { provider: 1, order: 1 } }, { key: { provider: 1, 'content.customer': 1 } }],
  },
]

/** How long a process may be silent in the middle of a checkout before another one continues it. */
export const LEASE_MS = 5000

export const checkoutsOf = (app: App, provider: string) =>
  providerCollection<StoredCheckout>(app, 'checkouts', provider)
const orderDrafts = (app: App, provider: string) => providerCollection<StoredDraft>(app, 'checkoutDrafts', provider)

/** The lines of the summary of a checkout, and those of which it says that they are different, by uuid. */
export type NewSights = {
  lines: readonly string[]
  newPictures: readonly string[]
  fewerPictures: readonly string[]
  newClasses: readonly string[]
}

/** The checkout of a version of the cart: a new one, or the one that another tab has started. */
export async function beginCheckout(
  app: App,
  provider: { key: string; currency: string },
  customer: string,
  cartVersion: number,
  sights: NewSights,
): Promise<StoredCheckout> {
  const checkouts = checkoutsOf(app, provider.key)
  const { lines, newPictures, fewerPictures, newClasses } = sights
  const known = await checkouts.findOne({ customer, cartVersion })
  if (known) return known
  const checkout: StoredCheckout = {
    _id: randomUUID(),
    provider: provider.key,
    customer,
    cartVersion,
    lines: [...lines],
    ...(newPictures.length > 0 && { newPictures: [...newPictures] }),
    ...(fewerPictures.length > 0 && { fewerPictures: [...fewerPictures] }),
    ...(newClasses.length > 0 && { newClasses: [...newClasses] }),
    order: randomUUID(),
    created: app.clock(),
    revision: 0,
    due: null,
    currency: provider.currency,
    attempts: [],
    paidBy: null,
    closed: [],
  }
  try {
    await checkouts.insertOne(checkout)
    return checkout
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return beginCheckout(app, provider, customer, cartVersion, sights)
  }
}

/** A checkout of a customer; null if it is not theirs. */
export async function findCheckout(
  app: App,
  provider: string,
  id: string,
  customer: string,
): Promise<StoredCheckout | null> {
  const found = await readCheckouts(app, provider, [id])
  const checkout = found.get(id)
  return checkout?.customer === customer ? checkout : null
}

const readCheckouts = createSharedRead(async (app, provider, ids) => {
  const checkouts = await checkoutsOf(app, provider)
    .find({ _id: { $in: ids } })
    .toArray()
  return new Map(checkouts.map((checkout) => [checkout._id, checkout as StoredCheckout]))
})

export function findByTransaction(app: App, provider: string, transaction: string): Promise<StoredCheckout | null> {
  return checkoutsOf(app, provider).findOne({ 'attempts.transaction': transaction })
}

/** The attempts to pay an order. */
export async function attemptsOf(app: App, { provider, uuid }: CustomerKey, order: string): Promise<StoredAttempt[]> {
  const journals = await checkoutsOf(app, provider).find({ order, customer: uuid }).toArray()
  return journals.flatMap(({ attempts }) => attempts)
}

/** The checkouts of a customer that can still be paid, or that are paid and not closed. */
export function unsettledCheckouts(app: App, provider: string, customer: string): Promise<StoredCheckout[]> {
  return checkoutsOf(app, provider)
    .find({ customer, due: { $ne: null } })
    .toArray()
}

/** The checkouts that are due only after that time. */
export function checkoutsDueAfter(app: App, provider: string, time: Date): Promise<StoredCheckout[]> {
  return checkoutsOf(app, provider)
    .find({ due: { $gt: time } })
    .toArray()
}

async function unsettledOfAllShops(app: App) {
  return { provider: { $in: (await listProviderEntries(app)).map(({ key }) => key) }, due: { $gt: new Date(0) } }
}

/** How many checkouts of all shops can still be paid, or are paid and not closed. */
export async function countUnsettled(app: App): Promise<number> {
  return app.db.collection<StoredCheckout>('checkouts').countDocuments(await unsettledOfAllShops(app))
}

/** When the first checkout of all shops was, or will be, due. Null if there is none. */
export async function findFirstDue(app: App): Promise<Date | null> {
  const [first] = await app.db
    .collection<StoredCheckout>('checkouts')
    .find(await unsettledOfAllShops(app), { projection: { due: 1 } })
    .sort({ due: 1 })
    .limit(1)
    .toArray()
  return first?.due ?? null
}

/**
 * Changes a journal by a pure rule. `known` is the checkout as it was last read: it is read again only if it has changed since, or
 * if the rule leaves it as it is. Of two changes at the same moment, one waits and is applied to the result of the other one.
 * Changing a checkout renews its lease, unless nothing is left to do.
 */
export async function changeCheckout(
  app: App,
  checkout: StoredCheckout,
  change: (journal: Journal<StoredAttempt>, stored: StoredCheckout) => Journal<StoredAttempt>,
): Promise<StoredCheckout> {
  const { _id: id, provider } = checkout
  for (let stored = checkout; ; stored = await readCheckout(app, provider, id)) {
    const { currency, attempts, paidBy, closed, revision } = stored
    const before: Journal<StoredAttempt> = { currency, attempts, paidBy, closed }
    const after = change(before, stored)
    if (after === before && stored === checkout) continue
    if (after === before) return stored
    const due = isSettled(after) ? null : new Date(app.clock().getTime() + LEASE_MS)
    const next = { attempts: [...after.attempts], paidBy: after.paidBy, closed: [...after.closed], due }
    const { matchedCount } = await checkoutsOf(app, provider).updateOne(
      { _id: id, revision },
      { $set: next, $inc: { revision: 1 } },
    )
    if (matchedCount > 0) return { ...stored, ...next, revision: revision + 1 }
  }
}

/** Whether a checkout needs no attention until its customer does something. */
function isSettled(journal: Journal<StoredAttempt>): boolean {
  return !nextStep(journal) && !failedPayment(journal) && !journal.attempts.some(isLive)
}

async function readCheckout(app: App, provider: string, id: string): Promise<StoredCheckout> {
  const stored = await checkoutsOf(app, provider).findOne({ _id: id })
  if (!stored) throw new Error(`There is no checkout ${id}`)
  return stored
}

/** Sets when a checkout needs attention next, unless it has changed meanwhile. */
export async function scheduleCheckout(
  app: App,
  { _id, provider, revision }: StoredCheckout,
  due: Date | null,
): Promise<void> {
  await checkoutsOf(app, provider).updateOne({ _id, revision }, { $set: { due } })
}

export async function saveDraft(
  app: App,
  provider: string,
  transaction: string,
  order: string,
  content: OrderContent,
): Promise<void> {
  await orderDrafts(app, provider).insertOne({ _id: transaction, order, created: app.clock(), content })
}

/** What an attempt would order. */
export async function draftOf(app: App, provider: string, transaction: string): Promise<OrderContent> {
  const draft = await findDraft(app, provider, transaction)
  if (!draft) throw new Error(`The attempt ${transaction} has no draft`)
  return draft
}

/** What an attempt would order; null once its order is placed and everything is done. */
export async function findDraft(app: App, provider: string, transaction: string): Promise<OrderContent | null> {
  return (await orderDrafts(app, provider).findOne({ _id: transaction }))?.content ?? null
}

/** Uuids of the pictures that will be printed or downloaded once the payments under way have gone through. */
export async function picturesUnderPayment(app: App, provider: string): Promise<string[]> {
  const open = await checkoutsOf(app, provider)
    .find({ due: { $gt: new Date(0) } }, { projection: { order: 1 } })
    .toArray()
  const orders = open.map(({ order }) => order)
  const drafts = await orderDrafts(app, provider)
    .find({ order: { $in: orders } }, { projection: { 'content.lines': 1 } })
    .toArray()
  const files = drafts.flatMap(({ content }) => content.lines.flatMap(lineFilesOf).map(({ uuid }) => uuid))
  const printed = await picturesOfOrders(
    app,
    provider,
    orders.map((_id) => ({ _id })),
  )
  return [...printed, ...files]
}

/** What a customer would order with the payments under way. */
export async function draftsOf(app: App, provider: string, customer: string): Promise<OrderContent[]> {
  const found = await orderDrafts(app, provider).find({ 'content.customer': customer }).toArray()
  return found.map(({ content }) => content)
}

/** Deletes content that was not ordered: the order itself has a copy of what was. */
export async function dropDrafts(app: App, provider: string, by: { order: string } | { _id: string }): Promise<void> {
  await orderDrafts(app, provider).deleteMany(by)
}
