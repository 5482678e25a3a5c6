import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import { type Grant, type GrantOutcome, grantId, grantsOf, wasGrantedBy } from './grantDocuments.ts'
import { reachOfShares } from './sharedGrants.ts'
import { recordOpening } from './shares.ts'

/** Keeps a grant small, however often the same pictures are shared with the same customer. */
const MAX_SHARES_OF_GRANT = 50

/**
 * Grants a customer what a share opens at this moment, and records the opening for the customer who made the share. Whoever may
 * see a subject by a code keeps that grant as it is.
 */
export async function grantByShare(
  app: App,
  provider: string,
  customer: string,
  { subjects, share }: { subjects: readonly string[]; share: string },
  request: string | undefined,
): Promise<Map<string, GrantOutcome>> {
  const outcomes = new Map<string, GrantOutcome>()
  const open = (await reachOfShares(app, provider, [share])).get(share)?.open ?? []
  const now = app.clock().getTime()
  for (const [place, subject] of open.filter((each) => subjects.includes(each)).entries()) {
    const grant = { customer, subject, granted: new Date(now + place) }
    outcomes.set(subject, await grantOne(app, provider, grant, share, request))
  }
  if (outcomes.size > 0) {
    await recordOpening(app, provider, { share, customer, isNew: [...outcomes.values()].includes('granted') })
  }
  return outcomes
}

async function grantOne(
  app: App,
  provider: string,
  { customer, subject, granted }: Pick<Grant, 'customer' | 'subject' | 'granted'>,
  share: string,
  request: string | undefined,
): Promise<GrantOutcome> {
  const _id = grantId(provider, customer, subject)
  const dates = { granted, revoked: null, ...(request && { request }) }
  try {
    await grantsOf(app, provider).updateOne(
      { _id, revoked: { $ne: null } },
      { $set: { customer, subject, source: 'share', shares: [share], ...dates } },
      { upsert: true },
    )
    return 'granted'
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  // Two people may share the same pictures with one: they stay visible until both shares have ended.
  const { modifiedCount } = await grantsOf(app, provider).updateOne(
    { _id, source: 'share', shares: { $ne: share } },
    { $set: dates, $push: { shares: { $each: [share], $slice: -MAX_SHARES_OF_GRANT } } },
  )
  if (modifiedCount > 0) return 'granted'
  return (await wasGrantedBy(app, provider, _id, request)) ? 'repeated' : 'known'
}
