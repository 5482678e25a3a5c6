import { times } from '../natives.ts'
import { type Style, setParagraph } from './breakLines.ts'
import { type CalendarDay, type CalendarWeek, MAX_WEEKS, monthAt, weeksOf } from './calendar.ts'
import type { CalendarWords } from './calendarWords.ts'
import type { Box, MonthLayer } from './definition.ts'
import { millimetre } from './rectanglePath.ts'
import type { GlyphsNode, PathNode } from './scene.ts'
import type { FontText, Shaper } from './shaper.ts'

/** The minimum size of a holiday's name, in points, and the steps down to it. */
const SMALLEST_NAME = 4
const NAME_STEP = 0.5
const POINT = 25.4 / 72

type Lettering = Pick<MonthLayer['days'], 'family' | 'size' | 'color' | 'tracking' | 'uppercase'>
type Month = { layer: MonthLayer; year: number; calendar: CalendarWords }
/** A piece of text in one of the grid's boxes. */
type Mark = { text: string; box: Box; style: Omit<Style, 'box'>; color: string; role: Role }
/** Texts of one role become one node, whose id ends with the role. */
type Role = 'weekdays' | 'weeks' | 'outside' | 'days' | 'saturdays' | 'sundays' | 'holidays' | 'names'

/**
 * A month's grid as nodes of the scene: hairlines at the back, then all texts, by role. Names of holidays that do not fit are
 * left out and reported in `unfit`.
 */
export function layOutMonth(
  fullId: string,
  layer: MonthLayer,
  { year, calendar, shaper }: { year: number; calendar: CalendarWords; shaper: Shaper },
): { nodes: Array<PathNode | GlyphsNode>; unfit: string[] } {
  const month = { layer, year, calendar }
  const grid = gridOf(month)
  const named = namesOf(month, grid, shaper)
  const marks = [...weekdayMarks(month, grid), ...weekMarks(month, grid), ...dayMarks(month, grid), ...named.marks]
  const lines = layer.lines ? [hairlines(layer.lines, grid)] : []
  return { nodes: [...lines, ...writeMarks(fullId, layer.box, marks, shaper)], unfit: named.unfit }
}

/** All texts of a grid with their families, for any year: a change of the year needs no more fonts. */
export function fontTextsOfMonth(layer: MonthLayer, calendar: CalendarWords): FontText[] {
  const { days, weekdays, weekNumbers, holidays } = layer
  const digits = '0123456789'
  const words = calendar.weekdays.map((each) => each[weekdays?.length ?? 'short']).join(' ')
  const names = calendar.holidays.map(({ name }) => name).join(' ')
  return [
    { family: days.family, text: digits },
    ...(weekdays ? [{ family: weekdays.family, text: applyCase(words, weekdays) }] : []),
    ...(weekNumbers ? [{ family: weekNumbers.family, text: digits }] : []),
    ...(holidays?.names ? [{ family: holidays.names.family, text: applyCase(names, holidays.names) }] : []),
  ]
}

type Grid = {
  weeks: CalendarWeek[]
  /** The area of the days, without the row and the column of headings. */
  box: Box
  column: number
  row: number
}

function gridOf({ layer, year, calendar }: Month): Grid {
  const { box, weekdays, weekNumbers, weekStart, rows, month } = layer
  const weeks = weeksOf(monthAt(year, month), {
    weekStart: weekStart ? (weekStart === 'monday' ? 1 : 0) : calendar.weekStart,
    firstWeekDays: weekNumbers?.rule ? (weekNumbers.rule === 'iso' ? 4 : 1) : calendar.firstWeekDays,
  })
  const left = weekNumbers?.width ?? 0
  const top = weekdays?.height ?? 0
  const days = { x: box.x + left, y: box.y + top, width: box.width - left, height: box.height - top }
  return {
    weeks,
    box: days,
    column: days.width / 7,
    row: days.height / (rows === 'needed' ? weeks.length : MAX_WEEKS),
  }
}

function weekdayMarks({ layer: { weekdays, box, days, sundays, saturdays }, calendar }: Month, grid: Grid): Mark[] {
  if (!weekdays) return []
  const [first] = grid.weeks
  return (first?.days ?? []).map(({ weekday }, index) => {
    const color = (weekday === 0 ? sundays : weekday === 6 ? saturdays : undefined)?.color ?? weekdays.color
    const cell = { x: grid.box.x + index * grid.column, y: box.y, width: grid.column, height: weekdays.height }
    const word = calendar.weekdays[weekday]?.[weekdays.length ?? 'short'] ?? ''
    const style = { ...plainStyle(weekdays), horizontalAlign: days.horizontalAlign, verticalAlign: 'middle' } as const
    return { text: applyCase(word, weekdays), box: padded(cell, days), style, color, role: 'weekdays' }
  })
}

function weekMarks({ layer: { weekNumbers, box, days } }: Month, grid: Grid): Mark[] {
  if (!weekNumbers) return []
  return grid.weeks.map(({ number }, index) => {
    const cell = { x: box.x, y: grid.box.y + index * grid.row, width: weekNumbers.width, height: grid.row }
    const padding = { x: 0, y: days.verticalAlign === 'middle' ? 0 : (days.padding ?? 0) }
    const place = { ...cell, y: cell.y + padding.y, height: cell.height - 2 * padding.y }
    // next to numbers of another size it shares their baseline, if both are equally high
    const lineHeight = (days.size / weekNumbers.size) * 1.2
    const style = {
      ...plainStyle(weekNumbers),
      lineHeight,
      horizontalAlign: 'left',
      verticalAlign: days.verticalAlign,
    } as const
    return { text: String(number), box: place, style, color: weekNumbers.color, role: 'weeks' }
  })
}

function dayMarks(month: Month, grid: Grid): Mark[] {
  const { days, outside } = month.layer
  const { horizontalAlign, verticalAlign } = days
  return eachDay(grid).flatMap(({ day, cell }): Mark[] => {
    if (!day.inMonth && !outside) return []
    const { color, role } = roleOf(day, month)
    const style = { ...plainStyle(days), horizontalAlign, verticalAlign }
    return [{ text: String(day.day), box: padded(cell, days), style, color, role }]
  })
}

function roleOf(day: CalendarDay, { layer, calendar }: Month): { color: string; role: Role } {
  const { days, outside, holidays, sundays, saturdays } = layer
  if (!day.inMonth && outside) return { color: outside.color, role: 'outside' }
  if (holidays && calendar.holidays.some(({ date }) => date === day.date)) {
    return { color: holidays.color, role: 'holidays' }
  }
  if (sundays && day.weekday === 0) return { color: sundays.color, role: 'sundays' }
  if (saturdays && day.weekday === 6) return { color: saturdays.color, role: 'saturdays' }
  return { color: days.color, role: 'days' }
}

/** The names of the month's holidays, each next to the number of its day, as small as necessary. */
function namesOf({ layer, calendar }: Month, grid: Grid, shaper: Shaper): { marks: Mark[]; unfit: string[] } {
  const names = layer.holidays?.names
  const unfit: string[] = []
  if (!names) return { marks: [], unfit }
  const marks = eachDay(grid).flatMap(({ day, cell }): Mark[] => {
    const found = calendar.holidays.filter(({ date }) => day.inMonth && date === day.date)
    if (found.length === 0) return []
    const text = applyCase(found.map(({ name }) => name).join('\n'), names)
    const mark = { text, ...besideNumber(cell, layer), color: names.color, role: 'names' } as const
    const size = fittingSize(mark, names.size, shaper)
    if (size === undefined) unfit.push(text)
    return size === undefined ? [] : [{ ...mark, style: { ...mark.style, size } }]
  })
  return { marks, unfit }
}

/** The room next to a day's number, and the alignment of a name in it. */
function besideNumber(cell: Box, { days, holidays }: MonthLayer): { box: Box; style: Omit<Style, 'box'> } {
  const names = holidays?.names ?? days
  const number = days.size * POINT
  const inner = padded(cell, days)
  const offset = days.verticalAlign === 'middle' ? (inner.height + number) / 2 : number * 1.1
  const room = { ...inner, height: Math.max(inner.height - offset, 0) }
  const isBelow = days.verticalAlign !== 'bottom'
  const style = { ...plainStyle(names), lineHeight: 1.1, horizontalAlign: days.horizontalAlign }
  return isBelow
    ? { box: { ...room, y: inner.y + offset }, style: { ...style, verticalAlign: 'bottom' } }
    : { box: room, style: { ...style, verticalAlign: 'top' } }
}

function fittingSize({ text, box, style }: Mark, largest: number, shaper: Shaper): number | undefined {
  for (let size = largest; ; size = Math.max(SMALLEST_NAME, size - NAME_STEP)) {
    if (!setParagraph(text, { ...style, box, size }, shaper).overflow) return size
    if (size <= SMALLEST_NAME) return undefined
  }
}

function eachDay({ weeks, box, column, row }: Grid): Array<{ day: CalendarDay; cell: Box }> {
  return weeks.flatMap(({ days }, down) =>
    days.map((day, across) => {
      return { day, cell: { x: box.x + across * column, y: box.y + down * row, width: column, height: row } }
    }),
  )
}

function padded(cell: Box, { padding = 0 }: MonthLayer['days']): Box {
  const [across, down] = [Math.min(padding, cell.width / 2), Math.min(padding, cell.height / 2)]
  return { x: cell.x + across, y: cell.y + down, width: cell.width - 2 * across, height: cell.height - 2 * down }
}

function plainStyle({ family, size, tracking }: Lettering) {
  return { family, size, tracking }
}

function applyCase(text: string, { uppercase }: Pick<Lettering, 'uppercase'>): string {
  return uppercase ? text.toUpperCase() : text
}

/** One node for each role and colour, in the order of their first mark. */
function writeMarks(fullId: string, box: Box, marks: readonly Mark[], shaper: Shaper): GlyphsNode[] {
  const nodes = new Map<string, GlyphsNode>()
  for (const { text, box: place, style, color, role } of marks) {
    const set = setParagraph(text, { ...style, box: place }, shaper)
    const key = `${role} ${color}`
    const number = [...nodes.keys()].filter((each) => each.startsWith(`${role} `)).length
    const id = `${fullId}.${role}${number > 0 && !nodes.has(key) ? number + 1 : ''}`
    const node = nodes.get(key) ?? { kind: 'glyphs', id, box, text: '', d: '', fill: color, fonts: [] }
    node.d += set.d
    // numbers alone are not read out; the names of the holidays are
    if (role === 'names') node.text = [node.text, text].filter(Boolean).join('\n')
    node.fonts = [...new Set([...node.fonts, ...set.fonts])]
    if (set.missing.length > 0) node.missing = [...new Set([...(node.missing ?? []), ...set.missing])]
    if (set.overflow) node.overflow = true
    nodes.set(key, node)
  }
  return [...nodes.values()]
}

/** Lines above and below every week, and between the days if the whole grid is drawn. */
function hairlines({ color, width, kind }: NonNullable<MonthLayer['lines']>, grid: Grid): PathNode {
  const { box, row, column, weeks } = grid
  const height = row * weeks.length
  const [x, y, across, down] = [box.x, box.y, box.width, height].map(millimetre) as [number, number, number, number]
  const rows = times(weeks.length + 1, (index) => `M${x} ${millimetre(box.y + index * row)}h${across}`)
  const columns = times(8, (index) => `M${millimetre(box.x + index * column)} ${y}v${down}`)
  return { kind: 'path', d: [...rows, ...(kind === 'grid' ? columns : [])].join(''), stroke: color, strokeWidth: width }
}
