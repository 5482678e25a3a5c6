import type { Layer, TemplateDefinition, TextLayer } from './definition.ts'

/** The years that any design can have. */
export const EARLIEST_YEAR = 1000
export const LATEST_YEAR = 9998

/** From this month on (0 is January) a calendar starts with the next year: nobody hangs up one that is nearly over. */
const NEXT_YEAR_FROM = 7

/** The fill keys that depend on the design's year. */
const dateFills: ReadonlyArray<TextLayer['fill']> = ['year', 'month', 'month-year']

/** Whether a text depends on the design's year. */
export function isDate({ fill }: Pick<TextLayer, 'fill'>): boolean {
  return fill !== undefined && dateFills.includes(fill)
}

/** Whether laying out a layer needs the words of a calendar. */
export function needsCalendar(layer: Layer): boolean {
  return layer.kind === 'month' || (layer.kind === 'text' && layer.fill !== 'year' && isDate(layer))
}

/** Whether anything on a template shows its year. */
export function hasYear({ type, supportedYears, parts }: TemplateDefinition): boolean {
  const isShown = parts.some(({ layers }) =>
    layers.some((layer) => layer.kind === 'month' || (layer.kind === 'text' && isDate(layer))),
  )
  return isShown || type === 'CALENDAR' || supportedYears !== undefined
}

/** A year that a template can have: supported, and not past if a current one is left. */
export function clampYear({ supportedYears }: TemplateDefinition, year: number, thisYear: number): number {
  const requested = Math.min(Math.max(year, thisYear), LATEST_YEAR)
  if (!supportedYears || supportedYears.includes(requested)) return requested
  const sorted = [...supportedYears].sort((one, other) => one - other)
  return sorted.find((each) => each >= requested) ?? sorted.at(-1) ?? requested
}

/** The year that a design keeps of the one it was sent with; undefined if its template shows none. */
export function validYear(
  definition: TemplateDefinition,
  year: number | undefined,
  thisYear: number,
): number | undefined {
  return year === undefined || !hasYear(definition) ? undefined : clampYear(definition, year, thisYear)
}

/** Whether every year that a template supports is past: no new design can be made of it. */
export function isPastYear({ supportedYears }: TemplateDefinition, thisYear: number): boolean {
  return supportedYears?.every((year) => year < thisYear) ?? false
}

/**
 * The year of a new design on a day; undefined if the template shows none. A calendar started late in the year is for the next
 * year.
 */
export function startYear(definition: TemplateDefinition, today: Date): number | undefined {
  const thisYear = today.getUTCFullYear()
  const isLate = definition.type === 'CALENDAR' && today.getUTCMonth() >= NEXT_YEAR_FROM
  return hasYear(definition) ? clampYear(definition, isLate ? thisYear + 1 : thisYear, thisYear) : undefined
}
