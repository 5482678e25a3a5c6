import { createHash, randomBytes } from 'node:crypto'
import type { SessionGrant } from '@portraitkit/core/account/contract.ts'
import type { Context } from 'koa'
import type { App } from '../../../platform/app.ts'
import { finishLater } from '../../../platform/db/lateWrites.ts'
import { type ProviderCollection, providerCollection } from '../../../platform/db/providerCollection.ts'
import { createSharedRead } from '../../../platform/db/sharedRead.ts'
import { createShortCache } from '../../../platform/db/shortCache.ts'
import { wrongField } from '../../../platform/failure.ts'
import type { Customer } from '../../../platform/feature.ts'
import { isCrossSite, isFromProgram } from '../../../platform/http/origin.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { type EventSource, recordSecurityEvent } from '../../../platform/security/record.ts'
import { isPublicKey } from '../publicKey.ts'
import { deviceName } from './deviceName.ts'
import { operatorFingerprint } from './operatorActs.ts'
import { dropSessionCookie, isHttps, readSessionCookie, setSessionCookie } from './sessionCookie.ts'

/** A session belongs to one provider. It contains what every call needs of the customer, so that a call takes one query. */
export type StoredSession = {
  /** For cookies the hash of the token; for key-bound sessions the id, which is not secret. */
  _id: string
  provider: string
  customer: Customer
  kind: 'cookie' | 'key'
  /** Its cookie was set under the name that is tied to the host, and no other is accepted. */
  isHostOnly?: boolean
  /** SPKI, base64url; only of a key-bound session. */
  publicKey?: string
  /** The session of a page of another site from which this one was handed over: they end together. */
  parent?: string
  /** Browser and system in a few words. */
  device?: string
  created: Date
  /** When its customer last proved their identity: by the sign-in, the password again or a code by email. */
  confirmed?: Date
  /** When it was last used, to a few minutes. */
  used?: Date
  expires: Date
}

const DAY_MS = 24 * 60 * 60_000
/** A session ends after this time without use. */
export const SESSION_MS = 60 * DAY_MS
/** A use is recorded this long after the previous one. */
const NOTE_INTERVAL_MS = 5 * 60_000
/** How long a session counts as confirmed after a sign-in, the password or a code by email. */
export const CONFIRMED_MS = 15 * 60_000
/** How long an operator may act as a customer. */
const SIMULATED_MS = 4 * 60 * 60_000
/** How long an access token of a key-bound session is valid. */
export const ACCESS_MS = 10 * 60_000
const ACCESS_PURPOSE = 'access token'

export function sessionsOf(app: App, provider: Provider): ProviderCollection<StoredSession> {
  return providerCollection<StoredSession>(app, 'sessions', provider.key)
}

type SessionFacts = Pick<StoredSession, '_id' | 'customer' | 'expires' | 'kind' | 'used' | 'isHostOnly' | 'parent'>

/**
 * A page makes several calls at once: its session is read once per second. A sign-out ends it at once here, and within that second
 * in other processes.
 */
const sessionCache = createShortCache<SessionFacts | null>(1000, 5000)

/** Must be called after a change of data that sessions contain. */
export function forgetSessions(app: App): void {
  sessionCache.forget(app.db)
}

export type FoundSession = Pick<StoredSession, 'customer' | 'parent'> & { id: string }

/** The session that a request identifies by access token or cookie, or null. */
export async function findSession(
  app: App,
  provider: Provider,
  http: Context,
  now: Date,
): Promise<FoundSession | null> {
  const { id, isHostOnly } = sessionId(app, provider, http, now) ?? {}
  if (!id) return null
  const session = await sessionCache.get(app.db, `${provider.key} ${id}`, async () => {
    const sessions = await readSessions(app, provider.key, [id])
    return sessions.get(id) ?? null
  })
  if (!session || session.expires <= now || (session.isHostOnly && !isHostOnly)) return null
  noteUse(app, provider, http, session, now)
  return { id, customer: session.customer, ...(session.parent && { parent: session.parent }) }
}

const readSessions = createSharedRead<SessionFacts>(async (app, provider, ids) => {
  const projection = { customer: 1, expires: 1, kind: 1, used: 1, isHostOnly: 1, parent: 1 }
  const sessions = await providerCollection<StoredSession>(app, 'sessions', provider)
    .find({ _id: { $in: ids } }, { projection })
    .toArray()
  return new Map(sessions.map((session) => [session._id, session]))
})

/** Whether the customer of this session proved their identity recently. */
export async function isConfirmed(app: App, provider: Provider, id: string, now: Date): Promise<boolean> {
  const session = await sessionsOf(app, provider).findOne({ _id: id }, { projection: { created: 1, confirmed: 1 } })
  const last = session && (session.confirmed ?? session.created)
  return last !== null && now.getTime() - last.getTime() <= CONFIRMED_MS
}

/** Records that the customer of this session has just proved their identity. */
export async function recordConfirmation(app: App, provider: Provider, id: string, now: Date): Promise<void> {
  await sessionsOf(app, provider).updateOne({ _id: id }, { $set: { confirmed: now } })
}

type SessionId = { id: string | null; isHostOnly: boolean }

function sessionId(app: App, provider: Provider, http: Context, now: Date): SessionId | null {
  const authorization = http.get('authorization')
  if (authorization.startsWith('Bearer '))
    return { id: readAccessToken(app, provider, authorization.slice(7), now), isHostOnly: false }
  const cookie = readSessionCookie(http, app, provider)
  return cookie && { id: hashToken(cookie.token), isHostOnly: cookie.isHostOnly }
}

/**
 * Records the use of a session every few minutes at most, and once a day extends it to its full lifetime. The answer does not wait
 * for it: a use that could not be stored is recorded by a later call.
 */
function noteUse(app: App, provider: Provider, http: Context, session: SessionFacts, now: Date): void {
  const { _id, customer, used } = session
  const isWorn = session.expires.getTime() - now.getTime() <= SESSION_MS - DAY_MS && !customer.isSimulated
  if (!isWorn && used && now.getTime() - used.getTime() < NOTE_INTERVAL_MS) return
  const expires = new Date(now.getTime() + SESSION_MS)
  const change = { used: now, ...(isWorn && { expires }) }
  // A session that is being ended must not be extended by a write that arrives later.
  const write = sessionsOf(app, provider).updateOne({ _id, expires: session.expires }, { $set: change })
  finishLater(app, write, 'the use of a session was not stored')
  // The other calls of the page do not record it again.
  Object.assign(session, change)
  const cookie = isWorn && session.kind === 'cookie' && readSessionCookie(http, app, provider)
  if (cookie) setSessionCookie(http, app, provider, cookie.token, SESSION_MS)
}

/** Opens a session: by cookie for pages of the same site, bound to the caller's key for those of another, and for programs that send one. */
export async function openSession(
  app: App,
  provider: Provider,
  http: Context,
  customer: Customer,
): Promise<SessionGrant> {
  const publicKey = sessionKeyOf(http)
  if (publicKey === null) {
    await openCookieSession(app, provider, http, customer)
    return { kind: 'cookie' }
  }
  const id = randomBytes(18).toString('base64url')
  const session = newSession(app, provider, http, customer)
  await sessionsOf(app, provider).insertOne({ ...session, _id: id, kind: 'key', publicKey })
  return createAccessToken(app, provider, id)
}

/**
 * Opens a session by cookie, as a page at the shop's own address may, wherever the link to it was. If it was handed over by another
 * session, its customer proved their identity when that one did, and not by following a link.
 */
export async function openCookieSession(
  app: App,
  provider: Provider,
  http: Context,
  customer: Customer,
  from?: StoredSession,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const session = {
    ...newSession(app, provider, http, customer),
    ...(from && { parent: firstOf(from), confirmed: from.confirmed ?? from.created }),
  }
  const isHostOnly = isHttps(http, app)
  await sessionsOf(app, provider).insertOne({
    ...session,
    _id: hashToken(token),
    kind: 'cookie',
    ...(isHostOnly && { isHostOnly }),
  })
  setSessionCookie(http, app, provider, token, session.expires.getTime() - session.created.getTime())
}

function newSession(app: App, provider: Provider, http: Context, customer: Customer) {
  const now = app.clock()
  const expires = new Date(now.getTime() + (customer.isSimulated ? SIMULATED_MS : SESSION_MS))
  return {
    provider: provider.key,
    customer,
    device: deviceName(http.get('user-agent')),
    created: now,
    confirmed: now,
    used: now,
    expires,
  }
}

/**
 * The public key to which a page of another site, or a program without cookies, wants its session bound; null if a cookie suffices.
 * To be called before any change. Throws `input.invalid` if it sends no usable key.
 */
export function sessionKeyOf(http: Context): string | null {
  const key = http.get('x-session-key')
  if (!isCrossSite(http) && !(key && isFromProgram(http))) return null
  if (!isPublicKey(key)) throw wrongField('x-session-key', { code: 'session-key' })
  return key
}

/** A fresh access token of a key-bound session. */
export function createAccessToken(app: App, provider: Provider, id: string): SessionGrant {
  const expires = new Date(app.clock().getTime() + ACCESS_MS)
  const claims = `${id}.${expires.getTime()}`
  const accessToken = `${claims}.${app.secrets.sign(ACCESS_PURPOSE, `${provider.key} ${claims}`)}`
  return { kind: 'key', sessionId: id, accessToken, expires: expires.toISOString() }
}

/** The session id in an access token; null if the token was changed, has expired or belongs to another provider. */
function readAccessToken(app: App, provider: Provider, token: string, now: Date): string | null {
  const [id, expires, signature] = token.split('.')
  if (!id || !expires || !signature) return null
  if (!app.secrets.verify(ACCESS_PURPOSE, `${provider.key} ${id}.${expires}`, signature)) return null
  return Number(expires) > now.getTime() ? id : null
}

/**
 * Ends the request's session, if any. Without an open session the cookie stays: a sign-out that was delayed must not remove the
 * cookie of a session that was opened in the meantime.
 */
export async function closeSession(app: App, provider: Provider, http: Context): Promise<void> {
  const session = await findSession(app, provider, http, app.clock())
  if (!session) return
  await endWithFamily(app, provider, { ...session, _id: session.id })
  dropSessionCookie(http, app, provider)
  recordSessionEnd({ app, provider, http }, session.customer)
}

type SessionOfFamily = Pick<StoredSession, '_id' | 'customer' | 'parent'>

/** The session from which the others of a family were handed over, perhaps this one. */
export const firstOf = ({ _id, parent }: Pick<StoredSession, '_id' | 'parent'>): string => parent ?? _id

/** Ends a session, that from which it was handed over, and those that were handed over from that. */
export async function endWithFamily(app: App, provider: Provider, session: SessionOfFamily): Promise<void> {
  const first = firstOf(session)
  await sessionsOf(app, provider).deleteMany({
    'customer.uuid': session.customer.uuid,
    $or: [{ _id: first }, { parent: first }],
  })
  forgetSessions(app)
}

/** Lets a session that was opened before end together with another of the same customer. */
export async function joinFamily(app: App, provider: Provider, id: string, other: StoredSession): Promise<void> {
  await sessionsOf(app, provider).updateOne(
    { _id: id, parent: { $exists: false } },
    { $set: { parent: firstOf(other) } },
  )
  forgetSessions(app)
}

/** Records the end of a session: the customer's own, or that of an operator acting as the customer. */
export function recordSessionEnd(source: EventSource, { uuid, isSimulated, operator = '' }: Customer): void {
  recordSecurityEvent(
    source,
    isSimulated
      ? { event: 'simulation-ended', customer: uuid, operator: operatorFingerprint(source.app, operator) }
      : { event: 'sign-out', customer: uuid },
  )
}

/** Ends every session of a customer, or of all customers of the shop. Returns how many there were. */
export async function endSessions(app: App, provider: Provider, customer?: string): Promise<number> {
  const filter = customer === undefined ? {} : { 'customer.uuid': customer }
  const { deletedCount } = await sessionsOf(app, provider).deleteMany(filter)
  forgetSessions(app)
  return deletedCount
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
