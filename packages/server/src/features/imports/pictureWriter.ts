import type { App } from '../../platform/app.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { JobMember } from '../jobs/importStore.ts'
import type { ImportTarget } from '../jobs/pictures/assignment.ts'
import { whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { findPersons } from '../jobs/subjects/mergedSubjects.ts'
import type { MergedPerson } from './mergedPeople.ts'

/** An import has read for long, and rather waits than begins again: another one writes its people for minutes. */
export const IMPORT_WAIT = { waitMs: 10 * 60_000 }

/** Whose a picture is at the moment at which it is written; or why it is nobody's. */
export type CurrentTarget = ImportTarget | { to: 'nobody'; reason: string }

/** Writes whose a picture becomes, while nobody else changes people of the job. */
export type PictureWriter = <R>(target: ImportTarget, write: (current: CurrentTarget) => Promise<R>) => Promise<R>

/**
 * The people of a job change while its photographs are read: each is written for those who are meant at that moment. `merged` are those who were one
 * with somebody else when the import wrote its people. Those of one process write one after the other, without waiting for each other's lease.
 */
export function createPictureWriter(app: App, job: Job, merged: readonly MergedPerson<JobMember>[]): PictureWriter {
  const doublesOf = Map.groupBy(merged, ({ person }) => person.uuid)
  let last: Promise<unknown> = Promise.resolve()
  return (target, write) => {
    const next = last.then(() =>
      whileChangingPeople(
        app,
        job,
        'import',
        async () => write(await follow(app, job, target, doublesOf)),
        IMPORT_WAIT,
      ),
    )
    last = next.catch(() => undefined)
    return next
  }
}

async function follow(
  app: App,
  job: Job,
  target: ImportTarget,
  doublesOf: ReadonlyMap<string, readonly MergedPerson<JobMember>[]>,
): Promise<CurrentTarget> {
  if (target.to === 'groups') return target
  const owners = target.subjects.map(({ uuid }) => uuid)
  const doubles = owners.flatMap((uuid) => (doublesOf.get(uuid) ?? []).map((double) => double.uuid))
  const found = await subjectsOf(app, job.provider)
    .find(
      { jobUuid: job.uuid, uuid: { $in: [...owners, ...doubles] } },
      { projection: { uuid: 1, merged: 1, deleting: 1 } },
    )
    .toArray()
  const byUuid = new Map(found.map((subject) => [subject.uuid, subject]))
  if (owners.some((uuid) => !byUuid.has(uuid) || byUuid.get(uuid)?.deleting))
    return { to: 'nobody', reason: 'somebody in it was deleted meanwhile' }
  // The file may be named after either of them.
  if (doubles.some((uuid) => byUuid.has(uuid) && !byUuid.get(uuid)?.merged))
    return { to: 'nobody', reason: 'two who were one person are two again since it was read; import the folder again' }
  if (!owners.some((uuid) => byUuid.get(uuid)?.merged)) return target
  const personOf = await findPersons(app, job, [])
  return { to: 'subjects', subjects: target.subjects.map((each) => ({ ...each, uuid: personOf(each.uuid) })) }
}
