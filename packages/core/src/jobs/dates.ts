import * as z from 'zod/mini'

/** A day of the calendar such as `2026-11-30`, which counts whole in the time zone of the shop. */
export const day = () => z.iso.date()

/** The days that a job names. */
export const jobDates = () =>
  z.object({
    /** The last day to order. */
    orderBy: z.optional(day()),
    /** The last day on which delivery costs nothing. */
    freeDeliveryUntil: z.optional(day()),
    /** From this day on the pictures are gone. */
    deletion: z.optional(day()),
  })
export type JobDates = z.infer<ReturnType<typeof jobDates>>

/** Of several jobs' days the one of each kind that comes first. */
export function nearestDates(all: readonly JobDates[]): JobDates {
  const first = (kind: keyof JobDates) => {
    const [day] = all.flatMap((dates) => dates[kind] ?? []).sort()
    return day === undefined ? {} : { [kind]: day }
  }
  return { ...first('orderBy'), ...first('freeDeliveryUntil'), ...first('deletion') }
}

/** A day as people of a language write it. */
export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
