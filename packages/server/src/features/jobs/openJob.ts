import type { App } from '../../platform/app.ts'
import { CommandError } from '../../platform/command.ts'
import { type Job, jobsOf } from './collection.ts'

/** The job was deleted, or its deletion has begun: nothing is added to it, and nothing of it is changed any more. */
export class JobDeletedError extends CommandError {
  constructor() {
    super('The job was deleted, or is being deleted: nothing more of it is stored or changed', 1)
    this.name = 'JobDeletedError'
  }
}

/** Throws JobDeletedError if the job no longer exists, or is being deleted. */
export async function requireOpenJob(app: App, { provider, uuid }: Pick<Job, 'provider' | 'uuid'>): Promise<void> {
  const job = await jobsOf(app, provider).findOne({ uuid }, { projection: { deleting: 1 } })
  if (!job || job.deleting) throw new JobDeletedError()
}
