import { LANGUAGES } from '../../../platform/texts.ts'
import type { RosterRow } from '../roster.ts'

/** What spreadsheet programs make of a class such as 4-2, in the product's languages: `04.feb`, `Feb-04`. */
const MONTHS = new Set(['en', ...LANGUAGES].flatMap(shortMonths))
const DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?: \d.*)?$/
const DAY_AND_MONTH = /^(?:\d{1,4}[-./ ]{1,2}(?<after>\p{L}+)\.?|(?<before>\p{L}+)\.?[-./ ]{1,2}\d{1,4})$/u

/** More than these are only counted. */
const NAMED = 5

/** What may be wrong with the classes of a roster, although each of them is read as it stands. A sheet says itself what is a date. */
export function groupDoubts(rows: readonly RosterRow[], isText: boolean): string[] {
  const groups = [...new Set(rows.map(({ group }) => group))]
  const several = groups.filter((group) => /[,;|]/.test(group))
  const dates = isText ? groups.filter(looksLikeDate) : []
  return [
    ...(several.length > 0 ? [`a cell with several classes was read as one class: ${listed(several)}`] : []),
    ...(dates.length > 0
      ? [
          `a class looks like a date: ${listed(dates)}. A spreadsheet program makes dates of classes such as 4-2: export the list again with the column as text`,
        ]
      : []),
  ]
}

function looksLikeDate(group: string): boolean {
  const { after, before } = DAY_AND_MONTH.exec(group)?.groups ?? {}
  return DATE.test(group) || MONTHS.has((after ?? before ?? '').toLowerCase())
}

function listed(groups: readonly string[]): string {
  const named = groups.slice(0, NAMED).map((group) => `"${group}"`)
  return groups.length > NAMED ? `${named.join(', ')} and ${groups.length - NAMED} more` : named.join(', ')
}

function shortMonths(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)).toLowerCase().replace(/\.$/, ''))
}

const STATUS = /\b(?:status|state|enrol\w*|active|aktiv)\b/i
const LEFT =
  /^(?:left|leaver|inactive|withdrawn|slutat|avslutad|utskriven|sluttet|utmeldt|udmeldt|udskrevet|abgemeldet|abgegangen|ausgetreten|baja|eronnut|uitgeschreven|vertrokken|wypisany|wypisana|skreślony|skreślona)$/i

/** What an unused column says of somebody who may have left the school; null if none does. */
export function leftText(
  headers: readonly string[],
  cells: readonly string[],
  used: ReadonlySet<number>,
): string | null {
  const at = cells.findIndex((cell, index) => !used.has(index) && STATUS.test(headers[index] ?? '') && LEFT.test(cell))
  return at < 0 ? null : `says "${headers[at]}: ${cells[at]}", and was read as everybody else`
}
