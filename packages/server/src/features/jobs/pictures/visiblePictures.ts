import type { Filter } from 'mongodb'
import type { App } from '../../../platform/app.ts'
import { findProvider } from '../../../platform/provider/collection.ts'
import { findObjectors, jobsOf, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { isDeleted } from '../days.ts'
import { isAssignedTo, type Picture } from '../picture.ts'
import { isHidden } from '../subjectState.ts'
import { withheldFrom } from '../withholding.ts'

/**
 * The uuids of a subject's pictures: those that it shows now (`open`), and with them those that somebody in them objects to
 * (`paid`), which only those still see who have bought them, each with the version of its file.
 */
export type VisiblePictures = {
  open: ReadonlySet<string>
  paid: ReadonlyMap<string, string | null>
  /** The uuid of the subject who is the same person, and has the pictures. */
  mergedInto?: string
}

const NONE: VisiblePictures = { open: new Set(), paid: new Map() }

/**
 * The pictures that a subject shows now, read from the database: for access that must end as soon as a picture is assigned to
 * somebody else, the subject is withdrawn, somebody in it objects, or the pictures of the job are withheld or deleted.
 */
export async function findVisiblePictures(app: App, provider: string, uuid: string): Promise<VisiblePictures> {
  const projection = { jobUuid: 1, uuid: 1, group: 1, withdrawn: 1, hidden: 1, merged: 1 }
  const subject = await subjectsOf(app, provider).findOne({ uuid }, { projection })
  if (!subject) return NONE
  if (subject.merged) return { ...NONE, mergedInto: subject.merged.into }
  const [job, shop, found] = await Promise.all([
    jobsOf(app, provider).findOne({ uuid: subject.jobUuid, published: true }, { projection: JOB_FIELDS }),
    findProvider(app, provider),
    picturesOf(app, provider).find(picturesFilter(subject), { projection: PICTURE_FIELDS }).toArray(),
  ])
  if (!job || !shop || isDeleted(job, shop, app.clock()) || isHidden(subject, job)) return NONE
  const pictures = found.filter(({ assignment }) => isAssignedTo(assignment, subject))
  const withheld = withheldFrom(subject, pictures, await findObjectors(app, job), job)
  const open = pictures.map((picture) => picture.uuid).filter((each) => !withheld.has(each))
  const paid = new Map(pictures.map(({ uuid: picture, version = null }) => [picture, version]))
  return { open: new Set(open), paid }
}

const JOB_FIELDS = {
  provider: 1,
  uuid: 1,
  deletion: 1,
  hiddenGroups: 1,
  notAsked: 1,
  notAskedSince: 1,
  hasObjections: 1,
}
const PICTURE_FIELDS = {
  uuid: 1,
  version: 1,
  assignment: 1,
  faces: 1,
  decision: 1,
  hidden: 1,
  hasDeleted: 1,
  pictured: 1,
}

function picturesFilter({ uuid, jobUuid, group }: Subject): Filter<Picture> {
  return {
    $or: [{ 'assignment.subjects.uuid': uuid }, { jobUuid, 'assignment.to': 'groups', 'assignment.groups': group }],
  }
}
