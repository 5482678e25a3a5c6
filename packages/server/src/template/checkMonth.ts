import type { CalendarWords } from '@portraitkit/core/template/calendarWords.ts'
import type { MonthLayer, TemplateDefinition, TextLayer } from '@portraitkit/core/template/definition.ts'
import { layOutMonth, writingsOfMonth } from '@portraitkit/core/template/layOutMonth.ts'
import type { TemplateProblem } from './checkTemplate.ts'
import { shaper } from './fonts.ts'

/** The years that a template without a list of them is checked for. */
const YEARS_AHEAD = 3

/** Years of a template that can be ordered from `thisYear` on. */
export function yearsToCheck({ supportedYears }: TemplateDefinition, thisYear: number): number[] {
  return supportedYears ?? Array.from({ length: YEARS_AHEAD }, (_, index) => thisYear + index)
}

/** Every family that a grid is written in, by its path in the layer. */
export function familiesOfMonth({ days, weekdays, weekNumbers, holidays }: MonthLayer): Array<[string, string]> {
  const written = { days, weekdays, weekNumbers, 'holidays.names': holidays?.names }
  return Object.entries(written).flatMap(([key, style]) => (style ? [[`${key}.family`, style.family]] : []))
}

/** Sets a grid in every year, as it will be shown, and tells what does not fit it. Its families are known to be there. */
export async function checkMonth(
  layer: MonthLayer,
  path: string,
  { calendar, years }: { calendar: CalendarWords; years: readonly number[] },
): Promise<TemplateProblem[]> {
  const { box, weekdays, weekNumbers } = layer
  if ((weekdays?.height ?? 0) >= box.height || (weekNumbers?.width ?? 0) >= box.width) {
    return [{ path: `${path}.box`, reason: 'The weekdays and week numbers leave no room for the days' }]
  }
  await shaper().prepare(writingsOfMonth(layer, calendar))
  const problems = years.flatMap((year) => {
    const { nodes, unfit } = layOutMonth('', layer, { year, calendar, shaper: shaper() })
    const written = nodes.flatMap((node): TemplateProblem[] => {
      if (node.kind !== 'glyphs') return []
      const at = `${path}${node.id.replace(/\d+$/, '')}`
      return [
        ...(node.overflow ? [{ path: at, reason: 'It does not fit a day of the grid' }] : []),
        ...(node.missing ? [{ path: at, reason: `No font has ${node.missing.join(' ')}` }] : []),
      ]
    })
    const names = unfit.map((name) => ({ path: `${path}.holidays.names`, reason: `"${name}" does not fit its day` }))
    return [...written, ...names]
  })
  return problems.filter(({ path, reason }, index) => {
    return problems.findIndex((other) => other.path === path && other.reason === reason) === index
  })
}

/** What a text that follows the year says in these years. */
export function dateTexts(
  { fill, month = 0 }: TextLayer,
  { calendar, years }: { calendar: CalendarWords; years: readonly number[] },
): string[] {
  if (fill === 'year') return years.map(String)
  const name = calendar.months[((month % 12) + 12) % 12] ?? ''
  return fill === 'month' ? [name] : years.map((year) => `${name} ${year + Math.floor(month / 12)}`)
}
