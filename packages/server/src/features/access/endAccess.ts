import type { App } from '../../platform/app.ts'
import { recordDeletion } from '../../platform/deletions/journal.ts'
import type { RepeatDeletion } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { customersOf } from '../account/collection.ts'
import { doublesOf } from '../jobs/subjects/mergedSubjects.ts'
import { endShare } from './endShare.ts'
import { findStandIns } from './formerAccess.ts'
import { type Grant, grantsOf } from './grantDocuments.ts'
import { forgetGrants } from './grants.ts'
import { codeMark } from './openings.ts'
import { reachOf } from './sharedGrants.ts'
import { isCurrent, type Share, sharesOf } from './shares.ts'

/** Who may see some subjects: accounts, and those with whom they share them. */
export type CurrentAccess = {
  accounts: Array<Pick<Grant, '_id' | 'customer' | 'subject' | 'granted' | 'source'> & { email: string | null }>
  /** Open shares of any of the subjects; `isWhole` if it opens nothing else. */
  shares: Array<Pick<Share, '_id' | 'recipient' | 'ends'> & { email: string | null; isWhole: boolean }>
}

/** The kind under which ended grants are recorded: a restored backup must not open one again. */
const GRANT = 'grant'

/** Everybody who has access to these subjects now, by a code or by a share. */
export async function findAccess(app: App, provider: Provider, subjects: readonly string[]): Promise<CurrentAccess> {
  const grants = await grantsOf(app, provider.key)
    .find({ subject: { $in: [...subjects] }, revoked: null })
    .toArray()
  const customers = [...new Set(grants.map(({ customer }) => customer))]
  const [shares, named] = await Promise.all([
    openSharesOf(app, provider, customers, subjects),
    customersOf(app, provider)
      .find({ _id: { $in: customers } }, { projection: { email: 1 } })
      .toArray(),
  ])
  const emails = new Map(named.map(({ _id, email }) => [_id, email]))
  return {
    accounts: grants.toSorted(oldestFirst).map((grant) => ({ ...grant, email: emails.get(grant.customer) ?? null })),
    shares: shares.map(({ share, open }) => ({
      ...share,
      email: emails.get(share.sharedBy) ?? null,
      isWhole: open.every((subject) => subjects.includes(subject)),
    })),
  }
}

/** The accounts whose access to a subject was ended in a period, and what stands for those that were deleted since. */
export async function accessEndedSince(
  app: App,
  provider: string,
  subject: string,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const ended = { subject, revoked: { $gte: from, $lte: until } }
  const grants = await grantsOf(app, provider)
    .find(ended, { projection: { customer: 1 } })
    .toArray()
  return [...grants.map(({ customer }) => customer), ...(await findStandIns(app, provider, subject, { from, until }))]
}

const oldestFirst = (one: Grant, other: Grant) => one.granted.getTime() - other.granted.getTime()

async function openSharesOf(app: App, { key }: Provider, customers: readonly string[], subjects: readonly string[]) {
  const now = app.clock()
  const stored = await sharesOf(app, key)
    .find({ sharedBy: { $in: [...customers] } })
    .toArray()
  const current = stored.filter((share) => isCurrent(share, now))
  const reach = await reachOf(app, key, current)
  return current
    .map((share) => ({ share, open: reach.get(share._id)?.open ?? [] }))
    .filter(({ open }) => open.some((subject) => subjects.includes(subject)))
}

/**
 * Ends all access to these subjects that was granted so far, here at once and in other processes within a second: the accounts, and what they
 * share, for good. A share of more subjects keeps opening the others. Whoever enters a valid code afterwards sees the subjects again, with
 * what they have bought. Safe to repeat. Returns what was ended.
 */
export async function endAccess(app: App, provider: Provider, subjects: readonly string[]): Promise<CurrentAccess> {
  const access = await findAccess(app, provider, subjects)
  // A merge that is undone later brings nobody's access back.
  const doubles = await findAccess(app, provider, await doublesOf(app, provider.key, subjects))
  await endGrants(app, provider, [...access.accounts, ...doubles.accounts])
  // By now none of them opens these subjects any more; those that open nothing else are also listed as ended.
  for (const { _id, isWhole } of access.shares) if (isWhole) await endShare({ app, provider }, _id, 'shop')
  forgetGrants(app)
  return access
}

/**
 * Ends what was granted of a subject by a code since a time, for good: whose letter has the code is unknown. Whoever enters a valid code afterwards
 * sees the subject again. Safe to repeat.
 */
export async function endGrantsByCode(
  app: App,
  provider: Provider,
  { code, subject, since }: { code: string; subject: string; since: Date },
): Promise<void> {
  const grants = await grantsOf(app, provider.key)
    .find({ subject, code: codeMark(app, provider, code), revoked: null, granted: { $gte: since } })
    .toArray()
  if (grants.length === 0) return
  await endGrants(app, provider, grants)
  forgetGrants(app)
}

async function endGrants(app: App, { key }: Provider, grants: ReadonlyArray<Pick<Grant, '_id'>>): Promise<void> {
  const at = app.clock()
  const ids = grants.map(({ _id }) => `${_id} ${at.getTime()}`)
  await recordDeletion(app, { provider: key, kind: GRANT, ids }, async () => {
    for (const { _id } of grants) {
      await grantsOf(app, key).updateOne({ _id, revoked: null }, { $set: { revoked: at } })
    }
  })
}

/** Ends a grant again that was ended after the backup, unless it was granted again since. */
export const repeatGrantEnd: Readonly<Record<string, RepeatDeletion>> = {
  [GRANT]: async (app, { provider, id }) => {
    const [_id = '', time] = id.split(' ')
    const at = new Date(Number(time))
    await grantsOf(app, provider).updateOne({ _id, revoked: null, granted: { $lte: at } }, { $set: { revoked: at } })
    forgetGrants(app)
  },
}
