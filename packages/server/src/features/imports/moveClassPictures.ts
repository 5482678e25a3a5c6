import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { AssignmentSource } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment } from '../jobs/pictures/assignPicture.ts'
import type { MovedClassPicture } from './classPictures.ts'

type Moving = { pictures: readonly MovedClassPicture[]; by: string | null; history: CorrectionRecord }

/**
 * Takes the pictures of changed classes from everybody, before their people change: in between, somebody would see the picture of another class.
 * Safe to repeat.
 */
export async function takeClassPictures(app: App, job: Job, { pictures, by, history }: Moving): Promise<void> {
  for (const { uuid } of pictures) {
    await changeAssignment(
      app,
      job,
      uuid,
      (current) => (current.to === 'groups' ? replaceTarget(current, { to: 'unmatched' }, sourceOf(app, by)) : null),
      // Most of them have it again in a moment.
      (picture, { before, after }) => history.record(picture, before, after, { isPassing: true }),
    )
  }
}

/** Gives them to the classes as they are now, without those who are not in them. Safe to repeat. */
export async function giveClassPictures(app: App, job: Job, { pictures, by, history }: Moving): Promise<void> {
  for (const { uuid, groups, people } of pictures) {
    const members = await subjectsOf(app, job.provider)
      .find({ jobUuid: job.uuid, group: { $in: groups } }, { projection: { uuid: 1 } })
      .toArray()
    const without = members.flatMap((member) => (people.includes(member.uuid) ? [] : member.uuid))
    await changeAssignment(
      app,
      job,
      uuid,
      (current) =>
        current.to === 'unmatched'
          ? replaceTarget(current, { to: 'groups', groups, without }, sourceOf(app, by))
          : null,
      (picture, { before, after }) => history.record(picture, before, after),
    )
  }
}

/** No import gives it to anybody else. */
const sourceOf = (app: App, by: string | null): AssignmentSource => ({ why: 'hand', by, at: app.clock() })
