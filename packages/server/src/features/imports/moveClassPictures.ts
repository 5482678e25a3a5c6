import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import type { AssignmentSource, AssignmentTarget } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment } from '../jobs/pictures/assignPicture.ts'
import type { MovedClassPicture } from './classPictures.ts'

type Moving = { pictures: readonly MovedClassPicture[]; by: string | null; history: CorrectionRecord }

/**
 * Takes the pictures of classes that are others now from everybody, before their people change: in between, somebody would see the picture of
 * another class. Safe to repeat.
 */
export async function takeClassPictures(app: App, job: Job, { pictures, by, history }: Moving): Promise<void> {
  for (const { uuid, groups } of pictures) {
    await changeAssignment(
      app,
      job,
      uuid,
      (current) =>
        current.to === 'groups' && !isSame(current.groups, groups)
          ? replaceTarget(current, { to: 'unmatched' }, sourceOf(app, by))
          : null,
      // Those who move with their picture do not lose it.
      (picture, { before, after }) => history.record(picture, before, after, { isPassing: groups.length > 0 }),
    )
  }
}

/** Gives them to the classes as they are now. Safe to repeat. */
export async function giveClassPictures(app: App, job: Job, { pictures, by, history }: Moving): Promise<void> {
  for (const { uuid, groups } of pictures) {
    const target: AssignmentTarget = groups.length > 0 ? { to: 'groups', groups } : { to: 'unmatched' }
    await changeAssignment(
      app,
      job,
      uuid,
      (current) => (current.to === 'unmatched' ? replaceTarget(current, target, sourceOf(app, by)) : null),
      (picture, { before, after }) => history.record(picture, before, after),
    )
  }
}

/** No import gives it to anybody else. */
const sourceOf = (app: App, by: string | null): AssignmentSource => ({ why: 'hand', by, at: app.clock() })

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((group) => other.includes(group))
