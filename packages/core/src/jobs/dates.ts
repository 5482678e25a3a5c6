import * as z from 'zod/mini'

/** A calendar day such as `2026-11-30`, which counts whole in the shop's time zone. */
export const day = () => z.iso.date()

/** The dates of a job. */
export const jobDates = () =>
  z.object({
    /** The last day to order. */
    orderBy: z.optional(day()),
    /** The last day of free delivery. */
    freeDeliveryUntil: z.optional(day()),
    /** The pictures are deleted from this day on. */
    deletion: z.optional(day()),
  })
export type JobDates = z.infer<ReturnType<typeof jobDates>>

/** The earliest date of each kind among several jobs. */
export function nearestDates(all: readonly JobDates[]): JobDates {
  const first = (kind: keyof JobDates) => {
    const [day] = all.flatMap((dates) => dates[kind] ?? []).sort()
    return day === undefined ? {} : { [kind]: day }
  }
  return { ...first('orderBy'), ...first('freeDeliveryUntil'), ...first('deletion') }
}

/** A day as written in a language. */
export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
