import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../platform/app.ts'
import { CommandError, plain } from '../../../platform/command.ts'
import { findLeaseWork, type HeldLease, holdLease } from '../../../platform/db/lease.ts'
import { type Job, type Subject, subjectsOf } from '../collection.ts'
import { requireOpenJob } from '../openJob.ts'

/** A process that was killed on another machine blocks others for that long. */
const LEASE_MS = 60_000
/** How long a command waits for another one, which is usually done in a moment. */
const WAIT_LIMIT_MS = 5000
const WAIT_MS = 100

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** Somebody else changes people of the job at this moment: nothing was changed. */
export class PeopleBusyError extends CommandError {
  constructor(work: string | null) {
    const command = work === 'import' ? work : `jobs ${work}`
    const what = work === null ? 'Another command' : `"${command}" by another process`
    super(`${what} changes people of this job at this moment: nothing was changed. Try again in a minute`, 1)
    this.name = 'PeopleBusyError'
  }
}

type Lease = Pick<HeldLease, 'renew'>

/**
 * Changes people of a job while no other process does: what each command answers is true, and what one of them moves to somebody is not left
 * there by another one. Waits a moment for a command that is changing some. Whom it is about is looked up by `work`: they may have changed
 * since. `renew` is called between the steps of long work. Throws PeopleBusyError if the other command takes too long, and JobDeletedError if
 * the job was deleted.
 */
export async function whileChangingPeople<R>(
  app: App,
  job: JobKey,
  command: string,
  work: (lease: Lease) => Promise<R>,
  { waitMs = WAIT_LIMIT_MS }: { waitMs?: number } = {},
): Promise<R> {
  // As in earlier versions, which may still run: they take it to merge and to separate.
  const name = `merge ${job.provider} ${job.uuid}`
  const lease = await awaitLease(app, name, command, waitMs)
  try {
    await requireOpenJob(app, job)
    return await work(lease)
  } finally {
    await lease.release()
  }
}

async function awaitLease(app: App, name: string, command: string, waitMs: number): Promise<HeldLease> {
  for (let waited = 0; ; waited += WAIT_MS) {
    const lease = await holdLease(app, name, LEASE_MS, command)
    if (lease) return lease
    if (waited >= waitMs) throw new PeopleBusyError(await findLeaseWork(app, name))
    await sleep(WAIT_MS)
  }
}

/**
 * Somebody of a job as they are while people of it are changed. Throws CommandError if they are not there any more, are being deleted, or have
 * become one person with somebody else: that one was not meant.
 */
export async function requirePerson(app: App, job: JobKey, uuid: string): Promise<Subject> {
  const subjects = subjectsOf(app, job.provider)
  const person = await subjects.findOne({ uuid, jobUuid: job.uuid })
  if (!person) throw new CommandError('This person was deleted from the job at this moment: nothing was changed', 1)
  const name = plain(person.name)
  if (person.deleting)
    throw new CommandError(
      `The deletion of ${name} has begun, and nobody comes back from it: repeat it with "jobs delete-subject". Nothing was changed`,
      1,
    )
  const into = person.merged && (await subjects.findOne({ uuid: person.merged.into, jobUuid: job.uuid }))
  if (into)
    throw new CommandError(
      `"jobs merge" has made ${name} ("${plain(person.key)}") one person with ${plain(into.name)} ("${plain(into.key)}"): nothing else was changed. Repeat the command if it is about both`,
      1,
    )
  return person
}
