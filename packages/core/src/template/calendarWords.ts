import * as z from 'zod/mini'

/**
 * The words of a calendar in one language. They come from the server, which has one version of the language data; browsers have
 * many, and would produce different bytes.
 */
export const calendarWords = () =>
  z.object({
    /** January first, as titles. */
    months: z.array(z.string()).check(z.length(12)),
    /** Sunday first. */
    weekdays: z.array(z.object({ narrow: z.string(), short: z.string(), long: z.string() })).check(z.length(7)),
    /** The first day of the week; 0 is Sunday. */
    weekStart: z.int().check(z.minimum(0), z.maximum(6)),
    /** The minimum number of days in the first week of a year: 4 by ISO 8601, 1 in America. */
    firstWeekDays: z.int().check(z.minimum(1), z.maximum(7)),
    /** The provider's holidays, by date (2027-05-17). */
    holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  })
export type CalendarWords = z.infer<ReturnType<typeof calendarWords>>
