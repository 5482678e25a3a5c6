import type { Job } from '../jobs/collection.ts'
import { type Fingerprint, type SavedRequest, savedPicture } from './planFile.ts'
import { hashOf } from './planHash.ts'
import type { PreparedImport } from './prepareImport.ts'
import type { StoredJob } from './storedJob.ts'

export function fingerprintOf(request: SavedRequest, prepared: PreparedImport): Fingerprint {
  const { job, roster, stored, merged, pictures, plan, contents } = prepared
  const files = [...contents.hashes].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    inputs: hashOf({ request, roster: [roster.rows, roster.doubled], files }),
    job: hashOf({
      job: job && rulesOf(job),
      planned: plan.photographs.map(savedPicture),
      people: peopleOf({ stored, merged }),
      pictures: pictures.toSorted(byUuid),
    }),
  }
}

/** Whether people of a job, or who sees them, are as they were. What an import does about pictures depends on whose they are when it does it. */
export function hasSamePeople(before: StoredJob, now: StoredJob): boolean {
  const textOf = ({ job, ...people }: StoredJob) => hashOf({ job: job && rulesOf(job), people: peopleOf(people) })
  // One that was created since then is without rules.
  return textOf({ ...before, job: before.job && now.job ? before.job : now.job }) === textOf(now)
}

const peopleOf = ({ stored, merged }: Pick<StoredJob, 'stored' | 'merged'>) => [...stored, ...merged].toSorted(byUuid)

/** What of a job decides who sees what is imported. */
function rulesOf({ uuid, state, published, isArchived, notAsked, hiddenGroups, deletion, backgrounds, school }: Job) {
  return { uuid, state, published, isArchived, notAsked, hiddenGroups, deletion, backgrounds, school }
}

const byUuid = (one: { uuid: string }, other: { uuid: string }) => (one.uuid < other.uuid ? -1 : 1)
