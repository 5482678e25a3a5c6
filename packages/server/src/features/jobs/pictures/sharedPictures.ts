import type { App } from '../../../platform/app.ts'
import { changeFields } from '../../../platform/db/changeFields.ts'
import { type Job, picturesOf, type Subject } from '../collection.ts'
import type { Picture, PictureDecision } from '../picture.ts'
import { peopleIn } from '../withholding.ts'
import { withdrawPicture } from './assignPicture.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

type DecisionAfterDeletion = { decision: PictureDecision | null; hasDeleted: true | null }

/** Whether a subject is in a picture, as far as it is known. */
export const isPictureOf = (picture: Picture, subject: Pick<Subject, 'uuid' | 'group'>): boolean =>
  peopleIn(picture, [subject]).length > 0

/** Whether a picture is of nobody else. */
export function isTheirsAlone({ assignment, faces, pictured }: Picture, uuid: string): boolean {
  const isOthersFace = faces.some(({ subject }) => subject !== undefined && subject !== uuid)
  if (pictured?.some((each) => each !== uuid)) return false
  return assignment.to === 'subjects' && !isOthersFace && assignment.subjects.every((each) => each.uuid === uuid)
}

/**
 * Hides pictures with others from everybody because somebody in them is deleted: afterwards nothing says any more who it was. Also one that
 * was released: that was decided about objections, not about a deletion. Returns how many are hidden now.
 */
export async function hideFromAll(app: App, subject: Subject, pictures: readonly Picture[]): Promise<number> {
  const { provider, jobUuid } = subject
  let hidden = 0
  for (const picture of pictures.filter(({ assignment }) => assignment.to !== 'rejected')) {
    const key = { uuid: picture.uuid, jobUuid }
    await changeFields<Picture, DecisionAfterDeletion>(picturesOf(app, provider), key, ({ decision }) => {
      if (decision?.is === 'hidden') return { hasDeleted: true }
      const hiding = { is: 'hidden' as const, reason: 'somebody in it was deleted', by: null }
      return { hasDeleted: true, decision: { ...hiding, at: app.clock(), objections: [] } }
    })
    hidden++
  }
  return hidden
}

/** The objections of a decision that are not this subject's, see `objectionKey`. */
function objectionsWithout({ objections }: PictureDecision, subject: string): string[] {
  return objections.filter((each) => !each.startsWith(`${subject} `))
}

type WhatNamesPeople = Pick<Picture, 'faces'> & { decision: PictureDecision | null; pictured: string[] | null }

/** Removes a subject from a picture with others: from its assignment, its faces, and its decision. */
export async function leavePicture(app: App, job: JobKey, picture: string, subject: string): Promise<void> {
  await withdrawPicture(app, job, picture, [{ uuid: subject }], { why: 'hand', by: null, at: app.clock() })
  const key = { uuid: picture, jobUuid: job.uuid }
  await changeFields<Picture, WhatNamesPeople>(picturesOf(app, job.provider), key, ({ faces, decision, pictured }) => ({
    faces: faces.map(({ subject: whose, ...face }) =>
      whose && whose !== subject ? { ...face, subject: whose } : face,
    ),
    ...(pictured && { pictured: pictured.filter((each) => each !== subject) }),
    ...(decision && { decision: { ...decision, objections: objectionsWithout(decision, subject) } }),
  }))
}
