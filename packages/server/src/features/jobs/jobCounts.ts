import type { App } from '../../platform/app.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from './collection.ts'
import type { JobCounts } from './jobState.ts'

/**
 * Must be called after a subject or a picture of a job was added, removed or assigned to others: the earlier counts no longer apply. Returns false if the
 * job no longer exists, or is being deleted: whoever has added something removes it again.
 */
export async function recordContentChange(app: App, job: Pick<Job, 'provider' | 'uuid'>): Promise<boolean> {
  const open = { uuid: job.uuid, deleting: null }
  const { matchedCount } = await jobsOf(app, job.provider).updateOne(open, { $inc: { contentChanges: 1 } })
  return matchedCount > 0
}

/**
 * Like `recordContentChange`, after somebody or a picture was added: if the content of the job was deleted on its day, there is something to
 * delete again.
 */
export async function recordAddition(app: App, job: Pick<Job, 'provider' | 'uuid'>): Promise<boolean> {
  const open = { uuid: job.uuid, deleting: null }
  const added = { $inc: { contentChanges: 1 }, $unset: { picturesDeleted: '' as const, rosterDeleted: '' as const } }
  const { matchedCount } = await jobsOf(app, job.provider).updateOne(open, added)
  return matchedCount > 0
}

/** The counts of a job's content. Counts again only if something was added or removed since the last count. */
export async function countsOf(app: App, job: Job): Promise<JobCounts> {
  const { contentChanges: changes = 0, counts } = job
  if (counts?.changes === changes) return counts
  const [subjects, pictures] = await Promise.all([
    subjectsOf(app, job.provider).count({ jobUuid: job.uuid, merged: null }),
    picturesOf(app, job.provider).count({ jobUuid: job.uuid }),
  ])
  const counted = { subjects, pictures }
  // With the number that was read before counting: a change in the meantime makes it outdated at once.
  await jobsOf(app, job.provider).updateOne({ uuid: job.uuid }, { $set: { counts: { ...counted, changes } } })
  return counted
}
