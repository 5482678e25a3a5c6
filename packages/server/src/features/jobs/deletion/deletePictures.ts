import type { App } from '../../../platform/app.ts'
import { withLease } from '../../../platform/db/lease.ts'
import { recordDeletion } from '../../../platform/deletions/journal.ts'
import type { Background, RepeatDeletion } from '../../../platform/feature.ts'
import { findProvider, listProviders } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { forgetDeliveredJobs, type Job, jobsOf, picturesOf, subjectsOf } from '../collection.ts'
import { isDeleted } from '../days.ts'
import { recordContentChange } from '../jobCounts.ts'
import { JobDeletedError } from '../openJob.ts'
import { picturesToPrint } from '../pictures/picturesToPrint.ts'
import { deleteStoredPicture } from '../pictures/pictureVersions.ts'
import { countUnfinished } from '../pictures/unfinishedPictures.ts'
import { PeopleBusyError, whileChangingPeople } from '../subjects/changePeople.ts'
import { erasePeople, RENEWED_EVERY } from './deleteJob.ts'
import { everybodyOf } from './everybody.ts'

const MINUTE_MS = 60_000
/** How long one process may take for a job before another one takes it over. */
const LEASE_MS = 10 * MINUTE_MS
/** Half a day, because a day starts that much earlier in other time zones. */
const EARLY_MS = 2 * 24 * 60 * MINUTE_MS

/**
 * Deletes the pictures of jobs whose day of deletion has come, and then everybody in them. Pictures that still have to be printed are deleted by a
 * later run, and the people after them.
 */
export const pictureDeletion: Background = {
  name: 'jobs.delete',
  everyMs: 10 * MINUTE_MS,
  run: async (app) => {
    for (const provider of await listProviders(app)) {
      for (const job of await dueJobs(app, provider)) {
        await withLease(app, `delete pictures ${provider.key} ${job.uuid}`, LEASE_MS, () =>
          deleteIfDue(app, provider, job),
        )
      }
    }
  },
}

/** The kind under which deleted pictures are recorded, by job and picture. */
const PICTURE = 'picture'
/** The kind under which the deleted people of a job are recorded, by job. */
const ROSTER = 'roster'

/** Deletes a picture that was deleted after the backup, printed or not: it was printed then. */
export const repeatPictureDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [PICTURE]: async (app, { provider, id }) => {
    const [jobUuid = '', uuid = ''] = id.split(' ')
    await deleteStoredPicture(app, { provider, jobUuid, uuid })
    await recordContentChange(app, { provider, uuid: jobUuid })
  },
}

/**
 * Nobody changes people of the job meanwhile. If somebody does at this moment, a later run deletes it; and not at all if an import has given it a
 * later day.
 */
async function deleteIfDue(app: App, provider: Provider, job: Job): Promise<void> {
  try {
    await whileChangingPeople(app, job, 'delete', async ({ renew }) => {
      const current = await jobsOf(app, provider.key).findOne({ uuid: job.uuid })
      if (!current || current.rosterDeleted || !isDeleted(current, provider, app.clock())) return
      await deleteContent(app, provider, current, renew)
    })
  } catch (error) {
    // Whoever deletes the whole job deletes its people.
    if (!(error instanceof PeopleBusyError || error instanceof JobDeletedError)) throw error
  }
}

async function dueJobs(app: App, provider: Provider): Promise<Job[]> {
  const now = app.clock()
  const soon = { $ne: null, $lte: new Date(now.getTime() + EARLY_MS) }
  const jobs = await jobsOf(app, provider.key)
    .find({ deletion: soon, rosterDeleted: { $exists: false } })
    .toArray()
  return jobs.filter((job) => isDeleted(job, provider, now))
}

/** The job itself stays with its name, its days and the numbers of its history: it says that it was deleted. */
async function deleteContent(app: App, provider: Provider, job: Job, renew: () => Promise<void>): Promise<void> {
  const { uuid } = job
  if (!job.picturesDeleted && !(await deletePictures(app, job, renew))) return
  await recordDeletion(app, { provider: provider.key, kind: ROSTER, ids: [uuid] }, () =>
    eraseRoster(app, provider, uuid, renew),
  )
  app.log.info({ provider: provider.key, job: uuid }, 'the people of a job were deleted')
}

async function eraseRoster(app: App, provider: Provider, uuid: string, renew?: () => Promise<void>): Promise<void> {
  await erasePeople(app, provider, uuid, renew)
  const rosterDeleted = app.clock()
  // The reasons may name somebody.
  await jobsOf(app, provider.key).updateOne({ uuid }, { $set: { rosterDeleted }, $unset: { hiddenGroups: '' } })
  await recordContentChange(app, { provider: provider.key, uuid })
  forgetDeliveredJobs(app)
  // An import may have added somebody just before the mark: the next run deletes them.
  if ((await countContent(app, provider.key, uuid)) === 0) return
  await jobsOf(app, provider.key).updateOne({ uuid }, { $unset: { picturesDeleted: '', rosterDeleted: '' } })
}

async function countContent(app: App, provider: string, jobUuid: string): Promise<number> {
  const stored = [subjectsOf(app, provider).count({ jobUuid }), picturesOf(app, provider).count({ jobUuid })]
  return (await Promise.all([...stored, countUnfinished(app, { provider, uuid: jobUuid })])).reduce(
    (sum, count) => sum + count,
  )
}

/** Deletes the people of a job whose day of deletion had come after the backup. */
export const repeatRosterDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [ROSTER]: async (app, { provider: key, id }) => {
    const provider = await findProvider(app, key)
    if (provider) await eraseRoster(app, provider, id)
  },
}

/**
 * Deletes a job's pictures, whosever they are: first the files, then their documents, so that the next run repeats one that died in between. A
 * picture belongs to one job; the same photograph in another job is another picture. Returns whether none is left.
 */
async function deletePictures(
  app: App,
  { provider, uuid: jobUuid }: Job,
  renew: () => Promise<void>,
): Promise<boolean> {
  const pictures = await picturesOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  const printable = await picturesToPrint(app, provider, await everybodyOf(app, { provider, uuid: jobUuid }))
  const gone = pictures.map(({ uuid }) => uuid).filter((uuid) => !printable.has(uuid))
  const ids = gone.map((uuid) => `${jobUuid} ${uuid}`)
  await recordDeletion(app, { provider, kind: PICTURE, ids }, async () => {
    for (const [at, uuid] of gone.entries()) {
      if (at % RENEWED_EVERY === 0) await renew()
      await deleteStoredPicture(app, { provider, jobUuid, uuid })
    }
  })
  const isDone = gone.length === pictures.length
  if (isDone) await jobsOf(app, provider).updateOne({ uuid: jobUuid }, { $set: { picturesDeleted: app.clock() } })
  if (gone.length > 0 || isDone) {
    await recordContentChange(app, { provider, uuid: jobUuid })
    forgetDeliveredJobs(app)
    app.log.info(
      { provider, job: jobUuid, deleted: gone.length, kept: pictures.length - gone.length },
      'pictures were deleted',
    )
  }
  return isDone
}
