import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../platform/db/sharedRead.ts'
import { createShortCache } from '../../platform/db/shortCache.ts'
import type { CallContext, CustomerKey } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'

/** A customer may see a subject. The id is made from both, so that each pair has one grant. */
export type Grant = {
  _id: string
  provider: string
  customer: string
  subject: string
  /** How the customer got it. */
  source: 'code' | 'operator'
  granted: Date
  /** The request that created it: repeating that request, after a lost answer, gets the same answer. */
  request?: string
  /** When it was revoked; null while it is valid. */
  revoked: Date | null
}

function grantsOf(app: App, provider: Provider): ProviderCollection<Grant> {
  return providerCollection<Grant>(app, 'grants', provider.key)
}

/** The id of the grant of a subject to a customer, whether the grant exists or not. */
export function grantId(provider: string, customerUuid: string, subject: string): string {
  return createHash('sha256').update(`${provider} ${customerUuid} ${subject}`).digest('base64url').slice(0, 22)
}

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
  const outcomes = await grantEach(app, provider, customerUuid, subjects, request)
  return [...outcomes].filter(([, outcome]) => outcome !== 'known').map(([subject]) => subject)
}

/** Grants subjects by a code that was entered, and records each new grant in the security log. */
export async function grantByCode(
  call: CallContext,
  customer: string,
  subjects: readonly string[],
  request?: string,
): Promise<string[]> {
  const outcomes = await grantEach(call.app, call.provider, customer, subjects, request)
  for (const [subject, outcome] of outcomes) {
    if (outcome === 'granted') recordSecurityEvent(call, { event: 'code-granted', customer, subject })
  }
  return [...outcomes].filter(([, outcome]) => outcome !== 'known').map(([subject]) => subject)
}

/** `repeated`: the same request has granted it before. */
type GrantOutcome = 'granted' | 'repeated' | 'known'

async function grantEach(
  app: App,
  provider: Provider,
  customerUuid: string,
  subjects: readonly string[],
  request: string | undefined,
): Promise<Map<string, GrantOutcome>> {
  const outcomes = new Map<string, GrantOutcome>()
  const now = app.clock().getTime()
  for (const [place, subject] of [...new Set(subjects)].entries()) {
    // a millisecond apart, so that their order is kept
    const grant = { customer: customerUuid, subject, granted: new Date(now + place) }
    outcomes.set(subject, await grantOne(app, provider, grant, request))
  }
  granted.forget(app.db, `${provider.key} ${customerUuid}`)
  return outcomes
}

async function grantOne(
  app: App,
  provider: Provider,
  { customer, subject, granted: subjectCache }: Pick<Grant, 'customer' | 'subject' | 'granted'>,
  request: string | undefined,
): Promise<GrantOutcome> {
  const _id = grantId(provider.key, customer, subject)
  try {
    // If the grant is valid already, the filter finds nothing and the insert meets the existing grant.
    await grantsOf(app, provider).updateOne(
      { _id, revoked: { $ne: null } },
      {
        $set: { customer, subject, source: 'code', granted: subjectCache, revoked: null, ...(request && { request }) },
      },
      { upsert: true },
    )
    return 'granted'
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const isRepeated = request !== undefined && (await grantsOf(app, provider).count({ _id, request })) > 0
    return isRepeated ? 'repeated' : 'known'
  }
}

/** Revokes a customer's grant of a subject. Pictures on the customer's open pages stop loading within a second. */
export async function revokeSubject(
  app: App,
  provider: Provider,
  customerUuid: string,
  subject: string,
): Promise<void> {
  await grantsOf(app, provider).updateOne(
    { _id: grantId(provider.key, customerUuid, subject), revoked: null },
    { $set: { revoked: app.clock() } },
  )
  granted.forget(app.db, `${provider.key} ${customerUuid}`)
}

/** Every call of a page needs the same grants. A revoked one is refused here at once, and in other processes within a second. */
const granted = createShortCache<string[]>(1000, 5000)

/** The subjects that a customer may see, newest grant first. */
export function grantedSubjects(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  return granted.get(app.db, `${provider.key} ${customerUuid}`, async () => {
    const grants = await readGrants(app, provider.key, [customerUuid])
    return grants.get(customerUuid) ?? []
  })
}

/** The subjects of each customer who may see any, newest grant first. */
const readGrants = createSharedRead(async (app, provider, customers) => {
  const grants = await providerCollection<Grant>(app, 'grants', provider)
    .find({ customer: { $in: customers }, revoked: null }, { projection: { customer: 1, subject: 1, granted: 1 } })
    .sort({ granted: -1, _id: 1 })
    .toArray()
  const byCustomer = Map.groupBy(grants, ({ customer }) => customer)
  return new Map([...byCustomer].map(([customer, own]) => [customer, own.map(({ subject }) => subject)]))
})

/** Like `grantedSubjects`, but read from the database at this moment. */
export async function readGrantedSubjects(app: App, { provider, uuid }: CustomerKey): Promise<string[]> {
  const grants = await providerCollection<Grant>(app, 'grants', provider)
    .find({ customer: uuid, revoked: null })
    .toArray()
  return grants.map(({ subject }) => subject)
}

/** The subjects that a customer may see or once could: for recognising the customer's own work, never for showing them. */
export async function everGrantedSubjects(app: App, provider: Provider, customerUuid: string): Promise<string[]> {
  const grants = await grantsOf(app, provider)
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
  return grantsOf(app, provider)
    .find({ subject: { $in: [...subjects] }, revoked: null }, { projection: { customer: 1, subject: 1 } })
    .toArray()
}

/** Whether a customer may see a subject. */
export async function isGranted(app: App, provider: Provider, customerUuid: string, subject: string): Promise<boolean> {
  return (await grantedSubjects(app, provider, customerUuid)).includes(subject)
}

/** The grant with this id; null if there is none, or it was revoked. */
export async function findGrant(
  app: App,
  provider: string,
  id: string,
): Promise<Pick<Grant, 'customer' | 'subject'> | null> {
  const found = await providerCollection<Grant>(app, 'grants', provider).findOne(
    { _id: id, revoked: null },
    { projection: { customer: 1, subject: 1 } },
  )
  return found && { customer: found.customer, subject: found.subject }
}
