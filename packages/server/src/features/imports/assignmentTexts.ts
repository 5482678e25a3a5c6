import type { App } from '../../platform/app.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { Assignment, AssignmentTarget, Picture } from '../jobs/picture.ts'
import type { ImportTarget } from '../jobs/pictures/assignment.ts'
import type { AssignmentChange } from '../jobs/pictures/assignPicture.ts'

/**
 * Why a picture that the job already has was left out, or does not leave somebody who is not planned any more. A picture of people does not
 * become one of a group by importing it again: then it has no `target`.
 */
export async function leftOutText(
  app: App,
  job: Job,
  current: Assignment,
  { target }: { target?: ImportTarget } = {},
): Promise<string> {
  if (current.to === 'rejected') return 'was left out: somebody rejected this picture'
  if (current.to === 'unmatched')
    return 'was left out: the job has this picture already, of nobody: "jobs pictures" moves it'
  const owners = await ownersText(app, job, current)
  const decided = current.why === 'hand' ? ', as somebody has decided' : ''
  if (target && decided) return decidedText(owners)
  const compared = target && compareOwners(current, target)
  if (compared && compared.added.length === 0)
    return `stays a picture of ${owners}, though it is only planned for ${await peopleText(app, job, compared.both)}. If that is right, import again with --move`
  if (compared && compared.lost.length === 0)
    return `was left out: it is a picture of ${owners}, and also planned for ${await peopleText(app, job, compared.added)}. If that is right, import again with --move`
  const remedy = target ? 'import again with --move' : '"jobs pictures" moves it'
  return `was left out: it is already a picture of ${owners}${decided}. If that was wrong, ${remedy}`
}

/** Why a picture stays with those to whom a person has given it; they are named in words. */
export const decidedText = (owners: string): string =>
  `was left out: it is already a picture of ${owners || 'nobody'}, as somebody has decided. If that was wrong, import again with --move`

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

/** From whom to whom a picture moved, or who got it, too; null if it was of nobody, or stays whose it is. */
export async function movedText(app: App, job: Job, { before, after }: AssignmentChange): Promise<string | null> {
  const lost = lostBy(before, after)
  const compared = compareOwners(before, after)
  if (!lost && compared && compared.added.length > 0)
    return `is a picture of ${await peopleText(app, job, compared.added)} now, too`
  if (!lost) return null
  const losers = await ownersText(app, job, lost)
  if (after.to === 'unmatched') return `was taken from ${losers}, and is a picture of nobody now`
  const owners = await ownersText(app, job, after)
  if (compared?.added.length === 0) return `was taken from ${losers}, and is only a picture of ${owners} now`
  return `was moved from ${losers} to ${owners}`
}

/** Who of the people of a picture it is planned for as well, who not, and for whom besides; null if either is of groups or of nobody. */
function compareOwners(before: AssignmentTarget, after: AssignmentTarget) {
  if (before.to !== 'subjects' || after.to !== 'subjects') return null
  const [one, other] = [uuidsOf(before), uuidsOf(after)]
  return { both: [...one.intersection(other)], lost: [...one.difference(other)], added: [...other.difference(one)] }
}

const uuidsOf = ({ subjects }: { subjects: readonly { uuid: string }[] }) => new Set(subjects.map(({ uuid }) => uuid))

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
  return peopleText(app, job, assignment.to === 'subjects' ? assignment.subjects.map(({ uuid }) => uuid) : [])
}

async function peopleText(app: App, job: Job, uuids: readonly string[]): Promise<string> {
  const projection = { uuid: 1, name: 1, key: 1 }
  const found = await subjectsOf(app, job.provider)
    .find({ uuid: { $in: [...uuids] } }, { projection })
    .toArray()
  const textOf = new Map(found.map(({ uuid, name, key }) => [uuid, `${name} ("${key}")`]))
  return uuids.map((uuid) => textOf.get(uuid) ?? 'somebody deleted').join(' and ')
}
