import type { App } from '../../../platform/app.ts'
import type { FieldChange } from '../../../platform/db/changeFields.ts'
import type { SightThing } from '../../../platform/deletions/withheld.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import { type Assignment, type AssignmentTarget, isAssignedTo, type Picture } from '../picture.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/**
 * The kind under which it is recorded that a picture is withheld, by job, picture and a name: the uuid of somebody who lost it, or one of those
 * below. A restored backup must not show it again.
 */
export const PICTURE_SIGHT = 'picture-sight'
/** From everybody: by hand, by a decision, or because a release was revoked. */
export const HIDDEN = 'hidden'
export const DECISION = 'decision'
export const RELEASE = 'release'
/** As it was before it was replaced, by the version of its file. */
export const FILE = 'file:'

/** How the version of the file with which a picture was imported is recorded. */
export const fileName = ({ version }: Pick<Picture, 'version'>) => `${FILE}${version ?? 'first'}`

export const pictureSight = ({ uuid }: Pick<Job, 'uuid'>, picture: string): SightThing => ({
  kind: PICTURE_SIGHT,
  ids: `${uuid} ${picture}`,
})

/** A subject as far as it says which pictures they see. */
export type Viewer = Pick<Subject, 'uuid' | 'group' | 'merged'>

/** Everybody of a job, as they see pictures. */
export function findViewers(app: App, job: JobKey): Promise<Viewer[]> {
  return subjectsOf(app, job.provider)
    .find({ jobUuid: job.uuid }, { projection: { uuid: 1, group: 1, merged: 1 } })
    .toArray()
}

/** Whether somebody, or whom they are one person with, has a picture. */
export function isSeenBy(assignment: AssignmentTarget, viewer: Viewer, all: readonly Viewer[]): boolean {
  return isAssignedTo(assignment, viewer) || isAssignedTo(assignment, followMerges(viewer, all))
}

const isOfSomebody = ({ to }: AssignmentTarget) => to === 'subjects' || to === 'groups'

/** The names of those who lose a picture by a new assignment. */
export async function losersOf(
  app: App,
  job: JobKey,
  { before, after }: { before: Assignment; after: Assignment },
): Promise<string[]> {
  if (!isOfSomebody(before)) return []
  const all = await findViewers(app, job)
  const lost = all.filter((viewer) => isSeenBy(before, viewer, all) && !isSeenBy(after, viewer, all))
  return lost.map(({ uuid }) => uuid)
}

/** Those of these names that are not withheld any more, as they are of people who have the picture now. */
export async function gainersOf(app: App, job: JobKey, after: Assignment, names: readonly string[]): Promise<string[]> {
  if (!isOfSomebody(after)) return []
  const all = await findViewers(app, job)
  const gained = new Set(all.filter((viewer) => isSeenBy(after, viewer, all)).map(({ uuid }) => uuid))
  return names.filter((name) => gained.has(name))
}

type Fields = Partial<{ [Name in 'hidden' | 'decision' | 'version']: Picture[Name] }>
export type PictureSightChange = FieldChange<Fields>

/** What a change of other fields of a picture withholds. */
export function withheldByFields({ before, after }: PictureSightChange): string[] {
  const isRevoked = before.decision?.is === 'released' && after.decision?.is !== 'released'
  return [
    ...(after.hidden ? [HIDDEN] : []),
    ...(after.decision?.is === 'hidden' ? [DECISION] : []),
    ...(isRevoked ? [RELEASE] : []),
    ...('version' in after ? [fileName(before)] : []),
  ]
}

/** Whether such a change shows what is withheld under a name. */
export function isVisibleByFields(name: string, { after }: PictureSightChange): boolean {
  if (name === HIDDEN) return 'hidden' in after && !after.hidden
  if (name === DECISION) return 'decision' in after && after.decision?.is !== 'hidden'
  if (name === RELEASE) return after.decision?.is === 'released'
  return 'version' in after && name === fileName(after)
}

/** The pictures of classes that somebody loses and gets by joining another class. */
export async function classPicturesOf(
  app: App,
  job: JobKey,
  uuid: string,
  { before, after }: FieldChange<{ group: string }>,
): Promise<{ lost: string[]; gained: string[] }> {
  const { group: from } = before
  const { group: to } = after
  if (from == null || to == null) return { lost: [], gained: [] }
  const pictures = await picturesOf(app, job.provider)
    .find({ jobUuid: job.uuid, 'assignment.to': 'groups' }, { projection: { uuid: 1, assignment: 1 } })
    .toArray()
  const uuidsSeen = (group: string, other: string) =>
    pictures
      .filter(
        ({ assignment }) =>
          isAssignedTo(assignment, { uuid, group }) && !isAssignedTo(assignment, { uuid, group: other }),
      )
      .map((picture) => picture.uuid)
  return { lost: uuidsSeen(from, to), gained: uuidsSeen(to, from) }
}
