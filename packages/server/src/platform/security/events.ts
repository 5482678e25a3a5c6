/** The ids that an event may have. None is personal text, such as a name, an email address, a code or a browser. */
export type EventId =
  | 'customer'
  | 'subject'
  | 'picture'
  /** What a customer shares with a recipient. */
  | 'share'
  /** The picture or picture set that a right is for. */
  | 'target'
  | 'order'
  | 'transaction'
  /** The kind of a limit. */
  | 'limit'
  /** The name of a payment gateway. */
  | 'gateway'
  /** A fingerprint of an operator's name: it distinguishes operators and reveals no name. */
  | 'operator'

type EventRule = {
  /** The ids that it always has. */
  ids: readonly EventId[]
  /** The ids that it has if they are known. */
  optionalIds?: readonly EventId[]
  /**
   * How events become records.
   * - `each`: every event has its own
   * - `unique`: one for the same ids, however often the event is reported
   * - `summed`: one an hour for equal events from an address, with their `count`
   * - `once`: one an hour for equal events from an address, without a count, so that repeating the event writes nothing
   */
  records: 'each' | 'unique' | 'summed' | 'once'
}

/**
 * Every event of the security log. An event that a customer can repeat at will is `summed`, and one that a stranger can repeat
 * without being stopped by a limit is `once`, so that nobody can fill the database.
 */
export const SECURITY_EVENTS = {
  'sign-in': { ids: ['customer'], records: 'each' },
  'sign-in-failed': { ids: [], optionalIds: ['customer'], records: 'summed' },
  'sign-out': { ids: ['customer'], records: 'each' },
  'session-refused': { ids: [], records: 'once' },
  'account-created': { ids: ['customer'], records: 'each' },
  'account-deleted': { ids: ['customer'], records: 'each' },
  'data-exported': { ids: ['customer'], records: 'summed' },
  'password-changed': { ids: ['customer'], records: 'each' },
  'password-reset': { ids: ['customer'], records: 'each' },
  'password-reset-failed': { ids: [], records: 'summed' },
  confirmed: { ids: ['customer'], records: 'summed' },
  'confirm-failed': { ids: ['customer'], records: 'summed' },
  throttled: { ids: ['limit'], records: 'once' },
  'code-wrong': { ids: [], records: 'summed' },
  'code-granted': { ids: ['customer', 'subject'], records: 'each' },
  'share-opened': { ids: ['customer', 'subject', 'share'], records: 'each' },
  'share-ended': { ids: ['customer', 'share'], records: 'each' },
  'simulation-started': { ids: ['customer', 'operator'], records: 'each' },
  'simulation-ended': { ids: ['customer', 'operator'], records: 'each' },
  download: { ids: ['customer', 'subject'], optionalIds: ['picture'], records: 'summed' },
  'full-size-view': { ids: ['customer', 'subject'], records: 'once' },
  'right-granted': { ids: ['customer', 'target', 'order'], records: 'each' },
  'right-withdrawn': { ids: ['customer', 'target', 'order'], records: 'each' },
  refund: { ids: ['customer', 'order', 'transaction'], records: 'unique' },
  'webhook-refused': { ids: ['gateway'], records: 'once' },
} as const satisfies Record<string, EventRule>

export type SecurityEventName = keyof typeof SECURITY_EVENTS

export const SECURITY_EVENT_NAMES = Object.keys(SECURITY_EVENTS) as SecurityEventName[]

type RequiredIds<E extends SecurityEventName> = (typeof SECURITY_EVENTS)[E]['ids'][number]
type OptionalIds<E extends SecurityEventName> = (typeof SECURITY_EVENTS)[E] extends {
  optionalIds: readonly (infer Id extends EventId)[]
}
  ? Id
  : never

/** An event with its ids. */
export type SecurityEvent = {
  [E in SecurityEventName]: { event: E } & Record<RequiredIds<E>, string> &
    Partial<Record<OptionalIds<E>, string | undefined>>
}[SecurityEventName]

export const ruleOf = (event: SecurityEventName): EventRule => SECURITY_EVENTS[event]
