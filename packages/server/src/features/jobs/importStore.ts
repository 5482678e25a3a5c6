import { createHash, randomUUID } from 'node:crypto'
import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { forgetDeliveredJobs, type Job, jobsOf, type Subject, subjectsOf } from './collection.ts'
import type { Contact } from './contact.ts'
import { recordContentChange } from './jobCounts.ts'
import { jobStateOf, SHOWN_FLAGS } from './jobState.ts'
import { fold, type RosterRow } from './roster.ts'

/** The importer's writes. Each may be repeated: existing documents are found again, nothing is duplicated. */

/** The options of an import for its job; missing ones are left unchanged. */
export type JobOptions = {
  year?: number
  type?: string
  photographer?: string
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

/** Finds the job of that name, the latest of several years, or creates it, and applies the options. */
export async function findOrCreateJob(app: App, provider: Provider, name: string, options: JobOptions): Promise<Job> {
  const jobs = jobsOf(app, provider.key)
  const year = options.year === undefined ? {} : { year: options.year }
  const changes = changesOf(provider.key, options)
  const [latest] = await jobs
    .find({ name, ...year })
    .sort({ year: -1 })
    .limit(1)
    .toArray()
  if (latest) {
    if (Object.keys(changes).length > 0) changes.state = jobStateOf({ ...latest, ...changes })
    // Pictures added to a job whose pictures were deleted will be deleted, too.
    const reopened = latest.picturesDeleted ? { $unset: { picturesDeleted: '' as const } } : {}
    if (Object.keys({ ...changes, ...reopened }).length > 0) {
      const set = Object.keys(changes).length > 0 ? { $set: changes } : {}
      await jobs.updateOne({ uuid: latest.uuid }, { ...set, ...reopened })
      forgetDeliveredJobs(app)
    }
    return { ...latest, ...changes }
  }
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
    ...SHOWN_FLAGS,
    isArchived: false,
    ...changes,
  }
  const job = { ...fresh, state: jobStateOf(fresh) }
  try {
    await jobs.insertOne(job)
  } catch (error) {
    // Another import of the same job started at the same moment.
    if (isDuplicate(error)) return findOrCreateJob(app, provider, name, options)
    throw error
  }
  return { ...job, provider: provider.key }
}

function changesOf(provider: string, options: JobOptions): Partial<Job> {
  const { type, photographer, ready, archived, orderBy, freeDeliveryUntil, deletion, backgrounds } = options
  return {
    ...(type !== undefined && { jobType: { uuid: derivedUuid(provider, 'job type', fold(type)), name: type } }),
    ...(photographer !== undefined && {
      photographer: { uuid: derivedUuid(provider, 'photographer', fold(photographer)), name: photographer },
    }),
    // 001 §2.5: the customer of a job that is not ready is asked to wait for an email.
    ...(ready === true && SHOWN_FLAGS),
    ...(ready === false && { published: false, hasBeenInWebShop: false, requireFineTunedPictures: true }),
    ...(archived !== undefined && { isArchived: archived }),
    ...(orderBy && { orderBy }),
    ...(freeDeliveryUntil && { freeDeliveryUntil }),
    ...(deletion && { deletion }),
    ...(backgrounds !== undefined && { backgrounds }),
  }
}

/** Finds the person of a row or adds it; name, group and contact follow the roster. */
export async function findOrCreateSubject(app: App, job: Job, row: RosterRow): Promise<Subject & { isNew: boolean }> {
  const subjects = subjectsOf(app, job.provider)
  const key = fold(row.key)
  const { name, group } = row
  const known = await subjects.findOne({ jobUuid: job.uuid, key })
  if (!known) {
    const contact = contactOf(row)
    const subject = { uuid: derivedUuid(job.uuid, 'subject', key), jobUuid: job.uuid, key, name, group, contact }
    try {
      await subjects.insertOne(subject)
    } catch (error) {
      // Another import of the same roster was a moment faster.
      if (isDuplicate(error)) return findOrCreateSubject(app, job, row)
      throw error
    }
    await recordContentChange(app, job)
    return { ...subject, provider: job.provider, isNew: true }
  }
  // A cell that is empty this time removes nothing.
  const contact = {
    ...(row.emails.length > 0 ? contactOf(row) : known.contact),
    phone: row.phone ?? known.contact.phone,
  }
  await subjects.updateOne({ uuid: known.uuid }, { $set: { name, group, contact } })
  forgetDeliveredJobs(app)
  return { ...known, name, group, contact, isNew: false }
}

/** Somebody whom a job contains. */
export type JobMember = Pick<Subject, 'uuid' | 'key' | 'name' | 'group'>

/** Everybody whom the job contains, from all its imports. */
export async function listPeople(app: App, job: Job): Promise<JobMember[]> {
  const projection = { uuid: 1, key: 1, name: 1, group: 1 }
  return await subjectsOf(app, job.provider).find({ jobUuid: job.uuid }, { projection }).toArray()
}

function contactOf({ emails, phone }: RosterRow): Contact {
  const [email = null, ...others] = emails
  return { email, ...(others.length > 0 && { others }), phone }
}

/** The uuid of a picture is derived from its job and its bytes, so that an interrupted import continues where it was. */
export function pictureUuid(job: Job, hash: string, pictureType: PictureType): string {
  return derivedUuid(job.uuid, pictureType === 'GP' ? 'group picture' : 'picture', hash)
}
