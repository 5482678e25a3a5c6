import type { App } from '../../platform/app.ts'
import { withoutWithdrawn } from '../jobs/collection.ts'
import { reachOf } from './sharedGrants.ts'
import { isCurrent, MAX_SHARES, type Share, sharesOf } from './shares.ts'

/** A share with the subjects that it opens now. */
export type OpenShare = Share & { open: readonly string[] }

/** The open shares of a customer, newest first: those that were neither ended nor are over, and still open something. */
export async function openSharesOf(app: App, provider: string, customer: string): Promise<OpenShare[]> {
  const now = app.clock()
  const current = { sharedBy: customer, ended: { $exists: false }, ends: { $gte: now } }
  return withReach(app, provider, await sharesOf(app, provider).find(current).sort({ created: -1 }).toArray())
}

/** Whether a customer has as many open shares as one may have. */
export async function hasMaxShares(app: App, provider: string, customer: string, more: number): Promise<boolean> {
  const current = { sharedBy: customer, ended: { $exists: false }, ends: { $gte: app.clock() } }
  return (await sharesOf(app, provider).count(current)) + more > MAX_SHARES
}

/** The shares of a shop, or of one of its customers, newest first, also those that are over. */
export async function listShares(
  app: App,
  provider: string,
  { customer, limit }: { customer?: string; limit: number },
): Promise<OpenShare[]> {
  const filter = customer === undefined ? {} : { sharedBy: customer }
  const all = await sharesOf(app, provider).find(filter).sort({ created: -1 }).limit(limit).toArray()
  const now = app.clock()
  const open = new Map(
    (
      await withReach(
        app,
        provider,
        all.filter((share) => isCurrent(share, now)),
      )
    ).map((share) => [share._id, share.open]),
  )
  return all.map((share) => ({ ...share, open: open.get(share._id) ?? [] }))
}

async function withReach(app: App, provider: string, shares: readonly Share[]): Promise<OpenShare[]> {
  const reach = await reachOf(app, provider, shares)
  const subjects = [...reach.values()].flatMap(({ open }) => open)
  const visible = new Set(await withoutWithdrawn(app, provider, [...new Set(subjects)]))
  return shares
    .map((share) => ({ ...share, open: (reach.get(share._id)?.open ?? []).filter((each) => visible.has(each)) }))
    .filter(({ open }) => open.length > 0)
}
