import type { JobDates } from '@portraitkit/core/jobs/dates.ts'
import type { Provider } from '../../platform/provider/document.ts'

/**
 * The days of a job. A job names days, not moments: each is stored as its end in UTC and lasts until midnight in the shop's
 * time zone, so that a shop that moves to another zone keeps its days.
 */

type TimeZoned = Pick<Provider, 'country' | 'timeZone'>
export type JobDays = {
  /** The last day to order; it lasts until midnight in the shop's time zone, as do the others. */
  orderBy: Date | null
  freeDeliveryUntil: Date | null
  /** From this day on the pictures are deleted. */
  deletion: Date | null
}

/** What of a job is deleted already. */
export type JobDeletionMarks = {
  /** When the last of its files was deleted. */
  picturesDeleted?: Date
  /** When everybody in it was deleted, after its pictures. */
  rosterDeleted?: Date
  /** The deletion of the job has begun: nothing is added any more. Null means the same as missing. */
  deleting?: { at: Date } | null
}

const DAY_MS = 24 * 60 * 60_000

/** The day of a job's date, such as `2026-11-30`. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The day of a moment in the shop's time zone, such as `2026-11-30`. */
export function dayInShop(time: Date, provider: TimeZoned): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: timeZoneOf(provider) }).format(time)
}

/** The stored form of a day; null for an invalid text. */
export function readDay(text: string): Date | null {
  const date = new Date(`${text}T23:59:59.999Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && dayOf(date) === text ? date : null
}

/** The days of a job as calls return them; an expired free delivery is left out. */
export function datesOf({ orderBy, freeDeliveryUntil, deletion }: JobDays, provider: TimeZoned, now: Date): JobDates {
  return {
    ...(orderBy && { orderBy: dayOf(orderBy) }),
    ...(freeDeliveryUntil &&
      !isOver(freeDeliveryUntil, provider, now) && { freeDeliveryUntil: dayOf(freeDeliveryUntil) }),
    ...(deletion && { deletion: dayOf(deletion) }),
  }
}

/** The last moment of a day of a job. */
export function endOfDay(date: Date, provider: TimeZoned): Date {
  return new Date(midnight(new Date(date.getTime() + DAY_MS), provider).getTime() - 1)
}

/** The first moment of a day of a job. */
export function startOfDay(date: Date, provider: TimeZoned): Date {
  return midnight(date, provider)
}

/** Whether a day of a job is over; a missing one never is. */
export function isOver(date: Date | null, provider: TimeZoned, now: Date): boolean {
  return date !== null && now > endOfDay(date, provider)
}

/** Whether the pictures of a job count as deleted, though files may still exist: from the first moment of that day on. */
export function isDeleted({ deletion }: Pick<JobDays, 'deletion'>, provider: TimeZoned, now: Date): boolean {
  return deletion !== null && now >= startOfDay(deletion, provider)
}

/** Whether a job takes orders now: until the end of its last day, unless it is archived or its pictures are deleted. */
export function takesOrders(
  job: Pick<JobDays, 'orderBy' | 'deletion'> & { isArchived: boolean },
  provider: TimeZoned,
  now: Date,
): boolean {
  return !job.isArchived && !isOver(job.orderBy, provider, now) && !isDeleted(job, provider, now)
}

/** The time zone in which a shop counts its days: its own, or the zone of its country in which a day ends last, or UTC. */
export function timeZoneOf({ country, timeZone }: TimeZoned): string {
  return timeZone ?? countryZone(country)
}

const countryZones = new Map<string, string>()

function countryZone(country: string): string {
  const known = countryZones.get(country)
  if (known) return known
  const winter = Date.UTC(2026, 0, 1)
  const [last = 'UTC'] = zonesOf(country).sort((one, other) => offsetAt(one, winter) - offsetAt(other, winter))
  countryZones.set(country, last)
  return last
}

function zonesOf(country: string): string[] {
  // missing from TypeScript's types so far
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  return [...(locale.getTimeZones?.() ?? [])]
}

/** The first moment of a day in the zone: where clocks go forward at midnight, it begins an hour late. */
function midnight(date: Date, provider: TimeZoned): Date {
  const zone = timeZoneOf(provider)
  const day = dayOf(date)
  const utc = Date.parse(`${day}T00:00:00Z`)
  const moments = [utc - DAY_MS, utc + DAY_MS].map((around) => utc - offsetAt(zone, around)).sort((a, b) => a - b)
  const first = moments.find((moment) => dayOf(new Date(moment + offsetAt(zone, moment))) >= day)
  return new Date(first ?? utc)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  const format = formats.get(zone) ?? clockOf(zone)
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric'
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  })
}
