import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import { type Job, subjectsOf } from '../jobs/collection.ts'
import type { AssignmentSource } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment } from '../jobs/pictures/assignPicture.ts'
import type { MovedClassPicture } from './classPictures.ts'

/** `at` marks those that are nobody's while their people change. */
type Moving = { pictures: readonly MovedClassPicture[]; by: string | null; at: Date; history: CorrectionRecord }

/**
 * Takes the pictures of changed classes from everybody, before their people change: in between, somebody would see the picture of another class.
 * Safe to repeat: what somebody has decided about a picture since then stays.
 */
export async function takeClassPictures(app: App, job: Job, { pictures, by, at, history }: Moving): Promise<void> {
  for (const { uuid, before } of pictures) {
    await changeAssignment(
      app,
      job,
      uuid,
      (current) =>
        current.to === 'groups' && isFrom(current, before)
          ? replaceTarget(current, { to: 'unmatched' }, { why: 'hand', by, at })
          : null,
      // Most of them have it again in a moment.
      (picture, { before, after }) => history.record(picture, before, after, { isPassing: true }),
    )
  }
}

/** Gives them to the classes as they are now, without those who are not in them. No import gives them to anybody else. Safe to repeat. */
export async function giveClassPictures(app: App, job: Job, { pictures, by, at, history }: Moving): Promise<void> {
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
        current.to === 'unmatched' && isFrom(current, at)
          ? replaceTarget(current, { to: 'groups', groups, without }, { why: 'hand', by, at: app.clock() })
          : null,
      (picture, { before, after }) => history.record(picture, before, after),
    )
  }
}

const isFrom = (current: AssignmentSource, at: Date | undefined) =>
  at === undefined || current.at.getTime() === at.getTime()
