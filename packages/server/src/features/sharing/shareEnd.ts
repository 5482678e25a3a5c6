import { dayIn, MAX_SHARE_DAYS, SHARE_DAYS } from '@portraitkit/core/sharing/contract.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Job } from '../jobs/collection.ts'
import { dayInShop, dayOf, endOfDay, isOver, readDay, startOfDay } from '../jobs/days.ts'

type TimeZoned = Pick<Provider, 'country' | 'timeZone'>

/**
 * The last moment of a share: the end of the day that the customer chose, by default in `SHARE_DAYS`, but no later than the
 * pictures are deleted. Null for a day that is over, further away than `MAX_SHARE_DAYS`, or not a day.
 */
export function shareEnd(
  until: string | undefined,
  jobs: ReadonlyArray<Pick<Job, 'deletion'>>,
  provider: TimeZoned,
  now: Date,
): Date | null {
  const day = readDay(until ?? dayIn(SHARE_DAYS, now))
  if (!day || isOver(day, provider, now) || dayOf(day) > dayIn(MAX_SHARE_DAYS, now)) return null
  const end = endOfDay(day, provider)
  const deletion = lastDeletion(jobs)
  if (!deletion) return end
  return new Date(Math.min(end.getTime(), startOfDay(deletion, provider).getTime() - 1))
}

/** The last day of a share in the shop's time zone, such as `2026-11-30`. */
export function lastDayOf({ ends }: { ends: Date }, provider: TimeZoned): string {
  return dayInShop(ends, provider)
}

/** The day on which the last of the jobs is deleted; null if one is kept. */
function lastDeletion(jobs: ReadonlyArray<Pick<Job, 'deletion'>>): Date | null {
  const days = jobs.map(({ deletion }) => deletion)
  if (days.length === 0 || days.some((day) => day === null)) return null
  return new Date(Math.max(...days.map((day) => day?.getTime() ?? 0)))
}
