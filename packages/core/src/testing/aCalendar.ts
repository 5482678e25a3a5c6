import type { TemplateDefinition } from '../template/definition.ts'

/** Values for tests: a calendar with a cover and the given months, each page with a picture, a title and a grid. */

export const CALENDAR = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1b01'

type Part = TemplateDefinition['parts'][number]
type Month = Extract<Part['layers'][number], { kind: 'month' }>

export function aMonth(change: Partial<Month> = {}): Month {
  const small = { family: 'Montserrat', size: 9, color: '#6b6259' }
  return {
    kind: 'month',
    id: 'grid',
    box: { x: 15, y: 200, width: 180, height: 90 },
    month: 0,
    days: { family: 'Lora', size: 14, color: '#2b2723', horizontalAlign: 'center', verticalAlign: 'top', padding: 1 },
    weekdays: { ...small, height: 8 },
    weekNumbers: { ...small, width: 10 },
    sundays: { color: '#b0413e' },
    holidays: { color: '#b0413e', names: { ...small, size: 6 } },
    ...change,
  }
}

export function aCalendar(
  change: Partial<TemplateDefinition> = {},
  months: readonly number[] = [0, 4, 12],
): TemplateDefinition {
  const box = { x: 15, y: 180, width: 180, height: 16 }
  const text = { texts: {}, family: 'Lora', size: 30, color: '#2b2723', disableEdit: true } as const
  const align = { horizontalAlign: 'center', verticalAlign: 'middle' } as const
  return {
    format: 1,
    uuid: CALENDAR,
    version: 1,
    names: { en: 'Wall calendar 20x30' },
    type: 'CALENDAR',
    product: CALENDAR,
    categories: ['calendar'],
    trimBox: { width: 210, height: 300 },
    bleed: 3,
    safe: 5,
    supportedYears: [2026, 2027, 2028],
    parts: [
      {
        id: 'cover',
        descriptions: { en: 'Cover' },
        layers: [
          { kind: 'image', id: 'picture', box: { x: 15, y: 15, width: 180, height: 150 } },
          { kind: 'text', id: 'year', box, fill: 'year', ...text, ...align },
        ],
      },
      ...months.map(
        (month): Part => ({
          id: `month-${month + 1}`,
          descriptions: { en: `Month ${month + 1}` },
          layers: [
            { kind: 'image', id: 'picture', box: { x: 15, y: 15, width: 180, height: 150 } },
            { kind: 'text', id: 'title', box, fill: 'month-year', month, ...text, ...align },
            aMonth({ month }),
          ],
        }),
      ),
    ],
    ...change,
  }
}
