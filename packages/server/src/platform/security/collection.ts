import type { App } from '../app.ts'
import type { Collection } from '../feature.ts'
import type { EventId, SecurityEventName } from './events.ts'

/** A record of the security log. It contains ids and no personal text. */
export type StoredSecurityEvent = {
  _id: string
  provider: string
  /** The first time, if the record stands for several events. */
  time: Date
  event: SecurityEventName
  /** The number of `summed` events that it stands for. */
  count?: number
  /** The id of the request, as in the answer's header and in the log. */
  request?: string
  /** See `truncatedAddress`; `others` for addresses beyond `MAX_HOURLY_RECORDS`. */
  address?: string
} & Partial<Record<EventId, string>>

/** How long records are stored. */
export const SECURITY_LOG_DAYS = 90
const DAY_S = 24 * 60 * 60

export const securityCollections: Collection[] = [
  {
    name: 'securityEvents',
    indexes: [
      { key: { time: 1 }, options: { expireAfterSeconds: SECURITY_LOG_DAYS * DAY_S } },
      { key: { provider: 1, time: -1, _id: 1 } },
      { key: { provider: 1, customer: 1 } },
    ],
  },
]

export const securityEventsOf = ({ db }: Pick<App, 'db'>) => db.collection<StoredSecurityEvent>('securityEvents')
