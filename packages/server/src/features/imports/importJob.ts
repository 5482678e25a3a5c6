import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import { forEachInParallel } from '../../platform/forEachInParallel.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { deleteFromCodes } from '../access/codes.ts'
import { exposureText } from '../corrections/exposureText.ts'
import { type CorrectionRecord, recordCorrection } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import { findOrCreateJob, findOrCreateSubject, type JobOptions, listPeople, replaceKey } from '../jobs/importStore.ts'
import { jobStateOf } from '../jobs/jobState.ts'
import { requireOpenJob } from '../jobs/openJob.ts'
import { createFaceMatcher } from '../jobs/pictures/faceSubjects.ts'
import { listVersionsOfJob } from '../jobs/pictures/pictureVersions.ts'
import { fold } from '../jobs/roster.ts'
import { rememberColumns } from '../schools/collection.ts'
import type { MovedClassPicture } from './classPictures.ts'
import { cardReport } from './importCards.ts'
import { assignCodes, type Person } from './importCodes.ts'
import { ImportError } from './importFolder.ts'
import { type ImportState, importPhotograph } from './importPhotograph.ts'
import type { ImportReport, ImportWarning } from './importReport.ts'
import { keepUnpublished } from './keepUnpublished.ts'
import { splitMerged } from './mergedPeople.ts'
import { giveClassPictures, takeClassPictures } from './moveClassPictures.ts'
import { personNotes, undecidedWarnings } from './planTexts.ts'
import { type ImportSource, type PlanRequest, planSource, readSource } from './prepareImport.ts'
import { type Decisions, NO_DECISIONS } from './questions.ts'
import { restrictedWarnings } from './restrictedPeople.ts'
import type { PlannedPerson } from './rosterPlan.ts'

/** The options of an import. */
export type ImportRequest = Omit<PlanRequest, 'year'> & {
  options?: JobOptions
  /** All portraits were taken in front of a green screen, and are cut out. */
  greenscreen?: boolean
  /** A picture that an earlier import gave to somebody else is taken from them; otherwise it is left out. */
  move?: boolean
  /** What was decided about the questions of a plan, and by whom. */
  decisions?: Decisions
  by?: string
  /** What an interrupted import does with the pictures of classes that are others now: its people may be in them already. */
  classPictures?: readonly MovedClassPicture[]
  /** When it began, which marks them in between. */
  begun?: Date
  /** What was read for the plan, if it is a moment old. */
  source?: ImportSource
  onProgress?: (progress: ImportProgress) => void
  /** Ends the import after the current files. */
  signal?: AbortSignal
}

export type ImportProgress = { done: number; total: number }

/**
 * Imports a folder of photographs. Broken files, files without an owner and what somebody has to decide are listed with the reason; everything
 * else is imported. May be repeated: it continues, duplicates nothing and removes nothing, unless it is asked to move pictures. Throws
 * ImportError if nothing can be done.
 */
export async function importJob(app: App, order: ImportRequest): Promise<ImportReport> {
  const began = performance.now()
  const { provider, options = {}, decisions = NO_DECISIONS } = order
  const source = order.source ?? (await readSource(app, planRequestOf(order), { ...order, isExact: false }))
  const prepared = planSource(source, decisions, { move: order.move ?? false })
  const { roster, plan, cards } = prepared
  const job = await findOrCreateJob(app, provider, order.job, options)
  if (job.school !== undefined && order.columns)
    await rememberColumns(app, { provider: provider.key, uuid: job.school }, order.columns)
  const people: Person[] = []
  const history = recordCorrection(app, job, { command: 'import', by: order.by ?? null })
  const moving = {
    pictures: order.classPictures ?? prepared.classPictures,
    by: order.by ?? null,
    at: order.begun ?? app.clock(),
    history,
  }
  await takeClassPictures(app, job, moving)
  const unpublished = await keepUnpublished(app, job, prepared, { ...moving, decisions })
  for (const planned of prepared.people.people) people.push(await writePerson(app, job, planned, history))
  await giveClassPictures(app, job, moving)
  const { people: members, merged } = splitMerged(await listPeople(app, job))
  const coded = await assignCodes(app, provider, job.uuid, people, history)
  await requireJobOf(app, job, provider, people)
  const ledger: ImportState = {
    app,
    job,
    folder: order.folder,
    greenscreen: order.greenscreen ?? false,
    moves: order.move ? 'all' : prepared.moves,
    by: order.by ?? null,
    history,
    listed: new Set(people.map(({ subject }) => subject.uuid)),
    subjects: new Map([
      ...merged.map(({ key, person }) => [key, person.uuid] as const),
      ...members.map(({ key, uuid }) => [key, uuid] as const),
    ]),
    facesOf: createFaceMatcher(members),
    replaced: new Map((await listVersionsOfJob(app, job)).map(({ hash, picture }) => [hash, picture])),
    claims: new Map(),
    counts: { imported: 0, known: 0, group: 0 },
    warnings: [],
  }
  let done = 0
  await forEachInParallel(plan.photographs, order.signal, async (planned) => {
    await importPhotograph(ledger, planned)
    done++
    order.onProgress?.({ done, total: plan.photographs.length })
  })
  const withdrawn = new Set(members.flatMap((member) => (member.withdrawn ? [member.uuid] : [])))
  const undecided = undecidedWarnings(prepared.questions, decisions)
  return {
    job: { uuid: job.uuid, name: job.name, year: job.year, state: jobStateOf(job) },
    people: count(people),
    photographs: ledger.counts,
    problems: sortWarnings([
      ...roster.problems,
      ...restrictedWarnings(prepared.people),
      ...undecided,
      ...unpublished,
      ...plan.warnings,
      ...coded.problems,
      ...ledger.warnings,
    ]),
    notes: [
      ...roster.notes,
      ...personNotes(prepared.people),
      ...withdrawnNotes(people, withdrawn),
      ...coded.notes,
      ...(await exposureNotes(app, job, history)),
    ],
    codes: people
      .filter(({ subject }) => !withdrawn.has(subject.uuid))
      .map(({ row, subject }) => codeRow({ ...row, code: coded.codes.get(subject.uuid) as string })),
    seconds: (performance.now() - began) / 1000,
    stopped: done < plan.photographs.length,
    ...(cards && { cards: cardReport(cards) }),
  }
}

/** If the job was deleted meanwhile, the codes that were given opens nobody: they end like those of the job. */
async function requireJobOf(app: App, job: Job, provider: Provider, people: readonly Person[]): Promise<void> {
  try {
    await requireOpenJob(app, job)
  } catch (error) {
    await deleteFromCodes(
      app,
      provider,
      people.map(({ subject }) => subject.uuid),
    )
    throw error
  }
}

/** What an import reads for its plan. */
export function planRequestOf<R extends Pick<ImportRequest, 'options'>>({ options, ...request }: R) {
  const { year, deletion } = options ?? {}
  return { ...request, ...(year !== undefined && { year }), ...(deletion && { deletion }) }
}

/** Writes what the plan changes about a person. */
async function writePerson(app: App, job: Job, planned: PlannedPerson, history: CorrectionRecord): Promise<Person> {
  const { row, subject } = planned
  if (subject && planned.changes.length === 0) return { row, subject, isNew: false }
  if (subject && fold(subject.key) !== fold(row.key)) {
    try {
      await replaceKey(app, job, subject.uuid, row, history)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      throw new ImportError(`Somebody else was given the key "${row.key}" meanwhile: make a new plan`, { cause: error })
    }
    return { row, subject, isNew: false }
  }
  const { isNew, ...written } = await findOrCreateSubject(app, job, row, history)
  return { row, subject: written, isNew }
}

/** Whether anybody could see what the import took from somebody. */
async function exposureNotes(app: App, job: Job, history: CorrectionRecord): Promise<ImportWarning[]> {
  const number = await history.number()
  const text = number === null ? null : await exposureText(app, job, number)
  return text === null ? [] : [{ text }]
}

/** An import brings nobody back. */
function withdrawnNotes(people: readonly Person[], withdrawn: ReadonlySet<string>): ImportWarning[] {
  return people
    .filter(({ subject }) => withdrawn.has(subject.uuid))
    .map(({ row }) => ({
      line: row.line,
      text: `(${row.name}) was withdrawn and stays so: nobody sees their pictures`,
    }))
}

const codeRow = ({ code, name, group, key }: ImportReport['codes'][number]) => ({ code, name, group, key })

function count(people: readonly { isNew: boolean }[]): ImportReport['people'] {
  const added = people.filter(({ isNew }) => isNew).length
  return { added, known: people.length - added }
}

const comparePlaces = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Roster lines first, then files by name; what the plan has said already once. */
function sortWarnings(warnings: readonly ImportWarning[]): ImportWarning[] {
  const once = new Map(warnings.map((warning) => [`${warning.line} ${warning.file} ${warning.text}`, warning]))
  return [...once.values()].sort(
    (one, other) =>
      (one.line ?? Number.MAX_SAFE_INTEGER) - (other.line ?? Number.MAX_SAFE_INTEGER) ||
      comparePlaces.compare(one.file ?? '', other.file ?? ''),
  )
}
