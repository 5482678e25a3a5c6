import { describe, expect, it } from 'vitest'
import { aMonth } from '../testing/aCalendar.ts'
import { aShaper } from '../testing/aShaper.ts'
import type { CalendarWords } from './calendarWords.ts'
import type { MonthLayer } from './definition.ts'
import { fontTextsOfMonth, layOutMonth } from './layOutMonth.ts'
import type { GlyphsNode } from './scene.ts'

// Every day of this grid is 10 by 10 mm, and the number in its upper left corner has ems of 2 mm.

const EM = 2
const POINTS = 72 / 25.4
const CELL = 10
const COLOR = { days: '#000000', red: '#b0413e', blue: '#3e6bb0', grey: '#cccccc' }
const small = { family: 'Montserrat', size: EM * POINTS, color: COLOR.days }
const days = { ...small, family: 'Lora', horizontalAlign: 'left', verticalAlign: 'top' } as const

const aGrid = ({ days: changedDays, ...change }: Omit<Partial<MonthLayer>, 'days'> & { days?: object } = {}) => {
  const { kind, id } = aMonth()
  const box = { x: 0, y: 0, width: 7 * CELL, height: 6 * CELL }
  return { kind, id, month: 1, box, days: { ...days, ...changedDays }, ...change } satisfies MonthLayer
}

const LONG = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const someWords = (change: Partial<CalendarWords> = {}): CalendarWords => ({
  months: Array.from({ length: 12 }, (_, month) => `Month ${month + 1}`),
  weekdays: LONG.map((long) => ({ narrow: long.slice(0, 1), short: long.slice(0, 3), long })),
  weekStart: 1,
  firstWeekDays: 4,
  holidays: [],
  ...change,
})
const american = someWords({ weekStart: 0, firstWeekDays: 1 })

function layOutGrid(layer: MonthLayer, { year = 2028, calendar = someWords(), shaper = aShaper() } = {}) {
  const { nodes, unfit } = layOutMonth('page.grid', layer, { year, calendar, shaper })
  const texts = Object.fromEntries(nodes.flatMap((node) => (node.kind === 'glyphs' ? [[node.id.slice(10), node]] : [])))
  return { nodes, unfit, texts }
}

type Word = { text: string; x: number; y: number }

/** The words of a node and where they begin: `aShaper` paints every letter as a line of its code point's length. */
function wordsOf(node: GlyphsNode | undefined, em = EM): Word[] {
  const words: Word[] = []
  let end = { x: -1, y: -1 }
  for (const [, ...written] of (node?.d ?? '').matchAll(/M([\d.]+) ([\d.]+)l([\d.]+) 0/g)) {
    const [x = 0, y = 0, length = 0] = written.map(Number)
    const letter = String.fromCodePoint(Math.round((length / em) * 1000))
    const last = words.at(-1)
    if (last && end.y === y && Math.abs(end.x - x) < 0.01) last.text += letter
    else words.push({ text: letter, x, y })
    end = { x: x + em / 2, y }
  }
  return words
}

/** The row, the column and the text of a word. */
const cellsOf = (node: GlyphsNode | undefined) =>
  wordsOf(node).map(({ text, x, y }) => [Math.floor(y / CELL), Math.floor(x / CELL), text])
const textsOf = (node: GlyphsNode | undefined, em?: number) => wordsOf(node, em).map(({ text }) => text)

describe('the days of a month', () => {
  it('are one node with the box of the whole grid and no text, if there is nothing else', () => {
    const { nodes, unfit } = layOutGrid(aGrid())
    expect(nodes).toEqual([
      {
        ...{ kind: 'glyphs', id: 'page.grid.days', box: aGrid().box, text: '', d: expect.stringMatching(/^M/) },
        fill: COLOR.days,
        fonts: ['font'],
      },
    ])
    expect(unfit).toEqual([])
  })

  it.each([
    ['February of a leap year', 2028, 1, someWords(), [0, 1, '1'], [4, 1, '29']],
    ['February of a leap year, with weeks from Sunday', 2028, 1, american, [0, 2, '1'], [4, 2, '29']],
    ['February of four whole weeks', 2027, 1, someWords(), [0, 0, '1'], [3, 6, '28']],
    ['February of a century, which has no leap day', 2100, 1, someWords(), [0, 0, '1'], [3, 6, '28']],
    ['a month of six weeks', 2027, 4, american, [0, 6, '1'], [5, 1, '31']],
    ['the month after December', 2028, 12, someWords(), [0, 0, '1'], [4, 2, '31']],
    ['the month before January', 2028, -1, someWords(), [0, 2, '1'], [4, 4, '31']],
  ])('are those of %s, each in the column of its weekday', (_title, year, month, calendar, first, last) => {
    const cells = cellsOf(layOutGrid(aGrid({ month }), { year, calendar }).texts.days)
    expect([cells[0], cells.at(-1)]).toEqual([first, last])
    expect(cells.map(([, , text]) => Number(text))).toEqual(cells.map((_, index) => index + 1))
  })

  it('begin their weeks on the day that the template sets, otherwise on the country’s', () => {
    const firstOf = (weekStart: MonthLayer['weekStart'], calendar: CalendarWords) =>
      cellsOf(layOutGrid({ ...aGrid(), weekStart }, { calendar }).texts.days)[0]
    expect([firstOf('sunday', someWords()), firstOf('monday', american)]).toEqual([
      [0, 2, '1'],
      [0, 1, '1'],
    ])
    expect([firstOf(undefined, someWords()), firstOf(undefined, american)]).toEqual([
      [0, 1, '1'],
      [0, 2, '1'],
    ])
  })

  it('share the height of six weeks, or of those that the month touches', () => {
    const rowsOf = (rows: MonthLayer['rows'], year: number) => {
      const words = wordsOf(layOutGrid({ ...aGrid(), rows }, { year }).texts.days)
      return [...new Set(words.map(({ y }) => y))]
    }
    expect(rowsOf(undefined, 2027)).toEqual([1.8, 11.8, 21.8, 31.8])
    expect(rowsOf('six', 2027)).toEqual([1.8, 11.8, 21.8, 31.8])
    expect(rowsOf('needed', 2027)).toEqual([1.8, 16.8, 31.8, 46.8])
    expect(rowsOf('needed', 2028)).toEqual([1.8, 13.8, 25.8, 37.8, 49.8])
  })

  it('keep the padding from the edges of their day, at most half of it', () => {
    const firstOf = (change: object) => wordsOf(layOutGrid(aGrid({ days: change })).texts.days)[0]
    expect(firstOf({ padding: 1 })).toEqual({ text: '1', x: 11, y: 2.8 })
    expect(firstOf({ padding: 20 })).toEqual({ text: '1', x: 15, y: 6.8 })
    expect(firstOf({ padding: 1, horizontalAlign: 'right', verticalAlign: 'bottom' })).toEqual({
      text: '1',
      x: 18,
      y: 8.4,
    })
  })

  it('of its neighbours are hidden or in a colour of their own, whichever weekdays they are', () => {
    const special = { sundays: { color: COLOR.red }, saturdays: { color: COLOR.blue }, holidays: { color: COLOR.red } }
    const calendar = someWords({ holidays: [{ date: '2028-01-31', name: 'Before' }] })
    const outside = { color: COLOR.grey }
    const { texts } = layOutGrid(aGrid({ ...special, outside }), { calendar })
    expect(texts.outside?.fill).toBe(COLOR.grey)
    expect(textsOf(texts.outside)).toEqual(['31', '1', '2', '3', '4', '5'])
    expect(layOutGrid(aGrid(special), { calendar }).texts).not.toHaveProperty('outside')
  })

  it('are coloured as holidays first, then as Sundays and Saturdays', () => {
    const colours = { sundays: { color: COLOR.red }, saturdays: { color: COLOR.blue }, holidays: { color: COLOR.grey } }
    // a Sunday, a Saturday and a Tuesday, and the same days of other years
    const dates = ['2028-02-06', '2028-02-12', '2028-02-29', '2027-02-07', '2032-02-01']
    const calendar = someWords({ holidays: dates.map((date) => ({ date, name: date })) })
    const { texts } = layOutGrid(aGrid(colours), { calendar })
    expect(textsOf(texts.holidays)).toEqual(['6', '12', '29'])
    expect(textsOf(texts.sundays)).toEqual(['13', '20', '27'])
    expect(textsOf(texts.saturdays)).toEqual(['5', '19', '26'])
    expect([texts.holidays, texts.sundays, texts.saturdays].map((node) => node?.fill)).toEqual([
      '#cccccc',
      '#b0413e',
      '#3e6bb0',
    ])
    expect(textsOf(layOutGrid(aGrid(), { calendar }).texts.days)).toHaveLength(29)
  })
})

describe('the headings of a month', () => {
  const weekdays = { ...small, height: CELL }
  const box = { x: 0, y: 0, width: 7 * CELL, height: 7 * CELL }

  it('are the weekdays above the days, starting with the first of the week', () => {
    const headingsOf = (change: object, calendar = someWords()) =>
      layOutGrid(aGrid({ box, weekdays: { ...weekdays, ...change } }), { calendar }).texts
    expect(cellsOf(headingsOf({}).weekdays)).toEqual(
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((word, column) => [0, column, word]),
    )
    expect(cellsOf(headingsOf({}).days)[0]).toEqual([1, 1, '1'])
    expect(textsOf(headingsOf({ length: 'narrow' }, american).weekdays).join('')).toBe('SMTWTFS')
    expect(textsOf(headingsOf({ length: 'long', uppercase: true }, american).weekdays)).toEqual(
      LONG.map((day) => day.toUpperCase()),
    )
  })

  it('are in the colours of their days, one node for each colour', () => {
    const { texts } = layOutGrid(
      aGrid({ box, weekdays, sundays: { color: COLOR.red }, saturdays: { color: COLOR.blue } }),
    )
    expect(textsOf(texts.weekdays)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    expect([textsOf(texts.weekdays2), texts.weekdays2?.fill]).toEqual([['Sat'], COLOR.blue])
    expect([textsOf(texts.weekdays3), texts.weekdays3?.fill]).toEqual([['Sun'], COLOR.red])
  })

  it.each([
    ['of the country', undefined, someWords(), ['53', '1', '2', '3', '4']],
    ['of America', undefined, american, ['1', '2', '3', '4', '5', '6']],
    ['of ISO 8601', 'iso', someWords({ firstWeekDays: 1 }), ['53', '1', '2', '3', '4']],
    ['of America in another country', 'american', someWords(), ['1', '2', '3', '4', '5']],
  ] as const)('are its week numbers by the rule %s, on the lines of its days', (_title, rule, calendar, expected) => {
    const weekNumbers = { ...small, size: small.size / 2, width: CELL, ...(rule && { rule }) }
    const wide = { ...box, width: 8 * CELL, height: 6 * CELL }
    const { texts } = layOutGrid(aGrid({ month: 0, box: wide, weekNumbers }), { year: 2027, calendar })
    const numbers = wordsOf(texts.weeks, EM / 2)
    expect(numbers.map(({ text }) => text)).toEqual(expected)
    expect(new Set(numbers.map(({ x }) => x))).toEqual(new Set([0]))
    expect(wordsOf(texts.days)[0]?.x).toBeGreaterThanOrEqual(CELL)
    // the smaller number is in the middle of an equally high line
    expect(numbers.map(({ y }) => y)).toEqual(expected.map((_, row) => row * CELL + 1.5))
  })

  it('are reported if they do not fit, with the letters that no font has', () => {
    const shaper = {
      ...aShaper(),
      shape: (...given: Parameters<ReturnType<typeof aShaper>['shape']>) => ({
        ...aShaper().shape(...given),
        missing: ['漢'],
      }),
    }
    const { texts } = layOutGrid(aGrid({ box, weekdays: { ...weekdays, size: 60 } }), { shaper })
    expect(texts.weekdays).toMatchObject({ overflow: true, missing: ['漢'] })
    expect(texts.days).not.toHaveProperty('overflow')
  })
})

describe('the name of a holiday', () => {
  const named = (...names: string[]) => someWords({ holidays: names.map((name) => ({ date: '2028-02-01', name })) })
  const holidays = { color: COLOR.red, names: { ...small, size: 6, color: COLOR.red } }
  const namesOf = (calendar: CalendarWords, change: Parameters<typeof aGrid>[0] = {}) => {
    const { texts, unfit } = layOutGrid(aGrid({ holidays, ...change }), { calendar })
    const places = [...(texts.names?.d ?? '').matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
    const [[firstX = 0, y = 0] = [], [secondX = 0] = []] = places
    return {
      text: texts.names?.text,
      size: Math.round((secondX - firstX) * 2 * POINTS * 10) / 10,
      x: firstX,
      y,
      places,
      unfit,
    }
  }

  it.each([
    ['under a number at the top', 'top', 1.8],
    ['under a number in the middle', 'middle', 5.6],
    ['above a number at the bottom', 'bottom', 9.4],
  ] as const)('is %s of its day', (_title, verticalAlign, number) => {
    const change = { days: { verticalAlign } }
    const name = namesOf(named('Yule'), change)
    expect(wordsOf(layOutGrid(aGrid(change)).texts.days)[0]).toEqual({ text: '1', x: 10, y: number })
    expect(name).toMatchObject({ text: 'Yule', size: 6, x: 10, unfit: [] })
    if (verticalAlign === 'bottom') expect(name.y).toBeLessThan(number - EM)
    else expect(name.y).toBeGreaterThan(number + EM)
    expect(Math.floor(name.y / CELL)).toBe(0)
  })

  it('becomes smaller by half a point until it fits, not below 4, and is otherwise omitted and reported', () => {
    // a letter of 6 points is 1.06 mm wide, and one of 4 points 0.71
    const sizes = [9, 10, 11, 12, 14].map((length) => namesOf(named('x'.repeat(length))).size)
    expect(sizes).toEqual([6, 5.5, 5, 4.5, 4])
    const name = 'x'.repeat(15)
    expect(namesOf(named(name))).toMatchObject({ text: undefined, unfit: [name] })
  })

  it('is not made larger if the template has it smaller than 4 points', () => {
    const tiny = { ...holidays, names: { ...holidays.names, size: 3 } }
    expect(namesOf(named('x'.repeat(18)), { holidays: tiny })).toMatchObject({ size: 3, unfit: [] })
    expect(namesOf(named('x'.repeat(19)), { holidays: tiny }).unfit).toHaveLength(1)
  })

  it('shares its day with the others of that day, each on a line of its own', () => {
    const { text, places } = namesOf(named('Ash', 'Oak'))
    expect(text).toBe('Ash\nOak')
    expect(new Set(places.map(([, y]) => y)).size).toBe(2)
  })

  it('is in the text of the month, in the order of the days, unless the month only colours its day', () => {
    const dates = [
      ['2028-02-29', 'Leap'],
      ['2028-02-01', 'First'],
      ['2028-03-01', 'March'],
      ['2028-01-31', 'January'],
    ]
    const calendar = someWords({ holidays: dates.map(([date = '', name = '']) => ({ date, name })) })
    expect(namesOf(calendar, { outside: { color: COLOR.grey } }).text).toBe('First\nLeap')
    const uppercase = { ...holidays, names: { ...holidays.names, uppercase: true } }
    expect(namesOf(calendar, { holidays: uppercase }).text).toBe('FIRST\nLEAP')
    expect(namesOf(calendar, { holidays: { color: COLOR.red } }).text).toBeUndefined()
  })
})

describe('the lines of a month', () => {
  const linesOf = (lines: Partial<MonthLayer['lines']>, year = 2027) => {
    const [first, ...others] = layOutGrid(
      { ...aGrid(), lines: { color: COLOR.grey, width: 0.2, ...lines } },
      { year },
    ).nodes
    expect(others.map(({ kind }) => kind)).not.toContain('path')
    return first
  }

  it('are behind its texts, above and below every week that it touches', () => {
    const d = [0, 10, 20, 30, 40].map((y) => `M0 ${y}h70`).join('')
    expect(linesOf({})).toEqual({ kind: 'path', d, stroke: COLOR.grey, strokeWidth: 0.2 })
    expect(linesOf({ kind: 'rows' })).toEqual(linesOf({}))
    expect(linesOf({}, 2028)).toMatchObject({ d: `${d}M0 50h70` })
  })

  it('are around every day if the template requires a grid', () => {
    const columns = [0, 10, 20, 30, 40, 50, 60, 70].map((x) => `M${x} 0v40`).join('')
    expect(linesOf({ kind: 'grid' })).toMatchObject({ d: expect.stringContaining(`M0 40h70${columns}`) })
  })
})

describe('the fonts of a month', () => {
  it('are only those of its digits if it has neither headings nor names', () => {
    expect(fontTextsOfMonth(aGrid(), someWords())).toEqual([{ family: 'Lora', text: '0123456789' }])
    const unnamed = aGrid({ holidays: { color: COLOR.red } })
    expect(fontTextsOfMonth(unnamed, someWords({ holidays: [{ date: '2028-02-01', name: 'Ł' }] }))).toHaveLength(1)
  })

  it('have the words of every weekday and the names of all holidays, in capitals where they are written so', () => {
    const calendar = someWords({ holidays: [{ date: '2031-05-01', name: 'Łabour' }] })
    const grid = aGrid({
      weekdays: { ...small, height: CELL, length: 'narrow', uppercase: true },
      weekNumbers: { ...small, family: 'Oswald', width: CELL },
      holidays: { color: COLOR.red, names: { ...small, uppercase: true } },
    })
    expect(fontTextsOfMonth(grid, calendar)).toEqual([
      { family: 'Lora', text: '0123456789' },
      { family: 'Montserrat', text: 'S M T W T F S' },
      { family: 'Oswald', text: '0123456789' },
      { family: 'Montserrat', text: 'ŁABOUR' },
    ])
    const short = aGrid({ weekdays: { ...small, height: CELL } })
    expect(fontTextsOfMonth(short, calendar)[1]?.text).toBe('Sun Mon Tue Wed Thu Fri Sat')
  })
})
