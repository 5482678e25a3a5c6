/** When the families of a job are reminded: after 3 and 10 days and on the last day to order. */
export type ReminderKind = 'third-day' | 'tenth-day' | 'last-day'

export type Reminder = { kind: ReminderKind; at: Date }

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Before the last day to order ends in the shop's time zone: at noon. */
const LAST_DAY_MS = 12 * HOUR_MS

type Dates = { published: Date; orderBy: Date | null }

/** The reminders of a job in order. None is sent within a day of another email, or after ordering has ended. */
export function remindersOf({ published, orderBy }: Dates): Reminder[] {
  const start = published.getTime()
  const last = orderBy ? orderBy.getTime() - LAST_DAY_MS : null
  const planned: Array<{ kind: ReminderKind; time: number }> = [
    { kind: 'third-day', time: start + 3 * DAY_MS },
    { kind: 'tenth-day', time: start + 10 * DAY_MS },
    ...(last === null ? [] : [{ kind: 'last-day' as const, time: last }]),
  ]
  return planned
    .filter(
      ({ kind, time }) => time >= start + DAY_MS && (last === null || kind === 'last-day' || time <= last - DAY_MS),
    )
    .map(({ kind, time }) => ({ kind, at: new Date(time) }))
}

/**
 * The reminder that is due now, for a job last processed at `checked`. Of several missed ones only the last, and none if the next
 * one follows within a day.
 */
export function dueReminder(dates: Dates & { checked: Date }, now: Date): Reminder | null {
  const { orderBy, checked } = dates
  if (orderBy && now > orderBy) return null
  const all = remindersOf(dates)
  const next = all.find(({ at }) => at > now)
  if (next && next.at.getTime() - now.getTime() < DAY_MS) return null
  return all.findLast(({ at }) => at > checked && at <= now) ?? null
}

/** The longest time for a change of a job's dates to be noticed. */
const CHECK_INTERVAL_MS = HOUR_MS
/** After this time, a job without a last day is no longer checked. */
const ABANDONED_MS = 365 * DAY_MS

/** When to check a job again; null if nothing is to come. */
export function nextCheck(dates: Dates & { deletion: Date | null }, now: Date): Date | null {
  const { published, orderBy, deletion } = dates
  const end = orderBy ?? new Date(published.getTime() + ABANDONED_MS)
  if (now > end || (deletion && now > deletion)) return null
  const next = remindersOf(dates).find(({ at }) => at > now)
  const latest = now.getTime() + CHECK_INTERVAL_MS
  return new Date(Math.min(latest, next?.at.getTime() ?? latest))
}
