import type { App } from '../../../platform/app.ts'
import { findDeletionsOfKind } from '../../../platform/deletions/collection.ts'
import { type Job, subjectsOf } from '../collection.ts'

/** The kind under which a deleted subject is recorded, by job and subject. */
export const SUBJECT = 'subject'

/**
 * The uuids of everybody who is in a job or was deleted from it, as long as deletions are recorded: orders stay with the uuid of whom they were
 * for, and may contain pictures with others, or some that are somebody else's by now.
 */
export async function everybodyOf(
  app: App,
  { provider, uuid: jobUuid }: Pick<Job, 'provider' | 'uuid'>,
): Promise<string[]> {
  const [people, deletions] = await Promise.all([
    subjectsOf(app, provider)
      .find({ jobUuid }, { projection: { uuid: 1 } })
      .toArray(),
    findDeletionsOfKind(app, provider, SUBJECT),
  ])
  const deleted = deletions.map(({ id }) => id.split(' ')).filter(([job]) => job === jobUuid)
  return [...new Set([...people.map(({ uuid }) => uuid), ...deleted.map(([, uuid = '']) => uuid)])]
}
