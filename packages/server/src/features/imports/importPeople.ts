import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { deleteFromCodes } from '../access/codes.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import { type Job, jobsOf } from '../jobs/collection.ts'
import { findOrCreateJob, findOrCreateSubject, type JobMember, listPeople, replaceKey } from '../jobs/importStore.ts'
import { requireOpenJob } from '../jobs/openJob.ts'
import { unpublishJob } from '../jobs/publishing/publishJob.ts'
import { fold } from '../jobs/roster.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { rememberColumns } from '../schools/collection.ts'
import { codesDecision } from './codeQuestion.ts'
import { endingCodes } from './emailedQuestions.ts'
import { endEmailedCodes } from './endEmailedCodes.ts'
import { type AssignedCodes, assignCodes, type Person, RENEWED_EVERY } from './importCodes.ts'
import { ImportError } from './importFolder.ts'
import { importHistory } from './importHistory.ts'
import type { ImportWarning } from './importReport.ts'
import type { ImportRequest } from './importRequest.ts'
import { JobChangedError } from './jobChanged.ts'
import { keepUnpublished } from './keepUnpublished.ts'
import { type MergedPerson, splitMerged } from './mergedPeople.ts'
import { giveClassPictures, takeClassPictures } from './moveClassPictures.ts'
import { passKeys } from './passedKeys.ts'
import { IMPORT_WAIT } from './pictureWriter.ts'
import { hasSamePeople } from './planFingerprint.ts'
import type { PlannedPerson } from './plannedPerson.ts'
import type { PreparedImport } from './prepareImport.ts'
import { NO_DECISIONS } from './questions.ts'
import { readStoredJob } from './storedJob.ts'
import { withoutShowingWithheld } from './withheldSince.ts'

/** What an import has written about people. */
export type ImportedPeople = {
  job: Job
  history: CorrectionRecord
  /** Those of the roster. */
  people: Person[]
  /** Everybody of the job, without those who are one with somebody else. */
  members: JobMember[]
  merged: MergedPerson<JobMember>[]
  coded: AssignedCodes
  unpublished: ImportWarning[]
  /** The entry of the history by which families no longer see the pictures of the job, if the import was to withhold them. */
  withheldBy: number | null
  /** The entry of the history by which codes ended that another family has had by an email. */
  endedCodesBy: number | null
  /** What the report says about the job. */
  jobNotes: ImportWarning[]
}

/**
 * Writes what a plan says about people, while nobody else changes any of the job. Throws JobChangedError, and then nothing was written, if
 * somebody did so after they were read: a class that was unpublished since then, or a person who was withdrawn, is so in no plan.
 */
export async function importPeople(app: App, order: ImportRequest, prepared: PreparedImport): Promise<ImportedPeople> {
  const { provider, options = {} } = order
  const job = prepared.job ?? (await findOrCreateJob(app, provider, order.job, options))
  return whileChangingPeople(
    app,
    job,
    'import',
    async ({ renew }) => {
      await requireSamePeople(app, provider, prepared, job)
      const withheld = options.ready === false ? await unpublishJob(app, provider, job.uuid, order.by) : null
      const isStored = prepared.job !== null || withheld !== null
      const remaining = await withoutShowingWithheld(app, job, order)
      const current = isStored ? await findOrCreateJob(app, provider, order.job, remaining.options) : job
      if (current.uuid !== job.uuid) throw new JobChangedError()
      const written = await writePeople(app, current, order, prepared, renew)
      return { ...written, withheldBy: withheld?.number ?? null, jobNotes: remaining.notes }
    },
    IMPORT_WAIT,
  )
}

async function requireSamePeople(app: App, provider: Provider, prepared: PreparedImport, { uuid }: Job): Promise<void> {
  const stored = await jobsOf(app, provider.key).findOne({ uuid })
  const now = await readStoredJob(app, provider, stored)
  if (!hasSamePeople(prepared, now)) throw new JobChangedError()
}

async function writePeople(
  app: App,
  job: Job,
  order: ImportRequest,
  prepared: PreparedImport,
  renew: () => Promise<void>,
): Promise<Omit<ImportedPeople, 'withheldBy' | 'jobNotes'>> {
  const { provider, decisions = NO_DECISIONS, by = null } = order
  if (job.school !== undefined && order.columns)
    await rememberColumns(app, { provider: provider.key, uuid: job.school }, order.columns)
  const history = await importHistory(app, job, { by, run: order.run })
  const pictures = order.classPictures ?? prepared.classPictures
  const moving = { pictures, by, at: order.begun ?? app.clock(), history }
  await takeClassPictures(app, job, moving)
  await renew()
  const unpublished = await keepUnpublished(app, job, prepared, { by, history, decisions })
  const ending = endingCodes(prepared.emailedCodes, decisions)
  const endedCodesBy = await endEmailedCodes(app, provider, job, { codes: ending, by })
  await passKeys(app, job, prepared.people.passedKeys, history)
  const people: Person[] = []
  for (const [at, planned] of prepared.people.people.entries()) {
    if (at % RENEWED_EVERY === 0) await renew()
    people.push(await writePerson(app, job, planned, history))
  }
  await giveClassPictures(app, job, moving)
  const { people: members, merged } = splitMerged(await listPeople(app, job))
  const coded = await assignCodes(app, provider, job.uuid, people, {
    history,
    decision: codesDecision(prepared.questions, decisions),
    renew,
  })
  await requireJobOf(app, job, provider, people)
  return { job, history, people, members, merged, coded, unpublished, endedCodesBy }
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
