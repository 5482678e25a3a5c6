import type { App } from '../../../platform/app.ts'
import { type Job, jobsOf, type Subject } from '../collection.ts'
import { fold } from '../roster.ts'

/**
 * Who was deleted from a job is remembered by hashes with the server's secret: they name nobody, and yet the same person on a later
 * roster is recognised.
 */
const hashOf = (app: Pick<App, 'secrets'>, job: string, what: 'key' | 'name', text: string): string =>
  app.secrets.sign('jobs.deletedPerson', `${job} ${what} ${fold(text)}`).slice(0, 22)

/** Remembers somebody who is being deleted. */
export async function rememberDeleted(app: App, subject: Subject): Promise<void> {
  const { provider, jobUuid, key, earlierKeys, name, earlierNames, rosterValues } = subject
  const names = [name, ...(earlierNames ?? []), ...(rosterValues?.name === undefined ? [] : [rosterValues.name])]
  const keys = [key, ...(earlierKeys ?? [])].map((each) => hashOf(app, jobUuid, 'key', each))
  const hashes = [...keys, ...names.map((each) => hashOf(app, jobUuid, 'name', each))]
  await jobsOf(app, provider).updateOne({ uuid: jobUuid }, { $addToSet: { deletedPeople: { $each: hashes } } })
}

/** Whether somebody with this key or this name was deleted from the job. */
export function wasDeleted(
  app: Pick<App, 'secrets'>,
  { uuid, deletedPeople = [] }: Pick<Job, 'uuid' | 'deletedPeople'>,
  person: { key: string; name?: string },
): boolean {
  if (deletedPeople.length === 0) return false
  const { key, name } = person
  return (
    deletedPeople.includes(hashOf(app, uuid, 'key', key)) ||
    (name !== undefined && deletedPeople.includes(hashOf(app, uuid, 'name', name)))
  )
}
