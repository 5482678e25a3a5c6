import { createHash, randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Background } from '../../platform/feature.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import { grantId, grantsOf } from './grantDocuments.ts'
import { hashToken, isShareToken, makeShareToken } from './shareToken.ts'

/** What a customer shares with one recipient: subjects, by a link of its own, until a date. */
export type Share = {
  /** Its uuid. */
  _id: string
  provider: string
  /** The customer's uuid. */
  sharedBy: string
  /** The recipient's email address as the customer typed it; it is forgotten some time after the end. */
  recipient?: string
  subjects: string[]
  /** While it is open, its customer, recipient and subjects: of equal ones there is one. Afterwards its own uuid. */
  slot: string
  /** The hash of the token in its link. */
  token: string
  created: Date
  /** The last moment at which its link and its grants are valid. */
  ends: Date
  ended?: { time: Date; by: 'customer' | 'shop' }
  /** How often another account than the customer's got the pictures by its link. Missing until it was opened. */
  opened?: { first: Date; last: Date; accounts: number }
  /** When the recipient's address is forgotten. */
  forget?: Date
}

/** How long the recipient's address is stored after the end: for the customer's and the shop's questions. */
export const RECIPIENT_DAYS = 90
/** The maximum number of open shares of a customer. */
export const MAX_SHARES = 200

const DAY_MS = 24 * 60 * 60_000

/** When the recipient of a share that ends at this time is forgotten. */
export const forgetTime = (end: Date) => new Date(end.getTime() + RECIPIENT_DAYS * DAY_MS)

/** The shares of a shop. */
export function sharesOf(app: Pick<App, 'db'>, provider: string): ProviderCollection<Share> {
  return providerCollection<Share>(app, 'shares', provider)
}

/** Whether a share has neither been ended nor is past its last moment. */
export function isCurrent({ ends, ended }: Pick<Share, 'ends' | 'ended'>, now: Date): boolean {
  return !ended && now <= ends
}

export type NewShare = Pick<Share, 'provider' | 'sharedBy' | 'subjects' | 'ends'> & { recipient: string }

/**
 * Shares subjects with a recipient. An open share of the same subjects with the same recipient is used again and gets the new
 * end: the recipient has one link, and ending it ends all. Returns the share and the token of its link.
 */
export async function createShare(app: App, share: NewShare): Promise<{ uuid: string; token: string }> {
  const { provider, sharedBy, subjects, recipient, ends } = share
  const shares = sharesOf(app, provider)
  const slot = slotOf(share)
  const now = app.clock()
  const since = await latestGrant(app, share)
  const dates = { ends, forget: forgetTime(ends) }
  const open = await shares.findOne({ slot })
  if (open) {
    // One from before the customer's own access began again opens nothing.
    if (isCurrent(open, now) && open.created.getTime() >= since) {
      const { matchedCount } = await shares.updateOne({ _id: open._id, slot }, { $set: dates })
      // otherwise it was ended at this moment
      if (matchedCount > 0) return { uuid: open._id, token: makeShareToken(app, provider, open._id) }
    }
    await shares.updateOne({ _id: open._id, slot }, { $set: { slot: open._id } })
  }
  const uuid = randomUUID()
  const token = makeShareToken(app, provider, uuid)
  // Grants of several subjects are a millisecond apart, so that the last one may be later than the clock.
  const created = new Date(Math.max(now.getTime(), since))
  try {
    await shares.insertOne({
      _id: uuid,
      ...{ sharedBy, recipient, subjects: [...subjects], slot, created, ...dates },
      token: hashToken(token),
    })
    return { uuid, token }
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // The same was shared at the same moment.
    return createShare(app, share)
  }
}

function slotOf({ sharedBy, recipient, subjects }: NewShare): string {
  return createHash('sha256')
    .update([sharedBy, recipient, ...subjects.toSorted()].join('\n'))
    .digest('base64url')
    .slice(0, 22)
}

async function latestGrant(app: App, { provider, sharedBy, subjects }: NewShare): Promise<number> {
  const ids = subjects.map((subject) => grantId(provider, sharedBy, subject))
  const grants = await grantsOf(app, provider)
    .find({ _id: { $in: ids } }, { projection: { granted: 1 } })
    .toArray()
  return Math.max(0, ...grants.map(({ granted }) => granted.getTime()))
}

/** The share of a link's token; null for an unknown one. Whether it is still open is not checked. */
export async function findShareByToken(app: App, provider: string, token: string): Promise<Share | null> {
  return isShareToken(token) ? sharesOf(app, provider).findOne({ token: hashToken(token) }) : null
}

/** Records that an account other than the sharing customer's has opened the link; `isNew` if it was not among them yet. */
export async function recordOpening(
  app: App,
  provider: string,
  { share, customer, isNew }: { share: string; customer: string; isNew: boolean },
): Promise<void> {
  const now = app.clock()
  await sharesOf(app, provider).updateOne(
    { _id: share, sharedBy: { $ne: customer } },
    { $min: { 'opened.first': now }, $max: { 'opened.last': now }, $inc: { 'opened.accounts': isNew ? 1 : 0 } },
  )
}

/** Forgets the addresses of recipients whose shares have ended long ago. What was shared, and by whom, stays. */
export const recipientForgetting: Background = {
  name: 'access.forgetRecipients',
  everyMs: 60 * 60_000,
  run: async (app) => {
    for (const { key } of await listProviders(app)) {
      await sharesOf(app, key).updateMany({ forget: { $lte: app.clock() } }, { $unset: { recipient: '', forget: '' } })
    }
  },
}
