import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { firstImplausibleTime } from '../../platform/clockChange.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { VoucherDocument } from './document.ts'

/** A voucher in an order: reserved while the payment is under way, then used. */
type StoredUse = {
  _id: string
  provider: string
  code: string
  /** The holder who can have it only once: the customer, or, if a customer may use it repeatedly, the order. */
  holder: string
  /** The place in its stock; if the stock is unlimited, the holder's own. */
  place: string
  customer: string
  order: string
  since: Date
  isPaid: boolean
}

const uses = (app: App, provider: string) => providerCollection<StoredUse>(app, 'voucherUses', provider)

/** The user of a voucher. */
export type VoucherUse = { customer: string; order: string }

type Limits = Pick<VoucherDocument, 'code' | 'stock' | 'oncePerCustomer'>

const holderOf = ({ oncePerCustomer }: Limits, { customer, order }: VoucherUse) => (oncePerCustomer ? customer : order)

/** Whether a customer can use a voucher now, in an order that is not paid yet. */
export async function voucherAvailability(
  app: App,
  provider: string,
  voucher: Limits,
  customer: string,
): Promise<'free' | 'used' | 'used up'> {
  const { code, stock, oncePerCustomer } = voucher
  // Counted first: a use by another window of the same customer in the meantime is then recognised as theirs.
  const usedCount = stock === undefined ? 0 : await uses(app, provider).count({ code })
  const own = await uses(app, provider).find({ code, customer }).toArray()
  if (oncePerCustomer && own.some(({ isPaid }) => isPaid)) return 'used'
  // A reservation by an earlier try of the same customer becomes this one's.
  return stock === undefined || usedCount < stock || own.some(({ isPaid }) => !isPaid) ? 'free' : 'used up'
}

/**
 * Reserves a voucher for an order; repeating it changes nothing. A reservation by the same customer for an order that can no
 * longer be paid moves to this one: call it only after ending all others.
 */
export async function reserveVoucherUse(
  app: App,
  provider: string,
  voucher: Limits,
  use: VoucherUse,
): Promise<'held' | 'used' | 'used up'> {
  const { code, stock, oncePerCustomer } = voucher
  const [holder, since] = [holderOf(voucher, use), app.clock()]
  for (;;) {
    // In one query: another window of the same customer may have taken the last one.
    const seen = stock === undefined ? { code, customer: use.customer } : { code }
    const reservations = await uses(app, provider).find(seen).toArray()
    const theirs = reservations.filter(({ customer }) => customer === use.customer)
    if (oncePerCustomer && theirs.some(({ order, isPaid }) => isPaid && order !== use.order)) return 'used'
    const own = theirs.find(({ order }) => order === use.order) ?? theirs.find(({ isPaid }) => !isPaid)
    if (own?.isPaid) return 'held'
    if (own) {
      // Even if it is reserved for this order already: renewed, so that nobody releases it before the payment is under way.
      const renewed = { holder, place: stock === undefined ? holder : own.place, order: use.order, since }
      const { matchedCount } = await uses(app, provider).updateOne({ _id: own._id, isPaid: false }, { $set: renewed })
      if (matchedCount > 0) return 'held'
      continue
    }
    const place = stock === undefined ? holder : freePlace(reservations, stock)
    if (place === undefined) return 'used up'
    try {
      await uses(app, provider).insertOne({ _id: randomUUID(), code, holder, place, ...use, since, isPaid: false })
      return 'held'
    } catch (error) {
      // Another customer took the same place, or another window of this one was faster.
      if (!isDuplicate(error)) throw error
    }
  }
}

function freePlace(uses: ReadonlyArray<Pick<StoredUse, 'place'>>, stock: number): string | undefined {
  const places = new Set(uses.map(({ place }) => place))
  for (let number = 1; number <= stock; number++) if (!places.has(String(number))) return String(number)
  return undefined
}

/** Records that the order of a voucher is placed. Repeating it changes nothing. */
export async function useVoucher(app: App, provider: string, voucher: Limits, use: VoucherUse): Promise<void> {
  const { code } = voucher
  const holder = holderOf(voucher, use)
  const own = { code, holder, $or: [{ isPaid: false }, { order: use.order }] }
  const { matchedCount } = await uses(app, provider).updateOne(own, { $set: { order: use.order, isPaid: true } })
  if (matchedCount > 0) return
  // It was released, and then the gateway took the money after all: it counts, even beyond the stock.
  const late = `late ${use.order}`
  try {
    const document = { _id: randomUUID(), code, holder: late, place: late, ...use, since: app.clock(), isPaid: true }
    await uses(app, provider).insertOne(document)
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** Releases an order's reservation if it is older than `before`. */
export async function releaseVoucher(app: App, provider: string, order: string, before: Date): Promise<void> {
  await uses(app, provider).deleteMany({
    order,
    isPaid: false,
    $or: [{ since: { $lt: before } }, { since: { $gt: firstImplausibleTime(app.clock(), 0) } }],
  })
}

/** Releases a voucher of a refunded order: it can be used again. */
export async function releaseUsedVoucher(app: App, provider: string, order: string): Promise<void> {
  await uses(app, provider).deleteMany({ order })
}

/** The orders that have reserved vouchers since before that time, or since a time that is still to come: the clock was set back. */
export async function ordersReservingSince(app: App, provider: string, before: Date): Promise<string[]> {
  const reservations = await uses(app, provider)
    .find({
      isPaid: false,
      $or: [{ since: { $lt: before } }, { since: { $gt: firstImplausibleTime(app.clock(), 0) } }],
    })
    .toArray()
  return reservations.map(({ order }) => order)
}

/** How often each voucher has been used, and is reserved now. */
export async function countUses(app: App, provider: string): Promise<Map<string, { used: number; reserved: number }>> {
  const counts = new Map<string, { used: number; reserved: number }>()
  for await (const { code, isPaid } of uses(app, provider).find({})) {
    const count = counts.get(code) ?? { used: 0, reserved: 0 }
    counts.set(code, { used: count.used + (isPaid ? 1 : 0), reserved: count.reserved + (isPaid ? 0 : 1) })
  }
  return counts
}
