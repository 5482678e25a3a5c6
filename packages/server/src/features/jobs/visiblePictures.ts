import type { App } from '../../platform/app.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { jobsOf, picturesOf, subjectsOf } from './collection.ts'
import { isDeleted } from './days.ts'

/**
 * The uuids of the pictures that a subject shows now, read from the database: for access that must end as soon as a picture is
 * assigned to somebody else, or the pictures of the job are withheld or deleted.
 */
export async function findVisiblePictures(app: App, provider: string, uuid: string): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set()
  const subject = await subjectsOf(app, provider).findOne({ uuid }, { projection: { jobUuid: 1, group: 1 } })
  if (!subject) return none
  const { jobUuid, group } = subject
  const [job, shop, pictures] = await Promise.all([
    jobsOf(app, provider).findOne({ uuid: jobUuid, published: true }, { projection: { deletion: 1 } }),
    findProvider(app, provider),
    picturesOf(app, provider)
      .find(
        {
          $or: [
            { 'assignment.subjects.uuid': uuid },
            { jobUuid, 'assignment.to': 'groups', 'assignment.groups': group },
          ],
        },
        { projection: { uuid: 1 } },
      )
      .toArray(),
  ])
  if (!job || !shop || isDeleted(job, shop, app.clock())) return none
  return new Set(pictures.map((picture) => picture.uuid))
}
