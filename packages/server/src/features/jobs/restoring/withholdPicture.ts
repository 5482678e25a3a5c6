import type { App } from '../../../platform/app.ts'
import { type Job, picturesOf } from '../collection.ts'
import { followMerges } from '../followMerges.ts'
import type { Assignment, AssignmentSource, Picture } from '../picture.ts'
import { removeSubjects, replaceTarget } from '../pictures/assignment.ts'
import { changeAssignment } from '../pictures/assignPicture.ts'
import { changePicture } from '../pictures/changePicture.ts'
import {
  DECISION,
  FILE,
  fileName,
  findViewers,
  HIDDEN,
  isSeenBy,
  RELEASE,
  type Viewer,
} from '../sights/pictureSight.ts'
import { RESTORED } from '../subjects/restoredClass.ts'
import type { JobEntries } from './jobEntries.ts'

/** Withholds a picture under one of the names of its sight. Returns whether it was visible. */
export async function withholdPicture(
  app: App,
  job: Job,
  [uuid = '', name = '']: readonly string[],
  entries: JobEntries,
): Promise<boolean> {
  const picture = await picturesOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid })
  if (!picture) return false
  const isOfFields = name === HIDDEN || name === DECISION || name === RELEASE || name.startsWith(FILE)
  if (!isOfFields) return takeFrom(app, job, picture, name, entries)
  return isVisibleAs(picture, name) ? hide(app, job, picture, entries) : false
}

function isVisibleAs(picture: Picture, name: string): boolean {
  if (picture.hidden || picture.decision?.is === 'hidden') return false
  if (name === RELEASE) return picture.decision?.is === 'released'
  return name.startsWith(FILE) ? name === fileName(picture) : true
}

async function hide(app: App, job: Job, { uuid }: Picture, entries: JobEntries): Promise<boolean> {
  const hidden = { at: app.clock(), by: null, reason: RESTORED }
  const changed = await changePicture(
    app,
    job,
    uuid,
    () => ({ hidden }),
    (current, made) => entries('hide').recordPictureFields(current, made),
  )
  return changed !== null
}

/** Whose it became is not in the journal: it stays the picture of those who have not lost it, and is nobody's if there are none. */
async function takeFrom(app: App, job: Job, { uuid }: Picture, subject: string, entries: JobEntries): Promise<boolean> {
  const all = await findViewers(app, job)
  const loser = all.find((each) => each.uuid === subject)
  const source = { why: 'hand' as const, by: null, at: app.clock() }
  const changed = await changeAssignment(
    app,
    job,
    uuid,
    (current) => (loser && isSeenBy(current, loser, all) ? assignmentWithout(current, loser, all, source) : null),
    (picture, change) => entries('move').recordPicture(picture, change),
  )
  return changed !== null
}

function assignmentWithout(
  current: Assignment,
  loser: Viewer,
  all: readonly Viewer[],
  source: AssignmentSource,
): Assignment | null {
  const uuids = [loser.uuid, followMerges(loser, all).uuid]
  if (current.to !== 'groups') return removeSubjects(current, uuids, source)
  const { groups, without = [] } = current
  const rest = { to: 'groups' as const, groups, without: [...without, ...uuids] }
  // Whoever joins the class later must not see what all have lost.
  const isForOthers = all.some((viewer) => isSeenBy(rest, viewer, all))
  return replaceTarget(current, isForOthers ? rest : { to: 'unmatched' }, source)
}
