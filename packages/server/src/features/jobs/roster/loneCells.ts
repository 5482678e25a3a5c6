import type { RosterWarning } from '../roster.ts'
import type { Columns } from './columns.ts'
import { listOf, normaliseHeader } from './headerForm.ts'
import { meaningOf } from './headerMeaning.ts'
import { CLASS_WORDS, hasColumns, isClassName, onlyCell } from './headings.ts'
import { isSummary } from './summaryLines.ts'
import type { TableLine } from './table.ts'

/** What a line with nothing but one cell may be, besides a person. Only a `note` says nothing about the class of the lines below it. */
type LoneKind = 'note' | 'room' | 'heading' | 'word' | 'name' | 'class'

export type LoneCell = {
  warning: RosterWarning
  /** The line is of somebody. */
  isPerson: boolean
  /** It may be the heading of another class: the class above is not that of the lines below it. */
  endsClass: boolean
}

/** What classes and their rooms are called within a longer name: `Röda rummet`, `Blue Class`. */
const ROOM_WORDS = new Set(
  listOf(`room; rooms; house; unit; team; reception; nursery; rum; rummet; grupp; gruppen; klassen; avdelningen; laget; barnen; rom; rommet; gruppa; avdelingen; stua; stuen; holdet;
    raum; zimmer; sala; clase; huone; luokka; lokaal; lokal; grupa; sali`),
)
/** Words that are written small within a name. */
const PARTICLES = new Set(
  'van von de der den del della di da do dos das af av la le el y i e zu zum zur ten ter op bin ibn al'.split(' '),
)
/** What is in front of a colon may say whose name follows: `Mentor: Mia Lund`. */
const LABEL = /^(?<label>[^:]{1,60}):/u

/**
 * The lines that are alone in a list of several columns and may be something else than a person, each with what is said of it. In a list of
 * names and little else, a name alone is nothing special: only what may be a room or a note is.
 */
export function findLoneCells(lines: readonly TableLine[], columns: Columns): Map<TableLine, LoneCell> {
  if (columns.isOwn) return findClasses(lines)
  const hasHeadings = lines.some(({ isHeading }) => isHeading)
  const found = lines.flatMap((line, at) => {
    const next = lines[at + 1]
    const isFollowed = next !== undefined && !next.isHeading
    const kind = line.isHeading ? null : kindOf(line, { isListed: hasHeadings && isFollowed })
    return kind === null ? [] : [{ line, kind }]
  })
  const people = lines.filter(({ isHeading }) => !isHeading).length
  const isSparse = !hasColumns(columns) || found.filter(({ kind }) => kind !== 'note').length * 2 >= people
  const unclear = found.filter(({ kind }) => kind === 'note' || kind === 'room' || !isSparse)
  // In a list of names alone somebody's line cannot be told from that of a room.
  const read = (kind: LoneKind) => (kind === 'room' && isSparse ? 'word' : kind)
  return new Map(unclear.map(({ line, kind }) => [line, loneCell(line, read(kind))]))
}

/** The product's own form has no headings: what looks like one is a person, unless somebody says otherwise. */
function findClasses(lines: readonly TableLine[]): Map<TableLine, LoneCell> {
  const classes = lines.filter(({ cells }) => isClassName(cells[onlyCell(cells) ?? -1] ?? ''))
  return new Map(classes.map((line) => [line, loneCell(line, 'class')]))
}

function kindOf({ cells }: TableLine, { isListed }: { isListed: boolean }): LoneKind | null {
  const at = onlyCell(cells)
  if (at === null) return null
  const text = cells[at] ?? ''
  if (isSummary(text, cells)) return null
  const words = normaliseHeader(text).split(' ')
  const { label } = LABEL.exec(text)?.groups ?? {}
  if (label !== undefined || isOfTeacher(words))
    return isOfTeacher(normaliseHeader(label ?? text).split(' ')) ? 'note' : 'room'
  if (!text.includes(' ') || /\d/.test(text)) return 'word'
  if (words.some((word) => ROOM_WORDS.has(word) || CLASS_WORDS.has(word))) return 'room'
  if (!isCapitalised(text)) return 'heading'
  return isListed ? 'name' : null
}

/** `Mentor Mia Lund`, in which the first words are those above a column of teachers. */
function isOfTeacher(words: readonly string[]): boolean {
  return words.some((_word, at) => at < 2 && meaningOf(words.slice(0, at + 1).join(' '))?.field === 'teacher')
}

function isCapitalised(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word))
  const isWritten = (word: string) => /^[^\p{L}]*[\p{Lu}\p{Lt}\p{Lo}]/u.test(word) || /^\p{Ll}['’]\p{Lu}/u.test(word)
  // A list may be written in small letters throughout.
  return !isWritten(words[0] ?? '') || words.every((word) => isWritten(word) || PARTICLES.has(word))
}

function loneCell({ line, cells }: TableLine, kind: LoneKind): LoneCell {
  const text = `(${cells.find((cell) => cell !== '')}) ${TEXTS[kind]}`
  return {
    warning: { line, text },
    isPerson: kind === 'word' || kind === 'name' || kind === 'class',
    endsClass: kind !== 'note' && kind !== 'name',
  }
}

const LEFT_OUT =
  'is alone in its line and may be a heading rather than a person: it was left out, and the heading above it is not the class of the lines below it. Give these their class in a column, and the line of a person one more cell'

const TEXTS: Record<LoneKind, string> = {
  note: 'is a note rather than a person and was left out',
  room: LEFT_OUT,
  heading: LEFT_OUT,
  class:
    'is alone in its line and was read as a person: if it is a heading, delete the line, and give the people below it their class in a column "group"',
  word: 'is alone in its line and was read as a person, and the heading above it is not the class of the lines below it: if it is a heading, delete the line, and give the people below it their class',
  name: 'is alone in its line and was read as a person: if it is a heading, delete the line, and give the people below it their class, which is that of the heading above it until then',
}
