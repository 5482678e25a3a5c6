import { createHash, randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type { App } from '../app.ts'
import { isDuplicate } from '../db/providerCollection.ts'
import { truncatedAddress } from '../networkAddress.ts'
import { type StoredSecurityEvent, securityEventsOf } from './collection.ts'
import { ruleOf, type SecurityEvent } from './events.ts'
import { securityEvents } from './securityMetric.ts'

/** Where an event comes from: the shop, and the request if there is one. A `CallContext` is an event source. */
export type EventSource = {
  readonly app: App
  readonly provider: { readonly key: string }
  readonly http?: { readonly ip: string; readonly state: { requestId?: unknown } }
}

/** The state of this process for the log of a database. */
type LogState = {
  /** Writes in progress. */
  pending: Set<Promise<void>>
  hour: number
  /** The shared records that this process has written in this hour, by shop and event. */
  known: Map<string, Set<string>>
}

const HOUR_MS = 60 * 60_000
/**
 * Maximum number of `summed` or `once` records of one event in a shop and an hour. All further addresses share one record, so that
 * an attacker with many addresses cannot fill the database.
 */
export const MAX_HOURLY_RECORDS = 500

const states = new WeakMap<Db, LogState>()

/**
 * Records an event: counts it, logs it as a line of the stream `security`, and stores it for `SECURITY_LOG_DAYS`. It returns before
 * the event is stored, and never throws.
 */
export function recordSecurityEvent(source: EventSource, event: SecurityEvent): void {
  const { app } = source
  const state = stateOf(app.db)
  const record = recordOf(source, event)
  const { records } = ruleOf(event.event)
  // Other processes and retries may report the same event again.
  if (records === 'unique' && knownKeys(state, record).has(keyOf(record))) return
  app.metrics.increase(securityEvents, event.event)
  if (records === 'each') store(app, state, record, () => insert(app, record))
  else storeShared(app, state, record)
}

/** Waits until all recorded events are stored. */
export async function awaitSecurityEvents({ db }: Pick<App, 'db'>): Promise<void> {
  const { pending } = stateOf(db)
  while (pending.size > 0) await Promise.all(pending)
}

function stateOf(db: Db): LogState {
  const known = states.get(db)
  if (known) return known
  const state: LogState = { pending: new Set(), hour: 0, known: new Map() }
  states.set(db, state)
  return state
}

function recordOf({ app, provider, http }: EventSource, event: SecurityEvent): StoredSecurityEvent {
  const { requestId } = http?.state ?? {}
  return {
    _id: randomUUID(),
    provider: provider.key,
    time: app.clock(),
    ...event,
    ...(http && { address: truncatedAddress(http.ip) }),
    ...(typeof requestId === 'string' && { request: requestId }),
  }
}

/** The keys of this hour's shared records of an event that this process has written. */
function knownKeys(state: LogState, { provider, event, time }: StoredSecurityEvent): Set<string> {
  const hour = hourOf(time)
  if (hour !== state.hour) {
    state.hour = hour
    state.known.clear()
  }
  const group = `${provider} ${event}`
  const known = state.known.get(group) ?? new Set()
  state.known.set(group, known)
  return known
}

const hourOf = (time: Date) => Math.floor(time.getTime() / HOUR_MS)

/** The record that an event shares with equal ones. Its id is the same in every process. */
function sharedRecord(fresh: StoredSecurityEvent, known: ReadonlySet<string>): StoredSecurityEvent {
  const isUnique = ruleOf(fresh.event).records === 'unique'
  const hasRoom = isUnique || known.has(keyOf(fresh)) || known.size < MAX_HOURLY_RECORDS
  const record = hasRoom ? fresh : withoutSender(fresh)
  const period = isUnique ? '' : hourOf(fresh.time)
  const hash = createHash('sha256')
    .update(`${record.provider}\n${period}\n${keyOf(record)}`)
    .digest('base64url')
  return { ...record, _id: hash.slice(0, 24) }
}

/** Stores an event that shares its record with equal ones. */
function storeShared(app: App, state: LogState, fresh: StoredSecurityEvent): void {
  const known = knownKeys(state, fresh)
  const record = sharedRecord(fresh, known)
  const key = keyOf(record)
  const isSummed = ruleOf(record.event).records === 'summed'
  if (!isSummed && known.has(key)) return
  known.add(key)
  const write = () => upsert(app, record, isSummed ? { $inc: { count: 1 } } : {})
  // If it could not be written, the next one tries again.
  store(app, state, record, write, () => known.delete(key))
}

/** What makes events equal. */
function keyOf({ _id, time, request, ...equal }: StoredSecurityEvent): string {
  return JSON.stringify(equal)
}

/** The record for all further addresses. */
function withoutSender(record: StoredSecurityEvent): StoredSecurityEvent {
  const { optionalIds = [] } = ruleOf(record.event)
  return { ...record, address: 'others', ...Object.fromEntries(optionalIds.map((id) => [id, undefined])) }
}

/** Logs a record at once, and stores it in the background. */
function store(
  { log }: App,
  { pending }: LogState,
  { _id, time, ...facts }: StoredSecurityEvent,
  write: () => Promise<void>,
  onFailure?: () => void,
): void {
  log.info({ stream: 'security', ...facts }, 'security event')
  const written = write()
    .catch((error: unknown) => {
      onFailure?.()
      log.error({ event: facts.event, err: error }, 'a security event was not stored')
    })
    .finally(() => pending.delete(written))
  pending.add(written)
}

async function insert(app: App, record: StoredSecurityEvent): Promise<void> {
  await securityEventsOf(app).insertOne(record)
}

async function upsert(app: App, { _id, provider, ...facts }: StoredSecurityEvent, change: object): Promise<void> {
  const write = () =>
    securityEventsOf(app).updateOne({ _id, provider }, { $setOnInsert: facts, ...change }, { upsert: true })
  try {
    await write()
  } catch (error) {
    // Two first events at the same moment.
    if (!isDuplicate(error)) throw error
    await write()
  }
}
