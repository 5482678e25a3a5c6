import { deletePicture } from '../../../imaging/derivatives/pictureFiles.ts'
import type { App } from '../../../platform/app.ts'
import { picturesOf, subjectsOf } from '../collection.ts'
import type { Picture } from '../picture.ts'
import { findPersons } from '../subjects/mergedSubjects.ts'
import { replaceTarget } from './assignment.ts'
import { changeAssignment, type RecordChange } from './assignPicture.ts'

/**
 * Must be called after a new picture of people was stored who were read before: whoever has become one person with somebody else since gets it as
 * that one, and a picture of somebody who was deleted since is deleted. Returns whether it is still there.
 */
export async function settlePicture(app: App, picture: Picture, record: RecordChange): Promise<boolean> {
  const { provider, uuid, jobUuid, assignment } = picture
  if (assignment.to !== 'subjects') return true
  const job = { provider, uuid: jobUuid }
  const owners = assignment.subjects.map((each) => each.uuid)
  const found = await subjectsOf(app, provider)
    .find({ jobUuid, uuid: { $in: owners } }, { projection: { uuid: 1, merged: 1, deleting: 1 } })
    .toArray()
  if (found.length < owners.length || found.some(({ deleting }) => deleting)) {
    await picturesOf(app, provider).deleteOne({ uuid, jobUuid })
    await deletePicture(app.blobs, picture)
    return false
  }
  if (found.every(({ merged }) => !merged)) return true
  const personOf = await findPersons(app, job, [])
  await changeAssignment(
    app,
    job,
    uuid,
    (current) => {
      if (current.to !== 'subjects') return null
      const subjects = current.subjects.map((each) => ({ ...each, uuid: personOf(each.uuid) }))
      const { why, by, at } = current
      return replaceTarget(current, { to: 'subjects', subjects }, { why, by, at })
    },
    record,
  )
  return true
}
