import { codeProblem, normaliseCode } from '@portraitkit/core/jobs/codes.ts'
import type { Guardian, Roster, RosterRow } from '../roster.ts'
import { type ClassReader, createClassReader } from './classNames.ts'
import type { Columns } from './columns.ts'
import { type Complain, phoneOf, readEmails } from './contacts.ts'
import { encodingProblem, keyProblem } from './damagedCells.ts'
import { groupDoubts, leftText } from './doubts.ts'
import { findLoneCells } from './loneCells.ts'
import { readName } from './nameColumns.ts'
import { createNoteReader, type NoteReader } from './noteOrders.ts'
import { createPhotoReader, type PhotoReader } from './photoRefusals.ts'
import { isAnswer, restrictingColumn } from './restrictions.ts'
import type { RosterColumns } from './rosterColumns.ts'
import { mergeRows, type SourceRow } from './sameChild.ts'
import { isSummary } from './summaryLines.ts'
import { oneLine, type TableLine } from './table.ts'

const MAX_LENGTH = 120

type RowReader = {
  columns: RosterColumns
  classes: ClassReader
  orderIn: NoteReader
  photoRefusalIn: PhotoReader
  headers: readonly string[]
  country: string
  width: number
  isOwn: boolean
}

/** Makes a row of each line below the header. An unusable line is left out and listed. */
export function readRows(
  lines: readonly TableLine[],
  read: Columns,
  columns: RosterColumns,
  { country, isText }: { country: string; isText: boolean },
): Pick<Roster, 'rows' | 'doubled' | 'problems'> & { notes: string[] } {
  const problems: Roster['problems'] = []
  const rows: SourceRow[] = []
  // A surplus cell of a text is a separator without quotes; in a sheet it is in its column.
  const width = isText ? read.meanings.length : Number.POSITIVE_INFINITY
  const classes = createClassReader(lines, read, columns)
  const reader = {
    columns,
    classes,
    orderIn: createNoteReader(),
    photoRefusalIn: createPhotoReader(),
    headers: read.header?.cells ?? [],
    country,
    width,
    isOwn: read.isOwn,
  }
  const headings = new Set<string>()
  const loneCells = findLoneCells(lines, read)
  let heading = ''
  for (const line of lines) {
    if (isRepeatedHeader(line, read)) continue
    if (line.isHeading) {
      heading = oneLine(line.cells.find((cell) => cell !== '') ?? '')
      headings.add(heading)
      continue
    }
    const lone = loneCells.get(line)
    if (lone?.endsClass) heading = ''
    if (lone && !lone.isPerson) {
      problems.push(lone.warning)
      continue
    }
    const complain = (text: string) => problems.push({ line: line.line, text })
    const row = readRow(reader, line, columns.single.group === undefined ? heading : '', complain)
    if (!row) continue
    rows.push({ row, cells: line.cells })
    if (lone) problems.push(lone.warning)
  }
  const merged = mergeRows(rows, reader, problems)
  const notes = [
    ...headingNotes(headings, columns),
    ...classes.notes,
    ...groupDoubts(merged.rows, isText),
    ...merged.notes,
  ]
  return { ...merged, problems, notes }
}

/** Reports with several pages repeat it. */
function isRepeatedHeader({ cells }: TableLine, { header, isOwn }: Columns): boolean {
  return !isOwn && header !== null && header.cells.every((cell, at) => (cells[at] ?? '') === cell)
}

function headingNotes(headings: ReadonlySet<string>, { single }: RosterColumns): string[] {
  if (headings.size === 0) return []
  const list = [...headings].join(', ')
  return [
    single.group === undefined
      ? `headings between the lines were read as groups: ${list}`
      : `headings between the lines were left out: ${list}`,
  ]
}

function readRow(reader: RowReader, line: TableLine, heading: string, problem: Complain): RosterRow | null {
  const { columns, classes, country, isOwn } = reader
  const cell = (at: number | undefined): string => (at === undefined ? '' : (line.cells[at] ?? ''))
  const { single } = columns
  const { hasComma, ...person } = readName(columns.names, line.cells)
  const ofLine = classes.read(line.cells)
  const group = ofLine.name || heading
  const fault = faultOf(person.name, group, line.cells, reader.width)
  if (fault) {
    problem(`${fault} and was left out`)
    return null
  }
  const complain = (text: string) => problem(`(${person.name}) ${text}`)
  if (hasComma && !isOwn) complain('has a comma in the name, which was left as it is')
  if (line.isHidden) complain('is in a line that is hidden in the workbook, and was read like all others')
  for (const [at, text] of line.faults ?? []) if (columns.used.has(at)) complain(`has a cell that ${text}`)
  const left = leftText(reader.headers, line.cells, columns.used)
  if (left !== null) complain(left)
  const strange = encodingProblem([person.name, group, ...columns.adultNames.map(cell)])
  if (strange !== null) complain(strange)
  const { files, starred } = readFiles(cell(single.files))
  const code = readCode(cell(single.code), complain)
  const reason =
    restrictingColumn(columns, guardianNamesOf(columns), cell) ?? reader.orderIn(line.cells, columns.notesIn)
  if (reason !== null)
    complain(
      `says "${reader.headers[reason] || `column ${reason + 1}`}: ${oneLine(cell(reason))}": the addresses and numbers of this line were not read`,
    )
  const refusing = reader.photoRefusalIn(columns.photos, line.cells, columns.notesIn.plain)
  if (refusing !== null)
    complain(
      `says "${reader.headers[refusing] || `column ${refusing + 1}`}: ${oneLine(cell(refusing))}", which an import does not decide: withdraw the child, or record the answer with "jobs consent", before you publish`,
    )
  const ofContacts = reason === null ? columns : NO_CONTACTS
  const guardians = ofContacts.guardians.flatMap((each) => readGuardian(each, cell, country, complain))
  const emails = ofContacts.emails.flatMap((at) => readEmails(cell(at), complain))
  const phones = ofContacts.phones.flatMap((at) => phoneOf(cell(at), country, complain) ?? [])
  return {
    line: line.line,
    key: readKey(cell(single.key), complain) || [group, person.name].filter(Boolean).join(' / '),
    ...person,
    group,
    ...(ofLine.shared !== undefined && { sharedClass: ofLine.shared }),
    code,
    files,
    favorite: cell(single.favorite) || starred,
    emails: [...new Set([...emails, ...guardians.flatMap((guardian) => guardian.emails)])],
    phone: phones[0] ?? guardians.find(({ phone }) => phone !== undefined)?.phone ?? null,
    ...schoolFields(columns, cell, complain),
    ...(guardians.length > 0 && { guardians }),
    ...(reason !== null && { isRestricted: true }),
  }
}

const NO_CONTACTS: Pick<RosterColumns, 'guardians' | 'emails' | 'phones'> = { guardians: [], emails: [], phones: [] }

function faultOf(name: string, group: string, cells: readonly string[], width: number): string | null {
  if (name === '') return 'has no name'
  if (!/[\p{L}\p{N}]/u.test(name)) return `has the name "${name}"`
  if (isSummary(name, cells)) return `("${name}") is a sum or a note rather than a person`
  if (cells.slice(width).some((cell) => cell !== ''))
    return `(${name}) has more cells than the header (a separator without quotes?)`
  if (name.length > MAX_LENGTH || group.length > MAX_LENGTH)
    return `has a name or group of more than ${MAX_LENGTH} characters`
  return null
}

type CellReader = (at: number | undefined) => string

function schoolFields(
  { single, teacherParts }: RosterColumns,
  cell: CellReader,
  complain: Complain,
): { teacher?: string; grade?: string } {
  const parts = [cell(teacherParts.first), cell(teacherParts.last)].filter(Boolean).join(' ')
  const teacher = shortText(cell(single.teacher) || parts, 'teacher', complain)
  const grade = shortText(cell(single.grade), 'grade', complain)
  return { ...(teacher !== '' && { teacher }), ...(grade !== '' && { grade }) }
}

function shortText(cell: string, what: string, complain: Complain): string {
  const text = oneLine(cell)
  if (text.length <= MAX_LENGTH) return text
  complain(`has a ${what} of more than ${MAX_LENGTH} characters, which was left out`)
  return ''
}

const guardianNamesOf = ({ guardians }: RosterColumns) => guardians.flatMap(({ name }) => name ?? [])

function readGuardian(
  columns: RosterColumns['guardians'][number],
  cell: CellReader,
  country: string,
  complain: Complain,
): Guardian[] {
  const named = isAnswer(cell(columns.name)) ? '' : cell(columns.name)
  const whole = named || [cell(columns.first), cell(columns.last)].filter(Boolean).join(' ')
  const name = shortText(whole, 'guardian', complain)
  const emails = readEmails(cell(columns.email), complain)
  const phone = phoneOf(cell(columns.phone), country, complain)
  if (name === '' && emails.length === 0 && phone === null) return []
  return [{ ...(name !== '' && { name }), emails, ...(phone !== null && { phone }) }]
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

function readKey(cell: string, complain: Complain): string {
  const key = oneLine(cell)
  const wrong = keyProblem(key)
  if (wrong === null) return key
  complain(wrong)
  return ''
}

function readCode(cell: string, complain: Complain): string | null {
  if (cell === '') return null
  const code = normaliseCode(cell)
  const wrong = codeProblem(code)
  if (!wrong) return code
  complain(`has the code "${cell}", which ${wrong}; a new code was created instead`)
  return null
}
