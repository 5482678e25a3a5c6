import type { Filter, UpdateFilter } from 'mongodb'
import type { App } from '../../../platform/app.ts'
import { isDuplicate } from '../../../platform/db/providerCollection.ts'
import { openSightJournal, recordVisible } from '../../../platform/deletions/withheld.ts'
import {
  findObjectors,
  forgetDeliveredJobs,
  type Job,
  jobsOf,
  picturesOf,
  type Subject,
  subjectsOf,
} from '../collection.ts'
import { recordAddition, recordContentChange } from '../jobCounts.ts'
import { JobDeletedError } from '../openJob.ts'
import type { Assignment, AssignmentSource, AssignmentTarget, Picture, PictureSubject } from '../picture.ts'
import { gainersOf, losersOf, pictureSight } from '../sights/pictureSight.ts'
import {
  addSubjects,
  decideImport,
  type ImportRules,
  type ImportTarget,
  removeSubjects,
  replaceTarget,
} from './assignment.ts'

/** A change of an assignment: `before` is enough to reverse it. */
export type AssignmentChange = { before: Assignment; after: Assignment }

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** Called before a change is written, so that it can be reversed after a crash, too. */
export type RecordChange = (uuid: string, change: AssignmentChange) => Promise<void>

/** A picture of a job by its uuid; null if the job has none. */
export function findPicture(app: App, job: JobKey, uuid: string): Promise<Picture | null> {
  return picturesOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid })
}

/**
 * Stores a picture with its first assignment. Returns false, without any change, if it is stored already. Throws JobDeletedError if the job was
 * deleted meanwhile: the caller deletes the files.
 */
export async function addPicture(app: App, picture: Picture): Promise<boolean> {
  try {
    await picturesOf(app, picture.provider).insertOne({ added: picture.assignment.at, ...picture })
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
  forgetDeliveredJobs(app)
  const { provider, uuid, jobUuid } = picture
  if (await recordAddition(app, { provider, uuid: jobUuid })) return true
  await picturesOf(app, provider).deleteOne({ uuid, jobUuid })
  throw new JobDeletedError()
}

/**
 * Changes whose a picture is, in one write: nobody ever sees it in between. `change` returns the new assignment, or null to leave
 * it; it is called again if another process was faster. `record` is called before the write. Returns null if nothing changed, or the job has no such picture.
 */
export async function changeAssignment(
  app: App,
  job: JobKey,
  uuid: string,
  change: (current: Assignment) => Assignment | null,
  record?: RecordChange,
  remember: typeof picturedBefore = picturedBefore,
): Promise<AssignmentChange | null> {
  const pictures = picturesOf(app, job.provider)
  const journal = openSightJournal(app, job.provider)
  const sight = pictureSight(job, uuid)
  for (;;) {
    const picture = await findPicture(app, job, uuid)
    const after = picture && change(picture.assignment)
    if (!picture || !after) return null
    const before = picture.assignment
    await record?.(uuid, { before, after })
    await journal.withhold(sight, await losersOf(app, job, { before, after }))
    const unchanged = { uuid, jobUuid: job.uuid, assignment: before } as Filter<Picture>
    const pictured = await remember(app, job, before, after)
    const remembered = pictured.length > 0 ? { $addToSet: { pictured: { $each: pictured } } } : {}
    const update = { $set: { assignment: after }, ...remembered } as UpdateFilter<Picture>
    const { matchedCount } = await pictures.updateOne(unchanged, update)
    if (matchedCount === 0) continue
    forgetDeliveredJobs(app)
    await journal.end()
    await recordVisible(app, job.provider, sight, (names) => gainersOf(app, job, after, names))
    await recordContentChange(app, job)
    return { before, after }
  }
}

/** Those in the classes of a picture that becomes a picture of others: whoever of them says no is in it still. */
async function picturedBefore(app: App, job: JobKey, before: Assignment, after: Assignment): Promise<string[]> {
  if (before.to !== 'groups') return []
  const { groups, without } = before
  if (after.to === 'groups' && groups.every((group) => after.groups.includes(group))) return []
  const inGroups = { $in: groups }
  const members = await subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid, $or: [{ group: inGroups }, { earlierGroups: inGroups }] }, { projection: { uuid: 1 } })
    .toArray()
  return members.flatMap(({ uuid }) => (without?.includes(uuid) ? [] : uuid))
}

/** Those who object to a picture with others that a list leaves to the others: that somebody is not in it is only for a person to say. */
async function objectorsLeft(app: App, job: JobKey, before: Assignment, after: Assignment): Promise<string[]> {
  if (before.to !== 'subjects') return picturedBefore(app, job, before, after)
  if (after.to !== 'subjects' || after.why === 'hand') return []
  const present = new Set(after.subjects.map(({ uuid }) => uuid))
  const left = before.subjects.filter(({ uuid }) => !present.has(uuid)).map(({ uuid }) => uuid)
  if (left.length === 0 || left.length === before.subjects.length) return []
  const stored = await jobsOf(app, job.provider).findOne({ uuid: job.uuid })
  const objectors = stored ? await findObjectors(app, stored) : []
  return left.filter((uuid) => objectors.some((each) => each.uuid === uuid))
}

/** What an import did about a picture that is stored already; `current` says whose it stays. */
export type ImportOutcome =
  | { outcome: 'unchanged' }
  | { outcome: 'assigned'; change: AssignmentChange }
  | { outcome: 'conflict'; current: Assignment }

/** Assigns a stored picture as an import plans it, see `decideImport`. */
export async function assignByImport(
  app: App,
  job: JobKey,
  uuid: string,
  target: ImportTarget,
  { move, isListed, ...source }: AssignmentSource & ImportRules,
  record?: RecordChange,
): Promise<ImportOutcome> {
  let conflict: Assignment | undefined
  const decide = (current: Assignment) => {
    const decision = decideImport(current, target, source, { move, ...(isListed && { isListed }) })
    conflict = decision.outcome === 'conflict' ? current : undefined
    return decision.outcome === 'assigned' ? decision.assignment : null
  }
  const change = await changeAssignment(app, job, uuid, decide, record, objectorsLeft)
  if (conflict) return { outcome: 'conflict', current: conflict }
  return change ? { outcome: 'assigned', change } : { outcome: 'unchanged' }
}

/** Whose a picture becomes: of these people, of these groups, or of nobody yet. */
export type NewOwners =
  | { to: 'subjects'; subjects: readonly Subject[] }
  | { to: 'groups'; groups: readonly string[] }
  | { to: 'unmatched' }

/** Makes a picture the picture of these subjects or groups and of nobody else. Throws if a subject is not of the job. */
export async function assignPicture(
  app: App,
  job: JobKey,
  uuid: string,
  owners: NewOwners,
  source: AssignmentSource,
  record?: RecordChange,
): Promise<AssignmentChange | null> {
  return changeAssignment(
    app,
    job,
    uuid,
    (current) =>
      replaceTarget(current, targetOf(job, owners, current), source) ?? confirmNobody(current, owners, source),
    record,
  )
}

/** Makes a picture the picture of these subjects, too. Throws if one is not of the job. */
export async function sharePicture(
  app: App,
  job: JobKey,
  uuid: string,
  subjects: readonly Subject[],
  source: AssignmentSource,
  record?: RecordChange,
): Promise<AssignmentChange | null> {
  const target = pictureSubjects(job, subjects)
  return changeAssignment(app, job, uuid, (current) => addSubjects(current, target, source), record)
}

/** Of nobody by a person's word, who is not asked again: no import gives it out from then on. */
function confirmNobody(current: Assignment, owners: NewOwners, source: AssignmentSource): Assignment | null {
  const isConfirmed = owners.to === 'unmatched' && source.why === 'hand' && current.why !== 'hand'
  return isConfirmed ? { ...current, ...source } : null
}

/** A picture stays the cover of those who keep it. */
function targetOf(job: JobKey, owners: NewOwners, current: Assignment): AssignmentTarget {
  if (owners.to === 'groups') return { to: 'groups', groups: [...owners.groups] }
  if (owners.to === 'unmatched') return { to: 'unmatched' }
  const covers = current.to === 'subjects' ? current.subjects.filter(({ isCover }) => isCover) : []
  const subjects = pictureSubjects(job, owners.subjects)
  return {
    to: 'subjects',
    subjects: subjects.map(({ uuid }) => ({ uuid, isCover: covers.some((cover) => cover.uuid === uuid) })),
  }
}

function pictureSubjects(job: JobKey, subjects: readonly Subject[]): PictureSubject[] {
  const stranger = subjects.find(({ provider, jobUuid }) => provider !== job.provider || jobUuid !== job.uuid)
  if (stranger)
    throw new Error(`The subject ${stranger.uuid} is not of the job ${job.uuid}: a picture belongs to its job`)
  return subjects.map(({ uuid }) => ({ uuid, isCover: false }))
}

/** Takes a picture from these subjects: from then on they do not see it. If nobody else has it, it is unmatched. */
export function withdrawPicture(
  app: App,
  job: JobKey,
  uuid: string,
  from: readonly Pick<Subject, 'uuid'>[],
  source: AssignmentSource,
): Promise<AssignmentChange | null> {
  const uuids = from.map((subject) => subject.uuid)
  return changeAssignment(app, job, uuid, (current) => removeSubjects(current, uuids, source))
}

/** Rejects a picture: nobody sees it, and no import assigns it again. */
export function rejectPicture(
  app: App,
  job: JobKey,
  uuid: string,
  source: AssignmentSource,
  record?: RecordChange,
): Promise<AssignmentChange | null> {
  return changeAssignment(app, job, uuid, (current) => replaceTarget(current, { to: 'rejected' }, source), record)
}
