import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext, CustomerKey, Opening } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { withoutWithdrawn } from '../jobs/collection.ts'
import { grantByShare } from './grantByShare.ts'
import { type Grant, type GrantOutcome, grantId, grantsOf, wasGrantedBy } from './grantDocuments.ts'
import { isOpen } from './openings.ts'
import { checkShares } from './sharedGrants.ts'

/**
 * Lets a customer see subjects. Returns those that the customer could not see before this request. A revoked grant becomes valid
 * again: anybody with a valid code may use it.
 */
export async function grantSubjects(
  app: App,
  provider: Provider,
  customerUuid: string,
  subjects: readonly string[],
  request?: string,
): Promise<string[]> {
  const outcomes = await grantEach(app, provider, customerUuid, subjects, { request })
  return [...outcomes].filter(([, outcome]) => outcome !== 'known').map(([subject]) => subject)
}

/**
 * Grants what a code or the link of a share opened, and records each new grant in the security log. The link of a share that has
 * ended meanwhile grants nothing to anybody, and a code that was ended since it was entered is refused as a wrong one.
 */
export async function grantOpening(
  call: CallContext,
  customer: string,
  opening: Opening,
  { request, entered = opening.code }: { request?: string; entered?: string | undefined } = {},
): Promise<string[]> {
  const { app, provider } = call
  const { subjects, code, share } = opening
  if (code !== undefined && !(await isOpen(app, provider, opening))) throw new Failure('flow.required')
  const outcomes = share
    ? await grantByShare(app, provider.key, customer, { subjects, share }, request)
    : await grantEach(app, provider, customer, subjects, { request, code: entered })
  visible.forget(app.db, `${provider.key} ${customer}`)
  // The code may have been ended, with all access, while the grants were written.
  if (code !== undefined && !(await isOpen(app, provider, opening))) {
    const fresh = [...outcomes].filter(([, outcome]) => outcome === 'granted').map(([subject]) => subject)
    for (const subject of fresh) await revokeSubject(app, provider, customer, subject)
    throw new Failure('flow.required')
  }
  for (const [subject, outcome] of outcomes) {
    if (outcome !== 'granted') continue
    if (share) recordSecurityEvent(call, { event: 'share-opened', customer, subject, share })
    else recordSecurityEvent(call, { event: 'code-granted', customer, subject })
  }
  return [...outcomes].filter(([, outcome]) => outcome !== 'known').map(([subject]) => subject)
}

/** The request that grants something, and what stands for the code that was entered. */
type GrantOrigin = { request?: string | undefined; code?: string | undefined }

async function grantEach(
  app: App,
  provider: Provider,
  customerUuid: string,
  subjects: readonly string[],
  by: GrantOrigin,
): Promise<Map<string, GrantOutcome>> {
  const outcomes = new Map<string, GrantOutcome>()
  const now = app.clock().getTime()
  for (const [place, subject] of [...new Set(subjects)].entries()) {
    // a millisecond apart, so that their order is kept
    const grant = { customer: customerUuid, subject, granted: new Date(now + place) }
    outcomes.set(subject, await grantOne(app, provider, grant, by))
  }
  visible.forget(app.db, `${provider.key} ${customerUuid}`)
  return outcomes
}

async function grantOne(
  app: App,
  provider: Provider,
  { customer, subject, granted }: Pick<Grant, 'customer' | 'subject' | 'granted'>,
  { request, code }: GrantOrigin,
): Promise<GrantOutcome> {
  const _id = grantId(provider.key, customer, subject)
  try {
    // If the grant is valid already, the filter finds nothing and the insert meets the existing grant.
    const before = await grantsOf(app, provider.key).findOneAndUpdate(
      { _id, $or: [{ revoked: { $ne: null } }, { source: 'share' }] },
      {
        $set: {
          ...{ customer, subject, source: 'code' as const, granted, revoked: null },
          ...(request && { request }),
          ...(code && { code }),
        },
        // a code gives more than a share did: it lasts, and its pictures may be shared
        $unset: { shares: '', ...(!request && { request: '' }), ...(!code && { code: '' }) },
      },
      { upsert: true, returnDocument: 'before' },
    )
    if (before) await rememberFirst(app, provider, before)
    return 'granted'
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return (await wasGrantedBy(app, provider.key, _id, request)) ? 'repeated' : 'known'
  }
}

/** Whoever gets access again could see the subject before, too: a later correction has to name them. */
async function rememberFirst(app: App, provider: Provider, { _id, first, granted }: Grant): Promise<void> {
  await grantsOf(app, provider.key).updateOne({ _id }, { $set: { first: first ?? granted } })
}

/**
 * Revokes a customer's grant of a subject. Pictures on the customer's open pages stop loading within a second, and so do those on
 * the pages of everybody with whom the customer has shared them: for good, also if the customer gets a grant again.
 */
export async function revokeSubject(
  app: App,
  provider: Provider,
  customerUuid: string,
  subject: string,
): Promise<void> {
  await grantsOf(app, provider.key).updateOne(
    { _id: grantId(provider.key, customerUuid, subject), revoked: null },
    { $set: { revoked: app.clock() } },
  )
  forgetGrants(app)
}

/** Forgets in this process what customers may see, after a change that concerns many of them. */
export function forgetGrants(app: Pick<App, 'db'>): void {
  visible.forget(app.db)
}

/**
 * The subjects that a customer may see, newest grant first: all of them, those that the customer has `own` access to, and those of
 * which what was `paid` for stays available after the share has ended.
 */
type VisibleSubjects = { open: string[]; own: string[]; paid: string[] }

/** Every call of a page needs the same grants. A revoked one is refused here at once, and in other processes within a second. */
const visible = createShortCache<VisibleSubjects>(1000, 5000)

function visibleSubjects(app: App, provider: Provider, customerUuid: string): Promise<VisibleSubjects> {
  return visible.get(app.db, `${provider.key} ${customerUuid}`, async () => {
    const read = await readVisible(app, provider.key, [customerUuid])
    return read.get(customerUuid) ?? { open: [], own: [], paid: [] }
  })
}

/** The subjects of each customer who may see any. */
const readVisible = createSharedRead(async (app, provider, customers) => {
  const grants = await grantsOf(app, provider)
    .find(
      { customer: { $in: customers }, revoked: null },
      { projection: { customer: 1, subject: 1, granted: 1, shares: 1 } },
    )
    .sort({ granted: -1, _id: 1 })
    .toArray()
  const checked = await checkShares(app, provider, grants)
  const byCustomer = Map.groupBy(checked, ({ grant }) => grant.customer)
  const subjects = (of: typeof checked) => of.map(({ grant }) => grant.subject)
  return new Map(
    [...byCustomer].map(([customer, all]) => [
      customer,
      {
        open: subjects(all.filter(({ isOpen }) => isOpen)),
        own: subjects(all.filter(({ grant }) => !grant.shares)),
        paid: subjects(all.filter(({ isPaidOpen }) => isPaidOpen)),
      },
    ]),
  )
})

/** The subjects that a customer may see, newest grant first. */
export async function grantedSubjects(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  return withoutWithdrawn(app, provider.key, (await visibleSubjects(app, provider, customerUuid)).open)
}

/** Those that the customer may also share: not the ones that somebody else shared with the customer. */
export async function ownSubjects(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  return withoutWithdrawn(app, provider.key, (await visibleSubjects(app, provider, customerUuid)).own)
}

/**
 * Those of which the customer may see and download what was bought: also after the share has ended by which the customer saw
 * them, and those that were withdrawn. Never after a revoked grant, be it the customer's or that of the person who shared them.
 */
export async function subjectsOfPurchases(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  return (await visibleSubjects(app, provider, customerUuid)).paid
}

/** Like `grantedSubjects`, but read from the database at this moment. */
export async function readGrantedSubjects(app: App, { provider, uuid }: CustomerKey): Promise<string[]> {
  const grants = await grantsOf(app, provider).find({ customer: uuid, revoked: null }).toArray()
  const open = await openGrants(app, provider, grants)
  return withoutWithdrawn(
    app,
    provider,
    open.map(({ subject }) => subject),
  )
}

async function openGrants<G extends Pick<Grant, 'subject' | 'shares'>>(
  app: App,
  provider: string,
  grants: readonly G[],
): Promise<G[]> {
  const checked = await checkShares(app, provider, grants)
  return checked.filter(({ isOpen }) => isOpen).map(({ grant }) => grant)
}

/** The subjects that a customer may see or once could: for recognising the customer's own work, never for showing them. */
export async function everGrantedSubjects(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  const grants = await grantsOf(app, provider.key)
    .find({ customer: customerUuid }, { projection: { subject: 1 } })
    .toArray()
  return grants.map(({ subject }) => subject)
}

/** The customers who may see these subjects, and which of them each may see. */
export async function holdersOf(
  app: App,
  provider: Provider,
  subjects: readonly string[],
): Promise<Array<Pick<Grant, 'customer' | 'subject'>>> {
  const grants = await grantsOf(app, provider.key)
    .find({ subject: { $in: [...subjects] }, revoked: null }, { projection: { customer: 1, subject: 1, shares: 1 } })
    .toArray()
  const open = await openGrants(app, provider.key, grants)
  const visible = new Set(
    await withoutWithdrawn(
      app,
      provider.key,
      open.map(({ subject }) => subject),
    ),
  )
  return open.filter(({ subject }) => visible.has(subject))
}

/** Whether a customer may see a subject. */
export async function isGranted(app: App, provider: Provider, customerUuid: string, subject: string): Promise<boolean> {
  return (await grantedSubjects(app, provider, customerUuid)).includes(subject)
}

/** A grant as an address of a picture uses it; `paid` if it only opens what the customer has bought. */
export type PictureGrant = Pick<Grant, 'customer' | 'subject'> & { opens: 'all' | 'paid' }

/** The grant with this id; null if there is none, or it was revoked or has ended. */
export async function findGrant(app: App, provider: string, id: string): Promise<PictureGrant | null> {
  const found = await grantsOf(app, provider).findOne(
    { _id: id, revoked: null },
    { projection: { customer: 1, subject: 1, shares: 1 } },
  )
  if (!found) return null
  const [checked] = await checkShares(app, provider, [found])
  const { customer, subject } = found
  if (checked?.isOpen) return { customer, subject, opens: 'all' }
  return checked?.isPaidOpen ? { customer, subject, opens: 'paid' } : null
}
