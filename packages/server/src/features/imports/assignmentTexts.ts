import type { App } from '../../platform/app.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { Assignment, Picture } from '../jobs/picture.ts'
import type { AssignmentChange } from '../jobs/pictures/assignPicture.ts'

/** Why a picture that the job already has was left out. A picture of people does not become one of a group by importing it again. */
export async function leftOutText(app: App, job: Job, current: Assignment, { mayMove = true } = {}): Promise<string> {
  if (current.to === 'rejected') return 'was left out: somebody rejected this picture'
  if (current.to === 'unmatched')
    return 'was left out: the job has this picture already, of nobody: "jobs pictures" moves it'
  const owners = await ownersText(app, job, current)
  const decided = current.why === 'hand' ? ', as somebody has decided' : ''
  const remedy = mayMove ? 'import again with --move' : '"jobs pictures" moves it'
  return `was left out: it is already a picture of ${owners}${decided}. If that was wrong, ${remedy}`
}

/** Why a file was left out that a picture had before it was replaced: what it has now may show somebody else. `owners` are named in words. */
export function earlierFileText(fileName: string, owners: string | null): string {
  const whose = owners === null ? 'is a picture of nobody' : `is a picture of ${owners}`
  return `was left out: ${fileName} had this file before it was replaced, and ${whose}. Export it again to import it as another picture`
}

/** The same, of a stored picture. */
export async function earlierFileReason(app: App, job: Job, { fileName, assignment }: Picture): Promise<string> {
  const isOfSomebody = assignment.to === 'subjects' || assignment.to === 'groups'
  return earlierFileText(fileName, isOfSomebody ? await ownersText(app, job, assignment) : null)
}

/** From whom to whom a picture moved; null if nobody lost it. */
export async function movedText(app: App, job: Job, { before, after }: AssignmentChange): Promise<string | null> {
  const lost = lostBy(before, after)
  if (!lost) return null
  return `was moved from ${await ownersText(app, job, lost)} to ${await ownersText(app, job, after)}`
}

/** Those whose picture it was and is no longer. */
function lostBy(before: Assignment, after: Assignment): Assignment | null {
  if (before.to === 'unmatched' || before.to === 'rejected') return null
  if (before.to !== after.to) return before
  if (before.to === 'groups') return null
  const still = new Set(after.to === 'subjects' ? after.subjects.map(({ uuid }) => uuid) : [])
  const subjects = before.subjects.filter(({ uuid }) => !still.has(uuid))
  return subjects.length > 0 ? { ...before, subjects } : null
}

async function ownersText(app: App, job: Job, assignment: Assignment): Promise<string> {
  if (assignment.to === 'groups') return `the group ${assignment.groups.join(' and ')}`
  const uuids = assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : []
  const projection = { uuid: 1, name: 1, key: 1 }
  const found = await subjectsOf(app, job.provider)
    .find({ uuid: { $in: uuids } }, { projection })
    .toArray()
  const textOf = new Map(found.map(({ uuid, name, key }) => [uuid, `${name} ("${key}")`]))
  return uuids.map((uuid) => textOf.get(uuid) ?? 'somebody deleted').join(' and ')
}
