import type { TemplateDefinition } from './definition.ts'

/** Whether anything on a template shows its year. */
export function hasYear({ type, supportedYears, parts }: TemplateDefinition): boolean {
  const isWritten = parts.some(({ layers }) => layers.some((layer) => layer.kind === 'text' && layer.fill === 'year'))
  return isWritten || type === 'CALENDAR' || supportedYears !== undefined
}

/** A year that a template can have: supported, and not past where one of those is left. */
export function clampYear({ supportedYears }: TemplateDefinition, year: number, thisYear: number): number {
  const asked = Math.max(year, thisYear)
  if (!supportedYears || supportedYears.includes(asked)) return asked
  const sorted = [...supportedYears].sort((one, other) => one - other)
  return sorted.find((each) => each >= asked) ?? sorted.at(-1) ?? asked
}

/** The year of a new design; undefined where the template shows none. */
export function startYear(definition: TemplateDefinition, thisYear: number): number | undefined {
  return hasYear(definition) ? clampYear(definition, thisYear, thisYear) : undefined
}
