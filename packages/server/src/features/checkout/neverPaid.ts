import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { listProviderEntries } from '../../platform/provider/collection.ts'
import { dropFrozenScenes } from '../orders/frozenScenes.ts'
import { checkoutsOf, dropDrafts, type StoredCheckout } from './collection.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than any gateway keeps a payment open: what it has ended by then it never charges. */
export const NEVER_PAID_MS = 30 * DAY_MS
const HOUR_MS = 60 * 60_000
/** Checkouts per provider and run, so that a run ends. */
const BATCH = 200

/**
 * Deletes what checkouts that were never paid had frozen for print: half a megabyte for a calendar, each time that somebody went
 * to the payment and came back to change the cart. The checkout first gets another order, so that a customer who returns to pay
 * freezes a new one, whatever is deleted at that moment.
 */
export const neverPaidSweep: Background = {
  name: 'checkout.never-paid',
  everyMs: HOUR_MS,
  run: async (app) => {
    const before = new Date(app.clock().getTime() - NEVER_PAID_MS)
    for (const { key } of await listProviderEntries(app)) await sweep(app, key, before)
  },
}

async function sweep(app: App, provider: string, before: Date): Promise<void> {
  const checkouts = checkoutsOf(app, provider)
  const old = {
    paidBy: null,
    created: { $lt: before },
    due: null,
    // Without attempts there is nothing to delete: such checkouts stay, and are not read again.
    'attempts.created': { $lt: before },
    // A cart can be left for months before somebody tries to pay: the last attempt counts.
    $nor: [{ 'attempts.created': { $gte: before } }],
  }
  for (const checkout of await checkouts.find(old).limit(BATCH).toArray()) await giveUp(app, checkout)
  const left = await checkouts
    .find({ neverPaid: { $gt: '' } })
    .limit(BATCH)
    .toArray()
  for (const { _id, neverPaid = '' } of left) {
    await dropFrozenScenes(app, provider, neverPaid)
    await dropDrafts(app, provider, { order: neverPaid })
    await checkouts.updateOne({ _id, neverPaid }, { $unset: { neverPaid: '' } })
  }
}

/** Takes the attempts off a checkout, unless somebody changes it at this moment. */
async function giveUp(app: App, { _id, provider, revision, order }: StoredCheckout): Promise<void> {
  await checkoutsOf(app, provider).updateOne(
    { _id, revision, paidBy: null, due: null },
    { $set: { attempts: [], order: randomUUID(), created: app.clock(), neverPaid: order }, $inc: { revision: 1 } },
  )
}
