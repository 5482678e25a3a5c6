import { randomUUID } from 'node:crypto'
import { FAVORITE } from '@portraitkit/core/jobs/picture.ts'
import { forgetDeliveredJobs, picturesOf, type Subject } from '../features/jobs/collection.ts'
import type { AssignmentTarget, DeliveredPicture, Picture } from '../features/jobs/picture.ts'
import type { App } from '../platform/app.ts'

/** A picture of a job as it is stored, from what its families see. */
export function aStoredPicture(
  { provider, jobUuid }: Pick<Subject, 'provider' | 'jobUuid'>,
  delivered: DeliveredPicture,
  target: AssignmentTarget,
): Picture {
  const { pictureType: _type, groupPicture: _isGroup, groups: _groups, keywords, face: _face, ...facts } = delivered
  const faces = facts.faces.map(({ own: _own, ...rectangle }) => rectangle)
  const source = { why: 'folder', by: 'import', at: new Date(0) } as const
  const isMarkedCover = keywords.includes(FAVORITE)
  return { ...facts, provider, jobUuid, faces, isMarkedCover, assignment: { ...target, ...source } }
}

/**
 * Makes these a subject's own pictures, and no others. One that is stored already is shared with those who have it; a sibling
 * picture is otherwise shared with somebody unknown.
 */
export async function givePictures(app: App, subject: Subject, delivered: readonly DeliveredPicture[]): Promise<void> {
  const pictures = picturesOf(app, subject.provider)
  await pictures.deleteMany({ 'assignment.subjects': { $size: 1 }, 'assignment.subjects.uuid': subject.uuid })
  await pictures.updateMany(
    { 'assignment.subjects.uuid': subject.uuid },
    { $pull: { 'assignment.subjects': { uuid: subject.uuid } } },
  )
  for (const picture of delivered) {
    const own = { uuid: subject.uuid, isCover: picture.keywords.includes(FAVORITE) }
    const { matchedCount } = await pictures.updateOne({ uuid: picture.uuid }, { $push: { 'assignment.subjects': own } })
    if (matchedCount > 0) continue
    const others = picture.pictureType === 'MGP' ? [{ uuid: randomUUID(), isCover: false }] : []
    await pictures.insertOne(aStoredPicture(subject, picture, { to: 'subjects', subjects: [own, ...others] }))
  }
  forgetDeliveredJobs(app)
}
