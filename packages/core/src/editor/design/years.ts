import type { TemplateDefinition } from '../../template/definition.ts'
import { clampYear } from '../../template/year.ts'

/** The years that a design may have (001 §5): no past year, and only the template's own if it names any. */

/** The years to choose from; null if any year from this one on is allowed. */
export function selectableYears({ supportedYears }: TemplateDefinition, thisYear: number): number[] | null {
  if (!supportedYears) return null
  const left = supportedYears.filter((year) => year >= thisYear).sort((one, other) => one - other)
  return left.length > 0 ? left : [Math.max(...supportedYears)]
}

/** 001 §2.4: the year button is disabled when the template supports only one year. */
export function canChooseYear(definition: TemplateDefinition, thisYear: number): boolean {
  const years = selectableYears(definition, thisYear)
  return years === null || years.length > 1
}

/** 001 §5: anything that is not a number or is below this year becomes this year. */
export function parseYear(input: string, definition: TemplateDefinition, thisYear: number): number {
  const trimmed = input.trim()
  const year = /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : thisYear
  return clampYear(definition, year, thisYear)
}

/** The next or previous year; unchanged at the ends. Minus cannot go below this year. */
export function stepYear(year: number, step: 1 | -1, definition: TemplateDefinition, thisYear: number): number {
  const years = selectableYears(definition, thisYear)
  if (!years) return clampYear(definition, year + step, thisYear)
  const beyond = step > 0 ? years.find((one) => one > year) : years.findLast((one) => one < year)
  return beyond ?? year
}
