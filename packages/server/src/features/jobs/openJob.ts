import type { App } from '../../platform/app.ts'
import { CommandError, plain } from '../../platform/command.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf } from './collection.ts'
import { dayOf, isDeleted } from './days.ts'

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

/** From its day of deletion on, whoever and whatever comes into a job would be deleted within minutes. Throws CommandError. */
export function requireBeforeDeletion(
  { name, year, deletion }: Pick<Job, 'name' | 'year' | 'deletion'>,
  provider: Provider,
  now: Date,
): void {
  if (deletion === null || !isDeleted({ deletion }, provider, now)) return
  throw new CommandError(
    `The day of deletion of "${plain(name)}" (${year}) has come, ${dayOf(deletion)}: what is added would be deleted at once. Nothing was changed; "import --delete-at" gives the job a later day`,
    1,
  )
}
