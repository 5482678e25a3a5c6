import type { App } from '../../../platform/app.ts'
import { type Job, jobsOf, type Subject } from '../collection.ts'
import { sortedWords } from '../nameWords.ts'
import { fold } from '../roster.ts'

/**
 * Who was deleted from a job is remembered by hashes with the server's secret: they name nobody, and yet the same person on a later
 * roster is recognised.
 */
const hashOf = (app: Pick<App, 'secrets'>, job: string, what: 'key' | 'name' | 'words', text: string): string =>
  app.secrets.sign('jobs.deletedPerson', `${job} ${what} ${text}`).slice(0, 22)

const keyHash = (app: Pick<App, 'secrets'>, job: string, key: string): string => hashOf(app, job, 'key', fold(key))

/** Of a name as it is spelled, which earlier versions stored alone, and of its words as those of everybody else are compared. */
const nameHashes = (app: Pick<App, 'secrets'>, job: string, name: string): string[] => {
  const words = sortedWords(name)
  return [hashOf(app, job, 'name', fold(name)), ...(words === '' ? [] : [hashOf(app, job, 'words', words)])]
}

/** Remembers somebody who is being deleted. */
export async function rememberDeleted(app: App, subject: Subject): Promise<void> {
  const { provider, jobUuid, key, earlierKeys, name, earlierNames, rosterValues } = subject
  const names = [name, ...(earlierNames ?? []), ...(rosterValues?.name === undefined ? [] : [rosterValues.name])]
  const keys = [key, ...(earlierKeys ?? [])].map((each) => keyHash(app, jobUuid, each))
  const hashes = [...keys, ...names.flatMap((each) => nameHashes(app, jobUuid, each))]
  await jobsOf(app, provider).updateOne({ uuid: jobUuid }, { $addToSet: { deletedPeople: { $each: hashes } } })
}

/** Whether somebody with this key, or with this name in whatever spelling and order of its words, was deleted from the job. */
export function wasDeleted(
  app: Pick<App, 'secrets'>,
  { uuid, deletedPeople = [] }: Pick<Job, 'uuid' | 'deletedPeople'>,
  person: { key: string; name?: string },
): boolean {
  if (deletedPeople.length === 0) return false
  const { key, name } = person
  const hashes = [keyHash(app, uuid, key), ...(name === undefined ? [] : nameHashes(app, uuid, name))]
  return hashes.some((hash) => deletedPeople.includes(hash))
}
