import {
  applyReport,
  failedPayment,
  isLive,
  nextStep,
  type PaymentReport,
} from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import { firstImplausibleTime } from '../../platform/clockChange.ts'
import { createRest } from '../../platform/db/rest.ts'
import type { Background } from '../../platform/feature.ts'
import { findProvider, listProviderEntries } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { markPaymentFailed } from '../orders/collection.ts'
import { ordersReservingSince, releaseVoucher } from '../vouchers/uses.ts'
import {
  changeCheckout,
  checkoutsDueAfter,
  checkoutsOf,
  findFirstDue,
  LEASE_MS,
  type StoredCheckout,
  scheduleCheckout,
} from './collection.ts'
import { stopAtCrashPoint } from './crashPoint.ts'
import { doStep, fetchPaymentState } from './journalSteps.ts'
import { endLostPayments } from './lostPayments.ts'

/**
 * Advances a checkout, as it was just read, as far as possible without the customer, step by step. Each step is done and then
 * recorded; if the record is missing, the next process repeats the step. Several processes may advance the same checkout at the
 * same moment. Throws GatewayAway.
 */
export async function advanceCheckout(app: App, provider: Provider, before: StoredCheckout): Promise<StoredCheckout> {
  let checkout = before
  const { _id: id } = checkout
  for (let step = nextStep(checkout); step; step = nextStep(checkout)) {
    const { revision } = checkout
    await stopAtCrashPoint(app, `before ${step.name}`, id)
    const change = await doStep(app, provider, checkout, step)
    await stopAtCrashPoint(app, `after ${step.name}`, id)
    checkout = await changeCheckout(app, checkout, change)
    if (checkout.revision === revision) throw new Error(`The step ${step.name} did not move the checkout ${id}`)
  }
  await pauseCheckout(app, checkout)
  return checkout
}

/** Records what a gateway reports about a payment, and continues from there. */
export async function acceptReport(
  app: App,
  provider: Provider,
  checkout: StoredCheckout,
  report: PaymentReport,
): Promise<StoredCheckout> {
  const reported = await changeCheckout(app, checkout, (journal) => applyReport(journal, report))
  return advanceCheckout(app, provider, reported)
}

/** Asks the gateways about all open payments, ends those that would buy what was lost since, and continues from there. */
export async function refreshPayments(app: App, provider: Provider, checkout: StoredCheckout): Promise<StoredCheckout> {
  let current = await endLostPayments(app, provider, checkout)
  for (const attempt of current.attempts) {
    if (attempt.state !== 'open') continue
    const report = await fetchPaymentState(app, provider, attempt)
    current = await changeCheckout(app, current, (journal) => applyReport(journal, report))
  }
  return advanceCheckout(app, provider, current)
}

const MINUTE_MS = 60_000
/** How long after a failure the next attempt is made. */
const RETRY_MS = 30_000

/**
 * Nothing is left to do now: failures are recorded with the order, and open payments are asked about later. An order that was
 * started and never paid is given up at the first look after its payment page has ended (`PAYMENT_WINDOW_MS`), when the
 * gateway reports it as abandoned.
 */
async function pauseCheckout(app: App, checkout: StoredCheckout): Promise<void> {
  const failed = failedPayment(checkout)
  if (failed) await markPaymentFailed(app, checkout.provider, checkout.order, 'failed')
  const open = checkout.attempts.findLast(isLive)
  if (!open && checkout.due === null) return
  await scheduleCheckout(app, checkout, open ? nextLook(open.created, app.clock()) : null)
}

/**
 * Customers pay within minutes or never: the gateway is asked about an open payment after a minute, then at growing intervals.
 */
function nextLook(opened: Date, now: Date): Date {
  const age = now.getTime() - opened.getTime()
  return new Date(now.getTime() + Math.min(60 * MINUTE_MS, Math.max(MINUTE_MS, age / 2)))
}

/**
 * Every change of a checkout leases it for at least `LEASE_MS`: while nobody pays, a process reads once in that time.
 */
const rest = createRest(LEASE_MS)

async function providerKeys(app: App): Promise<string[]> {
  return (await listProviderEntries(app)).map(({ key }) => key)
}

/** Maximum number of checkouts per run, so that a run ends. */
const BATCH = 50

/** Continues abandoned checkouts: of a process that died, or of a customer who never returned from the gateway. */
export const checkoutSweep: Background = {
  name: 'checkout.sweep',
  everyMs: 1000,
  run: async (app) => {
    if (!rest.isOver(app)) return
    const now = app.clock()
    const due = await findFirstDue(app)
    rest.begin(app, now, due)
    if (!due || due > now) return
    for (let count = 0; count < BATCH; count++) {
      const checkout = await claim(app)
      if (!checkout) return
      await retryCheckout(app, checkout)
    }
  },
}

/**
 * Releases the vouchers reserved for orders whose payment failed, or never started because the process died, or that were paid
 * without the voucher in the end.
 */
export const voucherRelease: Background = {
  name: 'vouchers.release',
  everyMs: MINUTE_MS,
  run: async (app) => {
    const before = new Date(app.clock().getTime() - MINUTE_MS)
    for (const { key } of await listProviderEntries(app)) {
      for (const order of await ordersReservingSince(app, key, before)) {
        const checkout = await checkoutsOf(app, key).findOne({ order })
        const isPlacing = checkout?.paidBy && !checkout.closed.includes('confirm-order')
        if (!isPlacing && !checkout?.attempts.some(isLive)) await releaseVoucher(app, key, order, before)
      }
    }
  },
}

/**
 * After the clock was set back, checkouts whose time is in the future are continued soon, instead of waiting for that time again.
 */
export const checkoutClockCheck: Background = {
  name: 'checkout.clock',
  everyMs: MINUTE_MS,
  run: async (app) => {
    const now = app.clock()
    for (const { key } of await listProviderEntries(app)) {
      for (const checkout of await checkoutsDueAfter(app, key, firstImplausibleTime(now, RETRY_MS))) {
        const open = checkout.attempts.findLast(isLive)
        const waitMs = open ? nextLook(open.created, now).getTime() - now.getTime() : 0
        if (checkout.due && checkout.due > firstImplausibleTime(now, Math.max(RETRY_MS, waitMs))) {
          await scheduleCheckout(app, checkout, new Date(now.getTime() + RETRY_MS))
        }
      }
    }
  },
}

async function claim(app: App): Promise<StoredCheckout | null> {
  const now = app.clock()
  const keys = await providerKeys(app)
  return app.db
    .collection<StoredCheckout>('checkouts')
    .findOneAndUpdate(
      { provider: { $in: keys }, due: { $lte: now } },
      { $set: { due: new Date(now.getTime() + LEASE_MS) } },
      { sort: { due: 1 }, returnDocument: 'after' },
    )
}

async function retryCheckout(app: App, checkout: StoredCheckout): Promise<void> {
  const provider = await findProvider(app, checkout.provider)
  if (!provider) return
  try {
    await refreshPayments(app, provider, checkout)
  } catch (error) {
    app.log.error({ checkout: checkout._id, err: error }, 'a checkout could not continue')
    const due = new Date(app.clock().getTime() + RETRY_MS)
    await checkoutsOf(app, checkout.provider).updateOne(
      { _id: checkout._id, due: { $gt: new Date(0) } },
      { $set: { due } },
    )
  }
}
