import type { App } from '../../platform/app.ts'
import { forEachInParallel } from '../../platform/forEachInParallel.ts'
import { exposureText } from '../corrections/exposureText.ts'
import type { Job } from '../jobs/collection.ts'
import { jobStateOf } from '../jobs/jobState.ts'
import { createFaceMatcher } from '../jobs/pictures/faceSubjects.ts'
import { listVersionsOfJob } from '../jobs/pictures/pictureVersions.ts'
import { emailedWarnings, formerAddressNotes } from './emailedQuestions.ts'
import { cardReport } from './importCards.ts'
import type { Person } from './importCodes.ts'
import { type ImportedPeople, importPeople } from './importPeople.ts'
import { importPhotograph } from './importPhotograph.ts'
import type { ImportReport, ImportWarning } from './importReport.ts'
import { type ImportRequest, planRequestOf } from './importRequest.ts'
import type { ImportState } from './importState.ts'
import { readAgainIfChanged } from './jobChanged.ts'
import { createPictureWriter } from './pictureWriter.ts'
import { personNotes, undecidedWarnings } from './planTexts.ts'
import { type ImportSource, type PreparedImport, planSource, readSource } from './prepareImport.ts'
import { NO_DECISIONS } from './questions.ts'
import { restrictedWarnings } from './restrictedPeople.ts'

/**
 * Imports a folder of photographs. Broken files, files without an owner and what somebody has to decide are listed with the reason; everything
 * else is imported. May be repeated: it continues, duplicates nothing and removes nothing, unless it is asked to move pictures. Throws
 * ImportError if nothing can be done, and JobChangedError if people of the job have changed since the source was read.
 */
export function importJob(app: App, order: ImportRequest): Promise<ImportReport> {
  const { source } = order
  if (source) return importSource(app, order, source)
  return readAgainIfChanged(async () =>
    importSource(app, order, await readSource(app, planRequestOf(order), { ...order, isExact: false })),
  )
}

async function importSource(app: App, order: ImportRequest, source: ImportSource): Promise<ImportReport> {
  const began = performance.now()
  const { decisions = NO_DECISIONS } = order
  const prepared = planSource(source, decisions, { move: order.move ?? false })
  const { roster, plan, cards } = prepared
  const imported = await importPeople(app, order, prepared)
  const { job, history, people, coded } = imported
  const ledger = await beginPhotographs(app, order, prepared, imported)
  let done = 0
  await forEachInParallel(plan.photographs, order.signal, async (planned) => {
    await importPhotograph(ledger, planned)
    done++
    order.onProgress?.({ done, total: plan.photographs.length })
  })
  const withdrawn = new Set(imported.members.flatMap((member) => (member.withdrawn ? [member.uuid] : [])))
  const undecided = undecidedWarnings(prepared.questions, decisions)
  return {
    job: { uuid: job.uuid, name: job.name, year: job.year, state: jobStateOf(job) },
    people: count(people),
    photographs: ledger.counts,
    problems: sortWarnings([
      ...roster.problems,
      ...restrictedWarnings(prepared.people),
      ...undecided,
      ...imported.unpublished,
      ...emailedWarnings(prepared.emailedCodes, decisions),
      ...plan.warnings,
      ...prepared.classWarnings,
      ...coded.problems,
      ...ledger.warnings,
    ]),
    notes: [
      ...imported.jobNotes,
      ...roster.notes,
      ...personNotes(prepared.people),
      ...formerAddressNotes(prepared),
      ...withdrawnNotes(people, withdrawn),
      ...coded.notes,
      ...(await exposureNotes(app, job, [imported.withheldBy, imported.endedCodesBy, await history.number()])),
    ],
    codes: people
      .filter(({ subject }) => !withdrawn.has(subject.uuid))
      .map(({ row, subject }) => codeRow({ ...row, code: coded.codes.get(subject.uuid) as string })),
    seconds: (performance.now() - began) / 1000,
    stopped: done < plan.photographs.length,
    ...(cards && { cards: cardReport(cards) }),
  }
}

async function beginPhotographs(
  app: App,
  order: ImportRequest,
  prepared: PreparedImport,
  { job, history, people, members, merged }: ImportedPeople,
): Promise<ImportState> {
  return {
    app,
    job,
    folder: order.folder,
    greenscreen: order.greenscreen ?? false,
    moves: order.move ? 'all' : prepared.moves,
    by: order.by ?? null,
    history,
    write: createPictureWriter(app, job, merged),
    listed: new Set(people.map(({ subject }) => subject.uuid)),
    subjects: new Map([
      ...merged.map(({ key, person }) => [key, person.uuid] as const),
      ...members.map(({ key, uuid }) => [key, uuid] as const),
    ]),
    facesOf: createFaceMatcher(members),
    replaced: new Map((await listVersionsOfJob(app, job)).map(({ hash, picture }) => [hash, picture])),
    hashes: prepared.contents.hashes,
    claims: new Map(),
    counts: { imported: 0, known: 0, group: 0 },
    warnings: [],
  }
}

/** Whether anybody could see what the import took from somebody, in these entries of the history. */
async function exposureNotes(app: App, job: Job, numbers: ReadonlyArray<number | null>): Promise<ImportWarning[]> {
  const texts = await Promise.all(numbers.map((number) => (number === null ? null : exposureText(app, job, number))))
  return texts.flatMap((text) => (text === null ? [] : [{ text }]))
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
