import { isEmail } from '@portraitkit/core/account/email.ts'
import { codeProblem, normaliseCode } from '@portraitkit/core/jobs/codes.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { readPhone } from '../account/profile/phone.ts'

/** The columns of a roster; only `name` is required. See docs/guide/import.md. */
export const ROSTER_COLUMNS = ['key', 'name', 'group', 'code', 'files', 'favorite', 'email', 'phone'] as const
type Column = (typeof ROSTER_COLUMNS)[number]

/** One person of the roster. */
export type RosterRow = {
  /** In the file, from 1. */
  line: number
  /** Identifies this person in the job, across all its imports. */
  key: string
  name: string
  group: string
  /** The roster's code, normalised; null: one is created. */
  code: string | null
  files: string[]
  /** Which of the files is the cover. */
  favorite: string | null
  /** In lower case; those of all guardians. */
  emails: string[]
  phone: string | null
}

export type RosterWarning = { line: number; text: string }
export type Roster = { rows: RosterRow[]; problems: RosterWarning[]; notes: RosterWarning[] }

/** The whole roster is unreadable; the message says why. */
export class RosterError extends Error {
  override name = 'RosterError'
}

/**
 * Reads a roster: CSV with a header, in any order of columns, separated by commas, semicolons or tabs, in UTF-8 with or without
 * BOM, UTF-16 with BOM, or in the encoding of old spreadsheets. An unusable row is left out and listed.
 */
export function readRoster(file: Uint8Array, country: string): Roster {
  const { text, note } = decode(file)
  const [head, ...records] = parseCsv(text)
  if (!head) throw new RosterError('The roster is empty')
  const columns = readHeader(head)
  const roster: Roster = { rows: [], problems: [], notes: note ? [{ line: 1, text: note }] : [] }
  const unknown = head.cells.filter((_cell, at) => columns[at] === null && head.cells[at] !== '')
  if (unknown.length > 0) roster.notes.push({ line: head.line, text: `unused columns: ${unknown.join(', ')}` })
  for (const record of records) addRow(roster, record, columns, country)
  refuseDoubledKeys(roster)
  return roster
}

type Line = { line: number; cells: string[] }

function decode(file: Uint8Array): { text: string; note?: string } {
  if (file[0] === 0xff && file[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(file) }
  if (file[0] === 0xfe && file[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(file) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(file) }
  } catch {
    const note = 'the roster is not UTF-8 and was read as Windows-1252: check the accents in the names'
    return { text: new TextDecoder('windows-1252').decode(file), note }
  }
}

function parseCsv(text: string): Line[] {
  // Spreadsheets may start with a line that names the separator.
  const named = text.match(/^sep=(.)\r?\n/)
  const skipped = named?.[0] ?? ''
  const body = text.slice(skipped.length)
  try {
    const records = parse(body, {
      delimiter: named?.[1] ?? separatorOf(body),
      info: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    const offset = skipped === '' ? 0 : 1
    return records.map(({ info, record }) => ({
      line: info.lines + offset,
      cells: record.map((cell) => cell.normalize('NFC').trim()),
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RosterError(`The roster is not valid CSV: ${error.message}`, { cause: error })
  }
}

/** The separator that occurs most in the header, outside quotes. */
function separatorOf(text: string): string {
  const header = (text.match(/^[^\r\n]*/)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

function readHeader({ cells, line }: Line): (Column | null)[] {
  const columns = cells.map((cell) => ROSTER_COLUMNS.find((column) => column === cell.toLowerCase()) ?? null)
  if (!columns.includes('name')) {
    throw new RosterError(
      `The roster has no column "name" in line ${line}; possible columns are ${ROSTER_COLUMNS.join(', ')}`,
    )
  }
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  if (twice) throw new RosterError(`The roster has the column "${twice}" twice`)
  return columns
}

function addRow(roster: Roster, { line, cells }: Line, columns: (Column | null)[], country: string): void {
  const cell = (column: Column): string => {
    const at = columns.indexOf(column)
    return at < 0 ? '' : (cells[at] ?? '')
  }
  const problem = (text: string): void => {
    roster.problems.push({ line, text })
  }
  const name = cell('name')
  const fault = faultOf(name, cell('group'), cells.slice(columns.length))
  if (fault) {
    problem(`${fault} and was left out`)
    return
  }
  const { files, starred } = readFiles(cell('files'))
  const group = cell('group')
  roster.rows.push({
    line,
    key: cell('key') || [group, name].filter(Boolean).join(' / '),
    name,
    group,
    code: readCode(cell('code'), (text) => problem(`(${name}) ${text}`)),
    files,
    favorite: cell('favorite') || starred,
    emails: readEmails(cell('email'), (text) => problem(`(${name}) ${text}`)),
    phone: phoneOf(cell('phone'), country, (text) => problem(`(${name}) ${text}`)),
  })
}

function faultOf(name: string, group: string, surplus: string[]): string | null {
  if (name === '') return 'has no name'
  if (surplus.some((cell) => cell !== ''))
    return `(${name}) has more cells than the header (a separator without quotes?)`
  if (name.length > 120 || group.length > 120) return 'has a name or group of more than 120 characters'
  return null
}

/** File names, separated by semicolons, commas, bars or line breaks; a star after one marks the cover. */
function readFiles(cell: string): { files: string[]; starred: string | null } {
  const names = cell.split(/[;,|\n]/).map((name) => name.trim())
  const starred =
    names
      .find((name) => name.endsWith('*'))
      ?.slice(0, -1)
      .trim() ?? null
  return { files: names.map((name) => name.replace(/\s*\*$/, '')).filter(Boolean), starred }
}

function readCode(cell: string, problem: (text: string) => void): string | null {
  if (cell === '') return null
  const code = normaliseCode(cell)
  const wrong = codeProblem(code)
  if (!wrong) return code
  problem(`has the code "${cell}", which ${wrong}; a new code was created instead`)
  return null
}

/**
 * One cell may contain several guardians, separated by commas, semicolons, bars, slashes between spaces, or spaces. A cell that
 * looks like the header of an email (`Bcc: …`) is left out as a whole.
 */
function readEmails(cell: string, problem: (text: string) => void): string[] {
  const parts = cell.split(/[\s,;|]+/).filter((part) => part !== '' && part !== '/')
  const isAddress = (part: string) => isEmail(part) && !cell.includes(':')
  const wrong = parts.filter((part) => !isAddress(part))
  // A cell without any address is quoted whole, however many words it has.
  const named = wrong.length === parts.length ? [cell].filter(Boolean) : wrong
  for (const part of named) problem(`has "${part}", which is not a valid email address and was left out`)
  // In lower case, because people who request a code type the address as they please.
  return [...new Set(parts.filter(isAddress).map((part) => part.toLowerCase()))]
}

function phoneOf(cell: string, country: string, problem: (text: string) => void): string | null {
  if (cell === '') return null
  const phone = readPhone(cell, country)
  if (phone === null) problem(`has "${cell}", which is not a valid phone number and was left out`)
  return phone
}

function refuseDoubledKeys(roster: Roster): void {
  const seen = new Map<string, RosterRow>()
  roster.rows = roster.rows.filter((row) => {
    const first = seen.get(fold(row.key))
    if (!first) {
      seen.set(fold(row.key), row)
      return true
    }
    const text = `(${row.name}) has the key "${row.key}" of line ${first.line} and was left out`
    roster.problems.push({ line: row.line, text })
    return false
  })
}

/** Names are compared without case, whatever the Unicode form of their accents. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
