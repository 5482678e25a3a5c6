import type { App } from '../../platform/app.ts'
import { groupPicturesOf, type Job, type JobCounts, jobsOf, subjectsOf } from './collection.ts'

/** Must be called after a subject or a picture of a job was added or removed: the earlier counts no longer apply. */
export async function recordContentChange(app: App, job: Pick<Job, 'provider' | 'uuid'>): Promise<void> {
  await jobsOf(app, job.provider).updateOne({ uuid: job.uuid }, { $inc: { contentChanges: 1 } })
}

/** The counts of a job's content. Counts again only if something was added or removed since the last count. */
export async function countsOf(app: App, job: Job): Promise<JobCounts> {
  const { contentChanges: changes = 0, counts } = job
  if (counts?.changes === changes) return counts
  const [subjects, groupPictures] = await Promise.all([
    subjectsOf(app, job.provider)
      .find({ jobUuid: job.uuid }, { projection: { 'pictures.uuid': 1 } })
      .toArray(),
    groupPicturesOf(app, job.provider).count({ jobUuid: job.uuid }),
  ])
  // a sibling picture is stored, with one uuid, in each of its subjects
  const portraits = new Set(subjects.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
  const counted = { subjects: subjects.length, pictures: portraits.size + groupPictures }
  // With the number that was read before counting: a change in the meantime makes it outdated at once.
  await jobsOf(app, job.provider).updateOne({ uuid: job.uuid }, { $set: { counts: { ...counted, changes } } })
  return counted
}
