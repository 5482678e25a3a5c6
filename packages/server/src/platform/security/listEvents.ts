import type { Filter } from 'mongodb'
import type { App } from '../app.ts'
import { type StoredSecurityEvent, securityEventsOf } from './collection.ts'
import { SECURITY_EVENT_NAMES, type SecurityEventName } from './events.ts'

export type EventSearch = {
  providers: readonly string[]
  since: Date
  event?: SecurityEventName
  /** 1 is the newest. */
  page: number
  limit: number
}

export type EventPage = {
  events: StoredSecurityEvent[]
  /** How many records there are, on all pages. */
  total: number
  pages: number
  /** How many events of each name the records of all pages stand for. */
  counts: Partial<Record<SecurityEventName, number>>
}

/** A page of the security log, newest first, with the number of events of each name. */
export async function listSecurityEvents(app: App, search: EventSearch): Promise<EventPage> {
  const { providers, since, event, page, limit } = search
  const filter: Filter<StoredSecurityEvent> = {
    provider: { $in: [...providers] },
    time: { $gte: since },
    ...(event && { event }),
  }
  const events = await securityEventsOf(app)
    .find(filter)
    .sort({ time: -1, _id: 1 })
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray()
  const { total, counts } = await countEvents(app, filter)
  return { events, total, pages: Math.max(1, Math.ceil(total / limit)), counts }
}

async function countEvents(
  app: App,
  filter: Filter<StoredSecurityEvent>,
): Promise<Pick<EventPage, 'total' | 'counts'>> {
  let total = 0
  const counted = new Map<SecurityEventName, number>()
  for await (const { event, count = 1 } of securityEventsOf(app).find(filter, { projection: { event: 1, count: 1 } })) {
    total += 1
    counted.set(event, (counted.get(event) ?? 0) + count)
  }
  const known = SECURITY_EVENT_NAMES.filter((event) => counted.has(event))
  return { total, counts: Object.fromEntries(known.map((event) => [event, counted.get(event)])) }
}
