import { times } from '../natives.ts'
import type { CalendarWords } from './calendarWords.ts'

/** A day on a month's page. */
export type CalendarDay = {
  /** Such as 2027-05-17. */
  readonly date: string
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly inMonth: boolean
}
export type CalendarWeek = { readonly number: number; readonly days: readonly CalendarDay[] }

const DAY_MS = 86_400_000
/** The maximum number of weeks that a month touches. */
export const MAX_WEEKS = 6

/** The month `offset` months after January of a year; 12 is the next January. `month` counts from 0. */
export function monthAt(year: number, offset: number): { year: number; month: number } {
  const months = year * 12 + offset
  return { year: Math.floor(months / 12), month: ((months % 12) + 12) % 12 }
}

/** The weeks that a month touches, each with seven days. */
export function weeksOf(
  { year, month }: { year: number; month: number },
  { weekStart, firstWeekDays }: Pick<CalendarWords, 'weekStart' | 'firstWeekDays'>,
): CalendarWeek[] {
  const first = utc(year, month, 1)
  const end = utc(year, month + 1, 1)
  const lead = (new Date(first).getUTCDay() - weekStart + 7) % 7
  const weeks: CalendarWeek[] = []
  for (let start = first - lead * DAY_MS; start < end; start += 7 * DAY_MS) {
    const days = times(7, (index) => dayAt(start + index * DAY_MS, first, end))
    weeks.push({ number: weekNumber(start, firstWeekDays), days })
  }
  return weeks
}

/** The number of the week that begins at `start`: it belongs to the year that has at least `firstWeekDays` of its days. */
function weekNumber(start: number, firstWeekDays: number): number {
  const decisive = start + (7 - firstWeekDays) * DAY_MS
  const newYear = utc(new Date(decisive).getUTCFullYear(), 0, 1)
  return Math.floor((decisive - newYear) / DAY_MS / 7) + 1
}

function dayAt(time: number, first: number, end: number): CalendarDay {
  const date = new Date(time)
  return {
    date: date.toISOString().slice(0, 10),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    inMonth: time >= first && time < end,
  }
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day)
}
