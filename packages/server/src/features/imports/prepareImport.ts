import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type EmailedCode, findEmailedCodes } from '../access/emailedCodes.ts'
import type { SortOptions } from '../cards/sortByCards.ts'
import type { Job } from '../jobs/collection.ts'
import { findJobByName, pictureUuid } from '../jobs/importStore.ts'
import { requireBeforeDeletion } from '../jobs/openJob.ts'
import { fold, type Roster, type RosterRow } from '../jobs/roster.ts'
import { wasDeleted } from '../jobs/subjects/deletedPeople.ts'
import type { ImportCards } from './cardOwners.ts'
import { decideClassPictures, type MovedClassPicture } from './classPictures.ts'
import { codeQuestions } from './codeQuestion.ts'
import { type EmailedQuestion, emailedQuestions } from './emailedQuestions.ts'
import { compareContents, type FileContents } from './fileContents.ts'
import type { OtherWord, StoredOwner } from './fileOwners.ts'
import { readCards } from './importCards.ts'
import { listFiles, openRoster, type RosterRequest } from './importFolder.ts'
import { PICTURE_FILE, type Plan, type PlanContext, planImport } from './importPlan.ts'
import type { ImportWarning } from './importReport.ts'
import { leaveOutKnownCopies } from './knownCopies.ts'
import { type KnownFile, knownFilesOf, rowOf } from './knownFiles.ts'
import { type MergedPerson, resolveMerged } from './mergedPeople.ts'
import { settleNamesakes } from './namesakes.ts'
import { withPassedKeys } from './passedKeys.ts'
import { decidePictures, type KnownPicture } from './pictureQuestions.ts'
import type { StoredPerson } from './plannedPerson.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'
import type { Decisions, Question } from './questions.ts'
import { planRoster, type RosterPlan } from './rosterPlan.ts'
import { otherFaceWarnings, sameNameWarnings } from './sameNames.ts'
import { readStoredJob, type StoredJob, type StoredPicture } from './storedJob.ts'

/** What an import is made of: the folder, the roster and the job. */
export type PlanRequest = RosterRequest & {
  provider: Provider
  /** The name of the job, or its uuid; an import with the same name continues it. */
  job: string
  year?: number
  /** The day of deletion that it would be given. */
  deletion?: Date
  /** Photographs of cards name what was taken after them. */
  cards?: SortOptions
}

/** What a plan is made from, as it is at one moment. */
export type ImportSource = StoredJob & {
  files: readonly string[]
  roster: Roster
  /** Those of the roster who were deleted from the job. */
  deleted: ReadonlySet<RosterRow>
  /** Whether somebody with this key or name was deleted from the job. */
  isDeleted: (keyOrName: string) => boolean
  contents: FileContents
  /** The codes of the job that were emailed to somebody. */
  emailed: readonly EmailedCode[]
  /** The cards in the photographs, on request. */
  cards: ImportCards | undefined
  /** All files are hashed, so that the plan can say whose picture each known one is. */
  isExact: boolean
}

/** Everything that an import would do, before it does anything. */
export type PreparedImport = ImportSource & {
  people: RosterPlan
  plan: Plan
  /** Files whose pictures move to those for whom they are planned. */
  moves: ReadonlySet<string>
  /** Of classes that are others now. */
  classPictures: readonly MovedClassPicture[]
  /** What an import does about them without a decision. */
  classWarnings: readonly ImportWarning[]
  /** About codes that another family has had by an email. */
  emailedCodes: readonly EmailedQuestion[]
  /** All, also those that are decided. */
  questions: Question[]
}

type ReadOptions = {
  isExact: boolean
  signal?: AbortSignal
  onProgress?: (progress: { done: number; total: number }) => void
}

/** Reads the folder, the roster and the job, and changes nothing. Throws ImportError if nothing can be done. */
export async function readSource(
  app: App,
  { cards: cardOptions, ...request }: PlanRequest,
  { isExact, ...reading }: ReadOptions,
): Promise<ImportSource> {
  const { folder, provider } = request
  const files = await listFiles(folder)
  const roster = await openRoster(request, provider.country, files)
  const job = await findJobByName(app, provider, request.job, request.year)
  const deletion = request.deletion ?? job?.deletion ?? null
  const { name, year } = job ?? { name: request.job, year: request.year ?? app.clock().getUTCFullYear() }
  requireBeforeDeletion({ name, year, deletion }, provider, app.clock())
  const { stored, merged, pictures, versions } = await readStoredJob(app, provider, job)
  const pictureFiles = files.filter((file) => PICTURE_FILE.test(file))
  const contents = await compareContents(folder, pictureFiles, [...pictures, ...versions], { hashAll: isExact })
  // A job that does not exist has no cards: all that are photographed are of others.
  const ofCards = job ?? { provider: provider.key, uuid: 'none' }
  const cards =
    cardOptions &&
    (await readCards(app, ofCards, files, { folder, members: stored, merged, ...reading, ...cardOptions }))
  const deleted = new Set([...roster.rows, ...(roster.doubled ?? [])].filter((row) => job && wasDeleted(app, job, row)))
  const isDeleted = (word: string) => job !== null && wasDeleted(app, job, { key: word, name: word })
  const people = stored.map(({ uuid }) => uuid)
  const emailed = await findEmailedCodes(app, provider, people)
  return {
    files,
    roster,
    job,
    stored,
    merged,
    deleted,
    isDeleted,
    pictures,
    versions,
    contents,
    emailed,
    cards,
    isExact,
  }
}

/** Plans an import with these decisions. Throws DecisionError if one is impossible. */
export function planSource(source: ImportSource, decisions: Decisions, { move = false } = {}): PreparedImport {
  const { files, job, merged, deleted, pictures, versions, contents, isExact } = source
  const deletedLines = new Set([...deleted].map(({ line }) => line))
  const isDeleted = ({ line }: RosterRow) => deletedLines.has(line)
  const storedKeys = [...source.stored, ...merged].map(({ key }) => key)
  const settled = settleNamesakes(source.roster, { stored: source.stored, storedKeys, isDeleted }, decisions)
  const resolved = resolveMerged(settled.rows, merged, decisions)
  const isOther = (row: RosterRow) => settled.others.has(row)
  const planned = planRoster(resolved.rows, source.stored, decisions, {
    ...{ isDeleted, isOther, storedKeys },
    ...(source.roster.contacts && { contacts: source.roster.contacts }),
  })
  const stored = withPassedKeys(source.stored, planned.passedKeys, planned.people)
  const people: RosterPlan = {
    ...planned,
    undecided: [...settled.undecided, ...resolved.undecided, ...planned.undecided],
    questions: [...settled.questions, ...resolved.questions, ...planned.questions],
  }
  const known = knownFilesOf(contents, [...pictures, ...versions], people, stored)
  const matched = new Set(people.people.map(({ subject }) => subject))
  const plan = planImport(
    people.people.map(({ row }) => row),
    files,
    {
      stored: stored.filter((person) => !matched.has(person)).map(withOwnRow),
      undecided: people.undecided,
      doubled: settled.doubled,
      otherWords: otherWordsOf(people, stored, merged),
      isDeleted: source.isDeleted,
      copies: contents.copies,
      known,
      faces: contents.faces,
      photographed: keysOf(people, pictures),
      cards: source.cards && withNewKeys(source.cards, people, stored),
      decisions,
    },
  )
  const subjects = new Map(people.people.map(({ row, subject }) => [row.key, subject?.uuid]))
  const subjectOf = (key: string) => subjects.get(key)
  const copies = leaveOutKnownCopies(plan.photographs, {
    hashes: contents.hashes,
    pictures: [...pictures, ...versions],
    subjectOf,
    move,
  })
  plan.photographs = copies.photographs
  plan.warnings.push(...copies.warnings)
  const moved =
    isExact && job
      ? decidePictures(knownPictures(job, plan, contents, { pictures, versions }), { people, stored, decisions })
      : { questions: [], moves: new Set<string>(), stays: new Set<string>(), warnings: [] }
  plan.warnings.push(...moved.warnings)
  plan.photographs = plan.photographs.map((planned) =>
    moved.stays.has(planned.file) ? ofOwners(planned, known.get(planned.file)) : planned,
  )
  const hashes = new Set([...pictures, ...versions].map(({ hash }) => hash))
  const isKnown = (file: string) => hashes.has(contents.hashes.get(file) ?? '')
  const uuids = new Map(stored.map(({ key, uuid }) => [fold(key), uuid]))
  const uuidOf = (key: string) => subjectOf(key) ?? uuids.get(fold(key))
  plan.warnings.push(
    ...sameNameWarnings(plan.photographs, pictures, { subjectOf, known: isKnown }),
    ...otherFaceWarnings(plan.exceptions, pictures, { uuidOf, known: isKnown }),
  )
  const classes = decideClassPictures(people, { job: job?.name ?? '', stored, pictures, decisions })
  const emailedCodes = emailedQuestions(people, source.stored, source.emailed)
  const ofCodes = [...codeQuestions(people, stored), ...emailedCodes.map(({ question }) => question)]
  const questions = [...people.questions, ...ofCodes, ...classes.questions, ...plan.questions, ...moved.questions]
  const roster = { ...source.roster, problems: settled.problems, notes: [...source.roster.notes, ...settled.notes] }
  return {
    ...source,
    roster,
    people,
    plan,
    moves: moved.moves,
    classPictures: classes.moved,
    classWarnings: classes.warnings,
    emailedCodes,
    questions,
  }
}

/** A person has decided that the picture is theirs who have it. */
function ofOwners(planned: PlannedPhotograph, known: KnownFile | undefined): PlannedPhotograph {
  const rows = known?.owners.map(({ row }) => ({ row, keywords: [] })) ?? []
  return { ...planned, rows, pictureType: rows.length > 1 ? 'MGP' : 'IP', why: 'hand' }
}

/** Somebody whom a person has added gets pictures without being on a roster. */
function withOwnRow(person: StoredPerson): StoredOwner {
  if (!person.isAdded) return person
  return { ...person, row: rowOf(person) }
}

/** Under which other keys and names people are known: of those with whom they are one person, and those that were replaced or are. */
function otherWordsOf(
  { people }: RosterPlan,
  stored: readonly StoredPerson[],
  merged: readonly MergedPerson[],
): NonNullable<PlanContext['otherWords']> {
  const rows = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row] as const] : [])))
  const keyOf = (person: StoredPerson) => rows.get(person.uuid)?.key ?? person.key
  const ofPerson = (person: StoredPerson, words: readonly string[]): OtherWord[] =>
    words.map((word) => ({ word, of: { key: keyOf(person) } }))
  const keys = [
    ...merged.flatMap(({ key, earlierKeys, person }) => ofPerson(person, [key, ...(earlierKeys ?? [])])),
    ...stored.flatMap((person) => ofPerson(person, [person.key, ...(person.earlierKeys ?? [])])),
  ]
  const names = [
    ...merged.flatMap(({ name, person }) => ofPerson(person, [name])),
    ...stored.flatMap((person) => ofPerson(person, [person.name, ...(person.earlierNames ?? [])])),
  ]
  return { keys, names }
}

/** The holder of a card may be on the roster with another key than before. */
function withNewKeys(cards: ImportCards, { people }: RosterPlan, stored: readonly StoredPerson[]): ImportCards {
  const rows = new Map<string, Pick<StoredPerson, 'key' | 'name' | 'group'>>([
    ...stored.map((person) => [person.uuid, person] as const),
    ...people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row] as const] : [])),
  ])
  const holders = [...cards.holders].map(([uuid, holder]) => {
    const row = rows.get(holder.uuid)
    return [uuid, row ? { ...holder, key: row.key, name: row.name, group: row.group } : holder] as const
  })
  return { ...cards, holders: new Map(holders) }
}

/** The keys, on the roster, of those of whom the job has a picture of their own. */
function keysOf({ people }: RosterPlan, pictures: readonly StoredPicture[]): Set<string> {
  const uuids = new Set(
    pictures.flatMap(({ assignment }) =>
      assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : [],
    ),
  )
  return new Set(people.flatMap(({ row, subject }) => (subject && uuids.has(subject.uuid) ? [row.key] : [])))
}

/** The planned files of which the job has a picture, with what they are planned for. */
function knownPictures(
  job: Job,
  { photographs }: Plan,
  { hashes, known }: FileContents,
  { pictures, versions }: Pick<ImportSource, 'pictures' | 'versions'>,
): KnownPicture[] {
  const byUuid = new Map(pictures.map((picture) => [picture.uuid, picture]))
  const replaced = new Map(versions.map(({ hash, uuid }) => [hash, uuid]))
  /** The picture may be of a class, or of people, by a decision. */
  const otherOf = ({ pictureType, why }: PlannedPhotograph, hash: string) => {
    const other = byUuid.get(pictureUuid(job, hash, pictureType === 'GP' ? 'IP' : 'GP'))
    const to = pictureType === 'GP' ? 'groups' : 'subjects'
    return why === 'hand' || other?.assignment.to === to ? other : undefined
  }
  return photographs
    .filter(({ file }) => known.has(file))
    .flatMap((planned) => {
      const hash = hashes.get(planned.file) as string
      const picture =
        byUuid.get(replaced.get(hash) ?? pictureUuid(job, hash, planned.pictureType)) ?? otherOf(planned, hash)
      return picture ? [{ planned, picture, isEarlier: picture.hash !== hash }] : []
    })
}
