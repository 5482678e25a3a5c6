import { FAVORITE } from '@portraitkit/core/jobs/picture.ts'
import type { AssignmentReason } from '../jobs/picture.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { addCardOwners, type FoundOwners, filesOfCards, type ImportCards, type Owners } from './cardOwners.ts'
import { decideCopies } from './copies.ts'
import { findOtherFaces } from './faceOwners.ts'
import type { FileException, JobPerson } from './fileException.ts'
import {
  createOwnerFinder,
  exceptionText,
  indexPeople,
  type OtherWord,
  type OwnerFinder,
  type PeopleIndex,
  peopleOf,
  type StoredOwner,
} from './fileOwners.ts'
import { decideFiles, fileQuestionId } from './fileQuestions.ts'
import { findOwnedGroupFiles, isInGroupFolder, planForGroup } from './groupFiles.ts'
import { createKnownCheck, findOtherKinds, type KnownFile } from './knownFiles.ts'
import type { PlannedPhotograph, PlanWarning } from './plannedPhotograph.ts'
import { type Decisions, NO_DECISIONS, type Question } from './questions.ts'

/** The plan of an import, made before any file is read: whose picture each file is. */
export type Plan = {
  /** In the order of the roster and of the files' names. */
  photographs: PlannedPhotograph[]
  /** Files that may be somebody else's; each is among the warnings, too. */
  exceptions: FileException[]
  /** About the exceptions and the copies, also those that are decided. */
  questions: Question[]
  warnings: PlanWarning[]
}

/** What a plan depends on besides the roster and the files. */
export type PlanContext = {
  /** Everybody whom the job contains already: what may be theirs is an exception. */
  stored?: readonly StoredOwner[]
  /** Lines that were left out because an earlier one has their key. */
  doubled?: readonly RosterRow[]
  /** Whether somebody with this key or name was deleted from the job. */
  isDeleted?: (keyOrName: string) => boolean
  /** Further keys and names of people whom the job contains. */
  otherWords?: { keys: readonly OtherWord[]; names: readonly OtherWord[] }
  /** Lines of the roster about which somebody has to decide. */
  undecided?: readonly RosterRow[]
  /** Files of the same content that the job does not have yet. */
  copies?: readonly (readonly string[])[]
  /** Whose the pictures are that the job has of files already. */
  known?: ReadonlyMap<string, KnownFile>
  /** The names of the faces that files mark. */
  faces?: ReadonlyMap<string, readonly string[]>
  /** The cards in the photographs: they name what nothing else names, and are not pictures themselves. */
  cards?: ImportCards | undefined
  /** The keys of those of whom the job has a picture of their own. */
  photographed?: ReadonlySet<string>
  decisions?: Decisions
}

export const PICTURE_FILE = /\.(jpe?g|png|tiff?|webp)$/i
/** Formats that cannot be read: the photographer should export them. */
export const OTHER_PICTURE_FILE = /\.(heic|heif|avif|gif|bmp|psd|cr2|cr3|nef|arw|raf|orf|rw2|dng)$/i

export const NATURAL_ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Assigns every file (paths inside the imported folder, with forward slashes) to its rows: by the `files` column, otherwise by
 * the folder that contains it, otherwise by the key at the start of its name. `_group/<group>/` holds group pictures.
 */
export function planImport(rows: readonly RosterRow[], files: readonly string[], context: PlanContext = {}): Plan {
  const { copies = [], known = new Map(), photographed = new Set(), decisions = NO_DECISIONS } = context
  const warnings: PlanWarning[] = []
  const sorted = [...files].sort(NATURAL_ORDER.compare)
  const ofCards = filesOfCards(context.cards)
  const pictures = sorted.filter((file) => PICTURE_FILE.test(file) && !ofCards.has(file))
  for (const file of sorted.filter((each) => OTHER_PICTURE_FILE.test(each))) {
    warnings.push({ file, text: 'is not JPEG, PNG, TIFF or WebP: export it as one of these' })
  }
  const inGroups = pictures.filter(isInGroupFolder)
  const ofPersons = pictures.filter((file) => !isInGroupFolder(file))
  const people = peopleOf(rows, context.stored ?? [], context.undecided)
  const index = indexPeople(people, context.otherWords)
  const { byKey } = index
  const { owners, exceptions }: FoundOwners = findOwners(rows, ofPersons, { ...context, people, index }, warnings)
  const withRows = people.flatMap(({ row }) => row ?? [])
  if (context.cards) addCardOwners({ owners, exceptions }, withRows, context.cards, isInGroupFolder)
  for (const exception of findOwnedGroupFiles(inGroups, rows, index, context.isDeleted))
    exceptions.set(exception.file, exception)
  const otherKinds = findOtherKinds(owners, inGroups, known, byKey)
  for (const exception of [...findOtherFaces(owners, context.faces ?? new Map(), index, known), ...otherKinds]) {
    owners.delete(exception.file)
    exceptions.set(exception.file, exception)
  }
  // What somebody has decided about a file is done, also if the other decisions would give it to somebody.
  const isDecided = (file: string) => {
    const choice = decisions.get(fileQuestionId(file))
    return choice !== undefined && !(known.has(file) && choice === 'leave')
  }
  for (const file of ofPersons) {
    if (exceptions.has(file) || !isDecided(file)) continue
    if (owners.delete(file)) exceptions.set(file, { file, reason: 'decided', people: [] })
  }
  const unowned = ofPersons.filter((file) => !owners.has(file) && !exceptions.has(file))
  const open = [...exceptions.values(), ...unowned.map((file) => ({ file, reason: 'nobody' as const, people: [] }))]
  const isContradicted = createKnownCheck(known, [...owners.keys(), ...inGroups], context.cards !== undefined)
  const fileDecisions = decideFiles(
    open.filter((exception) => isDecided(exception.file) || isContradicted(exception)),
    { byKey, known, decisions },
  )
  for (const { file, ...of } of fileDecisions.decided) owners.set(file, { ...of, why: 'hand' })
  for (const exception of fileDecisions.open)
    warnings.push({ file: exception.file, text: exceptionText(exception, known.get(exception.file)) })
  const planned = [
    ...[...ofPersons, ...inGroups].flatMap((file) => planForOwners(file, owners.get(file))),
    ...inGroups.filter((file) => !exceptions.has(file)).flatMap((file) => planForGroup(file, rows, warnings)),
    ...fileDecisions.ofGroups.flatMap((file) => planForGroup(file, rows, warnings, 'hand')),
  ]
  const copyDecisions = decideCopies(planned, copies, decisions)
  warnings.push(...copyDecisions.warnings)
  const { photographs } = copyDecisions
  const pictured = new Set(photographs.flatMap((photograph) => photograph.rows.map(({ row }) => row)))
  for (const row of rows.filter((each) => !pictured.has(each) && !photographed.has(each.key))) {
    warnings.push({ line: row.line, text: `(${row.name}) has no photograph of its own` })
  }
  const questions = [...fileDecisions.questions, ...copyDecisions.questions]
  return { photographs, exceptions: fileDecisions.open, questions, warnings }
}

function planForOwners(file: string, owners: Owners | undefined): PlannedPhotograph[] {
  if (!owners) return []
  const { why, groups = [] } = owners
  if (groups.length > 0) return [{ file, pictureType: 'GP', rows: [], groups: [...groups], why }]
  const rows = owners.rows.map((row) => ({ row, keywords: isNamed(file, row.favorite) ? [FAVORITE] : [] }))
  return [{ file, pictureType: rows.length > 1 ? 'MGP' : 'IP', rows, groups: [], why }]
}

type OwnerContext = Pick<PlanContext, 'undecided' | 'doubled' | 'isDeleted'> & {
  people: readonly JobPerson[]
  index: PeopleIndex
}

/** The files that lines name which nothing is imported of: they are of nobody else. */
function namedByOthers(
  { undecided = [], doubled = [], index: { byKey } }: Pick<OwnerContext, 'undecided' | 'doubled' | 'index'>,
  named: (name: string) => string[],
): FileException[] {
  const filesOf = (row: RosterRow) => row.files.flatMap((name) => filesNamed(name, row, named))
  return [
    ...undecided.flatMap((row): FileException[] => {
      const people = [byKey.get(fold(row.key)) ?? []].flat()
      return filesOf(row).map((file) => ({ file, reason: 'undecided-person', people }))
    }),
    ...doubled.flatMap((row): FileException[] =>
      filesOf(row).map((file) => ({ file, reason: 'left-out-line', people: [], line: row.line })),
    ),
  ]
}

function findOwners(
  rows: readonly RosterRow[],
  files: readonly string[],
  { people, index, undecided = [], doubled = [], isDeleted }: OwnerContext,
  warnings: PlanWarning[],
): { owners: Map<string, Owners>; exceptions: Map<string, FileException> } {
  const exceptions = new Map<string, FileException>()
  const owners = new Map<string, Owners>()
  const add = (file: string, row: RosterRow, why: AssignmentReason) => {
    const known = owners.get(file)?.rows ?? []
    if (!known.includes(row)) owners.set(file, { rows: [...known, row], why })
  }
  const named = fileIndex(files)
  const findOwner = createOwnerFinder(people, index, isDeleted)
  for (const row of rows) {
    for (const name of row.files) {
      const found = filesNamed(name, row, named)
      const [file = ''] = found
      const other =
        found.length === 1 && !asPath(name).includes('/') ? contradicting(findOwner(file), row, index) : null
      if (other) exceptions.set(file, { file, reason: 'other-row', people: other })
      else if (found.length === 1) add(file, row, 'roster-row')
      else if (found.length === 0)
        warnings.push({ line: row.line, text: `(${row.name}) names the file "${name}", which does not exist` })
      else
        warnings.push({
          line: row.line,
          text: `(${row.name}) names "${name}", but there are ${found.length}: ${found.join(', ')}`,
        })
    }
  }
  for (const exception of namedByOthers({ undecided, doubled, index }, named))
    if (!owners.has(exception.file)) exceptions.set(exception.file, exception)
  const doubledKeys = new Set(doubled.map(({ key }) => fold(key)))
  for (const file of files) {
    if (owners.has(file) || exceptions.has(file)) continue
    const owner = findOwner(file)
    if (owner && 'reason' in owner) exceptions.set(file, owner)
    else if (owner && doubledKeys.has(fold(owner.row.key)))
      exceptions.set(file, { file, reason: 'doubled-key', people: [index.byKey.get(fold(owner.row.key)) as JobPerson] })
    else if (owner) add(file, owner.row, owner.why)
  }
  return { owners, exceptions }
}

/** Who is named by a row and who by the folder or name of its file, if these are two; null if nothing contradicts the row. */
function contradicting(found: ReturnType<OwnerFinder>, row: RosterRow, { byKey }: PeopleIndex): JobPerson[] | null {
  const other =
    found && 'row' in found
      ? found.isTelling && byKey.get(fold(found.row.key))
      : found && ['not-on-roster', 'undecided-person'].includes(found.reason) && found.people[0]
  const own = byKey.get(fold(row.key))
  const others = found && 'reason' in found && found.reason === 'several-folders' ? found.people : []
  if (own && others.length > 0) return [own, ...others.filter((each) => each !== own)]
  return own && other && other !== own ? [own, other] : null
}

/** The files that a name in the roster refers to: a path or a file name, with or without its extension. */
function filesNamed(name: string, row: RosterRow, named: (name: string) => string[]): string[] {
  const found = named(name)
  const exact = found.filter((file) => fold(file) === asPath(name))
  if (exact.length > 0) return exact
  // Cameras restart at 0001: a file in the person's own folder is preferred.
  const home = [fold(row.key), fold(row.name)]
  const own = found.filter((file) => foldersOf(file).some((folder) => home.includes(folder)))
  return own.length > 0 ? own : found
}

function fileIndex(files: readonly string[]): (name: string) => string[] {
  const byName = new Map<string, string[]>()
  for (const file of files) {
    const name = fold(segmentsOf(file).at(-1) ?? '')
    for (const key of [name, name.replace(PICTURE_FILE, '')]) byName.set(key, [...(byName.get(key) ?? []), file])
  }
  return (name) => (byName.get(asPath(name).split('/').at(-1) ?? '') ?? []).filter((file) => isNamed(file, name))
}

function isNamed(file: string, name: string | null): boolean {
  if (name === null) return false
  const path = fold(file)
  return [path, path.replace(PICTURE_FILE, '')].some((each) => `/${each}`.endsWith(`/${asPath(name)}`))
}

function asPath(name: string): string {
  return fold(name.replaceAll('\\', '/').replace(/^\.?\//, ''))
}

function segmentsOf(file: string): string[] {
  return file.split('/')
}

function foldersOf(file: string): string[] {
  return segmentsOf(file).slice(0, -1).map(fold)
}
