import type { App } from '../../../platform/app.ts'
import { findDeletionsOfKind } from '../../../platform/deletions/collection.ts'
import { recordDeletion } from '../../../platform/deletions/journal.ts'
import type { Background, DeletionEntry, RepeatDeletion } from '../../../platform/feature.ts'
import { findProvider, listProviders } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { forgetDeliveredJobs, type Job, jobsOf, picturesOf, subjectsOf } from '../collection.ts'
import { JobDeletedError } from '../openJob.ts'
import { picturesToPrint } from '../pictures/picturesToPrint.ts'
import { deleteStoredPicture } from '../pictures/pictureVersions.ts'
import { deleteUnfinished } from '../pictures/unfinishedPictures.ts'
import { PeopleBusyError, whileChangingPeople } from '../subjects/changePeople.ts'
import { everybodyOf } from './everybody.ts'
import { forgetEverywhere, forgetJobEverywhere } from './forgetEverywhere.ts'

/** The kind under which a deleted job is recorded, by its uuid. */
const JOB = 'job'

/** What was deleted, and what stays. With pictures to print nothing was changed. */
export type JobDeletion =
  | { outcome: 'unknown' }
  | { outcome: 'to print'; pictures: number }
  | { outcome: 'deleted'; entries: DeletionEntry[] }

/** What a deletion would delete, and what would stay, as far as it is counted. */
export type JobDeletionPreview = { toPrint: number; entries: DeletionEntry[] }

/**
 * Deletes a job with everybody in it and everything that is stored about them. First nobody sees anything of it any more; its own document
 * goes last, so that a deletion that was interrupted is finished by repeating it, or by a server. Ordered pictures have to be printed or refunded before.
 * Throws CommandError, and then nothing was changed, if another command changes people of the job.
 */
export async function deleteJob(app: App, provider: Provider, uuid: string): Promise<JobDeletion> {
  const job = await jobsOf(app, provider.key).findOne({ uuid })
  if (!job) return { outcome: 'unknown' }
  if (job.deleting) return deleteAlone(app, provider, job)
  try {
    // If it takes long, others have the lease before it ends: by then nothing of the job is changed any more.
    return await whileChangingPeople(app, job, 'delete', () => deleteAlone(app, provider, job))
  } catch (error) {
    if (!(error instanceof JobDeletedError)) throw error
    // Another process has begun to delete it a moment before.
    return deleteAlone(app, provider, job)
  }
}

async function deleteAlone(app: App, provider: Provider, job: Job): Promise<JobDeletion> {
  const { uuid } = job
  const pictures = await countToPrint(app, job)
  if (pictures > 0) return { outcome: 'to print', pictures }
  const entries = await recordDeletion(app, { provider: provider.key, kind: JOB, ids: [uuid] }, () =>
    eraseJob(app, provider, uuid),
  )
  app.log.info({ provider: provider.key, job: uuid }, 'a job was deleted')
  return { outcome: 'deleted', entries }
}

/** Counts what `deleteJob` would delete; changes nothing. */
export async function previewDeletion(app: App, provider: Provider, job: Job): Promise<JobDeletionPreview> {
  const subjects = await uuidsOf(subjectsOf(app, provider.key), job.uuid)
  const pictures = await picturesOf(app, provider.key).count({ jobUuid: job.uuid })
  const found = await Promise.all(
    app.features.map(({ countAboutSubjects }) => countAboutSubjects?.(app, provider, subjects)),
  )
  const entries = [...peopleEntries(subjects.length, pictures), ...found.flatMap((entry) => entry ?? [])]
  return { toPrint: await countToPrint(app, job), entries }
}

/** Deletes a job that was deleted after the backup, printed or not: it was printed then. */
export const repeatJobDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [JOB]: async (app, { provider: key, id }) => {
    const provider = await findProvider(app, key)
    if (provider) await eraseJob(app, provider, id)
  },
}

const MINUTE_MS = 60_000
/** A deletion that has not finished by then was interrupted. */
const DELETION_MS = 30 * MINUTE_MS
/** What a process that was killed in the middle of an import or a correction may have added to the job afterwards. */
const SWEEP_MS = 24 * 60 * MINUTE_MS

/** Finishes deletions of jobs that were interrupted, and deletes what was written to a job while it was deleted. */
export const jobDeletionSweep: Background = {
  name: 'jobs.sweep',
  everyMs: 10 * MINUTE_MS,
  run: async (app) => {
    const now = app.clock().getTime()
    for (const provider of await listProviders(app)) {
      for (const { id, time, done } of await findDeletionsOfKind(app, provider.key, JOB)) {
        const age = now - time.getTime()
        if (done ? age < SWEEP_MS : age > DELETION_MS) await finish(app, provider, { id, done })
      }
    }
  },
}

async function finish(app: App, provider: Provider, { id, done }: { id: string; done: boolean }): Promise<void> {
  if (done) return void (await eraseJob(app, provider, id))
  const erase = () =>
    recordDeletion(app, { provider: provider.key, kind: JOB, ids: [id] }, () => eraseJob(app, provider, id))
  const job = await jobsOf(app, provider.key).findOne({ uuid: id })
  if (!job || job.deleting) return void (await erase())
  try {
    // It was interrupted before its mark: others may still change people of the job.
    await whileChangingPeople(app, job, 'delete', erase)
  } catch (error) {
    // The next run finishes it.
    if (!(error instanceof PeopleBusyError || error instanceof JobDeletedError)) throw error
  }
}

async function eraseJob(app: App, provider: Provider, uuid: string): Promise<DeletionEntry[]> {
  const jobs = jobsOf(app, provider.key)
  await jobs.updateOne({ uuid, deleting: null }, { $set: { deleting: { at: app.clock() } } })
  const job = await jobs.findOne({ uuid })
  const entries = await erasePeople(app, provider, uuid)
  entries.push(...(await forgetJobEverywhere(app, provider, { uuid, ...(job && { name: job.name, year: job.year }) })))
  await jobs.deleteOne({ uuid })
  forgetDeliveredJobs(app)
  return entries
}

/** After how many deleted pictures a lease is renewed. */
export const RENEWED_EVERY = 100

/**
 * Deletes everybody of a job and all its pictures, with everything that is stored about them, also those who are added meanwhile. First
 * nobody sees them any more. Repeating it after a crash deletes the rest. `renew` is called between its steps.
 */
export async function erasePeople(
  app: App,
  provider: Provider,
  jobUuid: string,
  renew: () => Promise<void> = async () => {},
): Promise<DeletionEntry[]> {
  const entries: DeletionEntry[] = []
  for (;;) {
    await renew()
    const subjects = await uuidsOf(subjectsOf(app, provider.key), jobUuid)
    const pictures = await uuidsOf(picturesOf(app, provider.key), jobUuid)
    await deleteUnfinished(app, { provider: provider.key, uuid: jobUuid })
    if (subjects.length + pictures.length === 0) return mergeEntries(entries)
    await hideEverybody(app, provider.key, jobUuid)
    entries.push(...peopleEntries(subjects.length, pictures.length))
    entries.push(...(await forgetEverywhere(app, provider, { job: jobUuid, subjects, pictures })))
    for (const [at, uuid] of pictures.entries()) {
      if (at % RENEWED_EVERY === 0) await renew()
      await deleteStoredPicture(app, { provider: provider.key, uuid, jobUuid })
    }
    await subjectsOf(app, provider.key).deleteMany({ jobUuid, uuid: { $in: subjects } })
    forgetDeliveredJobs(app)
  }
}

/** As `deleteSubject` hides one: whoever restores somebody at this moment has to look again. */
async function hideEverybody(app: App, provider: string, jobUuid: string): Promise<void> {
  const at = app.clock()
  await jobsOf(app, provider).updateOne({ uuid: jobUuid }, { $set: { hasObjections: true } })
  const open = { jobUuid, deleting: null }
  await subjectsOf(app, provider).updateMany(open, { $set: { deleting: { at }, withdrawn: { at, by: null } } })
  forgetDeliveredJobs(app)
}

async function countToPrint(app: App, { provider, uuid }: Job): Promise<number> {
  const printable = await picturesToPrint(app, provider, await everybodyOf(app, { provider, uuid }))
  return (await uuidsOf(picturesOf(app, provider), uuid)).filter((each) => printable.has(each)).length
}

type WithJob = ReturnType<typeof subjectsOf> | ReturnType<typeof picturesOf>

async function uuidsOf(collection: WithJob, jobUuid: string): Promise<string[]> {
  const found = await (collection as ReturnType<typeof subjectsOf>)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  return found.map(({ uuid }) => uuid)
}

const peopleEntries = (people: number, pictures: number): DeletionEntry[] => [
  { what: 'person with contacts and answers', count: people },
  { what: 'picture', count: pictures },
]

/** Each kind once, although people were added meanwhile. */
function mergeEntries(entries: readonly DeletionEntry[]): DeletionEntry[] {
  const merged = new Map<string, DeletionEntry>()
  for (const entry of entries) {
    const count = (merged.get(entry.what)?.count ?? 0) + entry.count
    merged.set(entry.what, { ...entry, count })
  }
  return [...merged.values()]
}
