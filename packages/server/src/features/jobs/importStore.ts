import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { App } from '../../platform/app.ts'
import { CommandError } from '../../platform/command.ts'
import { holdLease } from '../../platform/db/lease.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { forgetDeliveredJobs, type Job, jobsOf, type Subject, subjectsOf } from './collection.ts'
import { recordAddition } from './jobCounts.ts'
import { DRAFT_FLAGS, jobStateOf, SHOWN_FLAGS } from './jobState.ts'
import { jobsNamed, SeveralJobsError } from './jobsNamed.ts'
import { JobDeletedError, requireBeforeDeletion, requireOpenJob } from './openJob.ts'
import { fold, type RosterRow } from './roster.ts'
import { openJobSight } from './sights/jobSight.ts'
import { detailsFromRow, type SubjectDetails } from './subjectDetails.ts'
import { changeSubject, type SubjectFields } from './subjects/changeSubject.ts'
import { wasDeleted } from './subjects/deletedPeople.ts'
import { withholdRestoredClass } from './subjects/restoredClass.ts'
import { contactOf, followedDetails } from './subjects/rosterDetails.ts'
import { formerNames, leftGroups, remainingRosterValues, valueFromRow } from './subjects/rosterValues.ts'

/** The importer's writes. Each may be repeated: existing documents are found again, nothing is duplicated. */

/** The options of an import for its job; missing ones are left unchanged. */
export type JobOptions = {
  year?: number
  /** The uuid of the school. */
  school?: string
  type?: string
  photographer?: string
  /** Whether its pictures are shown. A new job is a draft unless this is true; a stored one stays as it is unless this is given. If it is false, `findOrCreateJob` leaves a stored one as it is. */
  ready?: boolean
  archived?: boolean
  orderBy?: Date
  freeDeliveryUntil?: Date
  deletion?: Date
  /** Keys, the default one first; null stands for all of the shop's. */
  backgrounds?: string[] | null
}

/** A uuid derived from words: the same words always give the same uuid. */
export function derivedUuid(...words: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  // Version 8: derived by a custom rule (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The job of that name, in upper or lower case, the latest of several years, or with that uuid; null if there is none of that name. Throws
 * CommandError if there is none with that uuid, and SeveralJobsError if several of one year have the name.
 */
export async function findJobByName(app: App, provider: Provider, name: string, year?: number): Promise<Job | null> {
  const found = await jobsNamed(app, provider, name, year)
  const latest = Math.max(...found.map((job) => job.year))
  const [job, ...more] = found.filter((each) => each.year === latest)
  if (job && more.length > 0) throw new SeveralJobsError([job, ...more])
  if (!job && UUID.test(name)) {
    const inYear = year === undefined ? '' : ` of ${year}`
    throw new CommandError(`${provider.name} has no job with the uuid "${name}"${inYear}`, 1)
  }
  return job ?? null
}

const UUID = /^\s*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\s*$/i

const LEASE_MS = 30_000
const PAUSE_MS = 50

/** Finds the job of that name or uuid, the latest of several years, or creates it, and applies the options. */
export async function findOrCreateJob(app: App, provider: Provider, name: string, options: JobOptions): Promise<Job> {
  const jobs = jobsOf(app, provider.key)
  const changes = changesOf(provider.key, options)
  const latest = await findJobByName(app, provider, name, options.year)
  if (latest?.deleting) throw new JobDeletedError()
  if (latest) {
    requireBeforeDeletion({ ...latest, ...changes }, provider, app.clock())
    if (Object.keys(changes).length > 0) changes.state = jobStateOf({ ...latest, ...changes })
    // It has a later day of deletion now, on which who and what is added is deleted.
    const reopened =
      latest.picturesDeleted || latest.rosterDeleted
        ? { $unset: { picturesDeleted: '' as const, rosterDeleted: '' as const } }
        : {}
    if (Object.keys({ ...changes, ...reopened }).length > 0) {
      const set = Object.keys(changes).length > 0 ? { $set: changes } : {}
      const sight = openJobSight(app, latest)
      const change = { before: latest, after: changes }
      await sight.begin(change)
      await jobs.updateOne({ uuid: latest.uuid }, { ...set, ...reopened })
      forgetDeliveredJobs(app)
      await sight.end(change)
    }
    return { ...latest, ...changes }
  }
  // Names in other case are one name, of which no index knows.
  const lease = await holdLease(app, `new job ${provider.key}`, LEASE_MS)
  if (!lease) {
    await sleep(PAUSE_MS)
    return findOrCreateJob(app, provider, name, options)
  }
  try {
    const isMade = (await findJobByName(app, provider, name, options.year)) !== null
    if (!isMade) return await createJob(app, provider, name, options)
  } finally {
    await lease.release()
  }
  return findOrCreateJob(app, provider, name, options)
}

async function createJob(app: App, provider: Provider, name: string, options: JobOptions): Promise<Job> {
  const fresh: Omit<Job, 'provider'> = {
    uuid: randomUUID(),
    name,
    jobType: { uuid: derivedUuid(provider.key, 'job type', 'school'), name: 'school' },
    photographer: { uuid: derivedUuid(provider.key, 'photographer'), name: provider.name },
    year: options.year ?? app.clock().getUTCFullYear(),
    creationTime: app.clock(),
    orderBy: null,
    freeDeliveryUntil: null,
    deletion: null,
    ...DRAFT_FLAGS,
    ...changesOf(provider.key, options),
  }
  const job = { ...fresh, state: jobStateOf(fresh) }
  requireBeforeDeletion(job, provider, app.clock())
  await jobsOf(app, provider.key).insertOne(job)
  return { ...job, provider: provider.key }
}

function changesOf(provider: string, options: JobOptions): Partial<Job> {
  const { school, type, photographer, ready, archived, orderBy, freeDeliveryUntil, deletion, backgrounds } = options
  return {
    ...(school !== undefined && { school }),
    ...(type !== undefined && { jobType: { uuid: derivedUuid(provider, 'job type', fold(type)), name: type } }),
    ...(photographer !== undefined && {
      photographer: { uuid: derivedUuid(provider, 'photographer', fold(photographer)), name: photographer },
    }),
    // A stored job is withheld by `unpublishJob`, which reports who could see it.
    ...(ready === true && SHOWN_FLAGS),
    ...(archived !== undefined && { isArchived: archived }),
    ...(orderBy && { orderBy }),
    ...(freeDeliveryUntil && { freeDeliveryUntil }),
    ...(deletion && { deletion }),
    ...(backgrounds !== undefined && { backgrounds }),
  }
}

type JobKey = Pick<Job, 'provider' | 'uuid' | 'deletedPeople'>

/** Finds the person of a row by its key or adds it; name, group and contact follow the roster, and the history lists what changes. */
export async function findOrCreateSubject(
  app: App,
  job: Job,
  row: RosterRow,
  history: SubjectHistory | null = null,
): Promise<Subject & { isNew: boolean }> {
  const subjects = subjectsOf(app, job.provider)
  const key = fold(row.key)
  const known = await subjects.findOne({ jobUuid: job.uuid, key })
  // Somebody has made them one person with somebody else at this moment: nothing is changed about that one by this row.
  const into = known?.merged && (await subjects.findOne({ uuid: known.merged.into, jobUuid: job.uuid }))
  if (into) return { ...into, isNew: false }
  if (known) return { ...(await updateSubject(app, known, row, history)), isNew: false }
  const subject = await addSubject(app, job, row)
  if (subject)
    await history?.recordSubject(subject.uuid, { before: { withdrawn: undone(app) }, after: { withdrawn: null } })
  // Another import of the same roster was a moment faster.
  return subject ? { ...subject, isNew: true } : findOrCreateSubject(app, job, row, history)
}

/** How an undo leaves somebody whom an import has added. */
const undone = (app: App) => ({ at: app.clock(), by: null, reason: 'the import was undone', isUndone: true as const })

/** Adds the person of a row; null if somebody of the job has its key. Throws JobDeletedError if the job was deleted. */
export async function addSubject(
  app: App,
  job: JobKey,
  row: RosterRow,
  state: Pick<Subject, 'isAdded'> = {},
): Promise<Subject | null> {
  const subjects = subjectsOf(app, job.provider)
  const { name, group } = row
  const key = fold(row.key)
  const details = { ...detailsFromRow(row, name), contact: contactOf(row) }
  const subject = { uuid: await freeUuid(app, job, key), jobUuid: job.uuid, key, name, group, ...details, ...state }
  await withholdRestoredClass(app, job, group)
  try {
    await subjects.insertOne(subject)
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
  if (!(await recordAddition(app, job))) {
    await subjects.deleteOne({ uuid: subject.uuid })
    throw new JobDeletedError()
  }
  return { ...subject, provider: job.provider }
}

/** Derived, so that two imports at the same moment make one person; unless somebody had this key before who was deleted, or has another one now. */
async function freeUuid(app: App, job: JobKey, key: string): Promise<string> {
  const uuid = derivedUuid(job.uuid, 'subject', key)
  // What may still name the deleted one, such as an order, is not about the new one.
  if (wasDeleted(app, job, { key })) return randomUUID()
  const earlier = await subjectsOf(app, job.provider).findOne({ uuid }, { projection: { key: 1 } })
  return earlier && earlier.key !== key ? randomUUID() : uuid
}

/**
 * Makes a row's key, name, group and contact those of somebody of the job. A cell that is empty this time removes nothing, and what somebody
 * corrects at the same moment stays.
 */
async function updateSubject(
  app: App,
  known: Subject,
  row: RosterRow,
  history: SubjectHistory | null,
): Promise<Subject> {
  const { provider, uuid, jobUuid } = known
  const job = { provider, uuid: jobUuid }
  // Nothing about somebody who has become another one's double at this moment: nobody would see it again.
  const isDouble = ({ merged }: Subject) => Boolean(merged) && !known.merged
  await changeSubject(app, job, uuid, history, (current) => (isDouble(current) ? null : fieldsFromRow(current, row)))
  const updated = await subjectsOf(app, provider).findOne({ uuid })
  if (!updated) await requireOpenJob(app, job)
  return updated ?? known
}

function fieldsFromRow(known: Subject, row: RosterRow): Partial<SubjectFields> {
  const { details, rosterValues } = followedDetails(known, row)
  const name = valueFromRow(known, 'name', row.name)
  const group = valueFromRow(known, 'group', row.group || known.group)
  const key = fold(row.key)
  return {
    ...{ key, name, group },
    ...details,
    ...(known.rosterValues && { rosterValues: remainingRosterValues(known, { name, group }, rosterValues) }),
    ...(key !== known.key && { earlierKeys: [...(known.earlierKeys ?? []), known.key].filter((each) => each !== key) }),
    ...leftGroups(known, group),
    ...formerNames(known, name),
    ...(known.withdrawn?.isUndone && { withdrawn: null }),
  }
}

/** Gives somebody of the job another key, with the rest of its row: the roster identifies them differently than before. */
export async function replaceKey(
  app: App,
  job: Job,
  uuid: string,
  row: RosterRow,
  history: SubjectHistory | null = null,
): Promise<void> {
  const known = await subjectsOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid })
  if (known) await updateSubject(app, known, row, history)
}

/** Somebody whom a job contains. */
export type JobMember = Pick<Subject, 'uuid' | 'key' | 'name' | 'group' | 'contact' | SubjectStateField>
type SubjectStateField = keyof typeof OF_STATE | keyof SubjectDetails

const OF_STATE = {
  withdrawn: 1,
  hidden: 1,
  consent: 1,
  merged: 1,
  rosterValues: 1,
  earlierKeys: 1,
  earlierGroups: 1,
  earlierNames: 1,
  isAdded: 1,
  attendance: 1,
  correctedEmails: 1,
} as const
const DETAILS = { firstName: 1, lastName: 1, teacher: 1, grade: 1, guardians: 1 } as const

/** Everybody whom the job contains, from all its imports. */
export async function listPeople(app: App, job: Job): Promise<JobMember[]> {
  const projection = { uuid: 1, key: 1, name: 1, group: 1, contact: 1, ...OF_STATE, ...DETAILS }
  return await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }, { projection }).toArray()
}

/** The uuid of a picture is derived from its job and its bytes, so that an interrupted import continues where it was. */
export function pictureUuid(job: Pick<Job, 'uuid'>, hash: string, pictureType: PictureType): string {
  return derivedUuid(job.uuid, pictureType === 'GP' ? 'group picture' : 'picture', hash)
}
