import type { CalendarWords } from '@portraitkit/core/template/calendarWords.ts'
import type { MonthLayer, TemplateDefinition, TextLayer } from '@portraitkit/core/template/definition.ts'
import { fontTextsOfMonth, layOutMonth } from '@portraitkit/core/template/layOutMonth.ts'
import { shaper } from '../fonts/fonts.ts'
import type { TemplateProblem } from './templateProblem.ts'

/** How many years a calendar is checked for: the next ones to be sold. Other years differ only in the positions of days. */
const YEARS_AHEAD = 2

type Lettering = Pick<MonthLayer['days'], 'family' | 'size' | 'tracking'>

/** The next years that a template can be ordered for. */
export function yearsToCheck({ supportedYears }: TemplateDefinition, thisYear: number): number[] {
  const coming = Array.from({ length: YEARS_AHEAD }, (_, index) => thisYear + index)
  if (!supportedYears) return coming
  const sorted = [...supportedYears].sort((one, other) => one - other)
  const left = sorted.filter((year) => year >= thisYear)
  return left.length > 0 ? left.slice(0, YEARS_AHEAD) : sorted.slice(-1)
}

/** The text styles of everything in a grid, by their paths in the layer. */
export function monthTextStyles({ days, weekdays, weekNumbers, holidays }: MonthLayer): Array<[string, Lettering]> {
  const written = { days, weekdays, weekNumbers, 'holidays.names': holidays?.names }
  return Object.entries(written).flatMap(([at, style]): Array<[string, Lettering]> => (style ? [[at, style]] : []))
}

/** Sets a grid in every year, as it will be shown, and reports what does not fit. Its families must exist. */
export async function checkMonth(
  layer: MonthLayer,
  path: string,
  { calendar, years }: { calendar: CalendarWords; years: readonly number[] },
): Promise<TemplateProblem[]> {
  const { box, weekdays, weekNumbers } = layer
  if ((weekdays?.height ?? 0) >= box.height || (weekNumbers?.width ?? 0) >= box.width) {
    return [{ path: `${path}.box`, reason: 'The weekdays and week numbers leave no room for the days' }]
  }
  await shaper().prepare(fontTextsOfMonth(layer, calendar))
  const problems = years.flatMap((year) => {
    const { nodes, unfit } = layOutMonth('', layer, { year, calendar, shaper: shaper() })
    const written = nodes.flatMap((node): TemplateProblem[] => {
      if (node.kind !== 'glyphs') return []
      const at = `${path}${node.id.replace(/\d+$/, '')}`
      return [
        ...(node.overflow ? [{ path: at, reason: 'It does not fit into a day of the grid' }] : []),
        ...(node.missing ? [{ path: at, reason: `No font contains ${node.missing.join(' ')}` }] : []),
      ]
    })
    const names = unfit.map((name) => ({
      path: `${path}.holidays.names`,
      reason: `"${name}" does not fit into its day`,
    }))
    return [...written, ...names]
  })
  return problems.filter(({ path, reason }, index) => {
    return problems.findIndex((other) => other.path === path && other.reason === reason) === index
  })
}

/** The values of a text that depends on the year, in these years. */
export function dateTexts(
  { fill, month = 0 }: TextLayer,
  { calendar, years }: { calendar: CalendarWords; years: readonly number[] },
): string[] {
  if (fill === 'year') return years.map(String)
  const name = calendar.months[((month % 12) + 12) % 12] ?? ''
  return fill === 'month' ? [name] : years.map((year) => `${name} ${year + Math.floor(month / 12)}`)
}
