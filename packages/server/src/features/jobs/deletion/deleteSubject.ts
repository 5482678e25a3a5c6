import type { App } from '../../../platform/app.ts'
import { recordDeletion } from '../../../platform/deletions/journal.ts'
import type { DeletionEntry, RepeatDeletion } from '../../../platform/feature.ts'
import { findProvider } from '../../../platform/provider/collection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { forgetDeliveredJobs, type Job, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { recordContentChange } from '../jobCounts.ts'
import type { Picture } from '../picture.ts'
import { picturesToPrint } from '../pictures/picturesToPrint.ts'
import { deleteStoredPicture } from '../pictures/pictureVersions.ts'
import { hideFromAll, isPictureOf, isTheirsAlone, leavePicture } from '../pictures/sharedPictures.ts'
import { requirePerson, whileChangingPeople } from '../subjects/changePeople.ts'
import { changeSubject } from '../subjects/changeSubject.ts'
import { rememberDeleted } from '../subjects/deletedPeople.ts'
import { mergedInto } from '../subjects/mergedSubjects.ts'
import { everybodyOf, SUBJECT } from './everybody.ts'
import { renameFilesOf } from './fileNamesOfPerson.ts'
import { forgetEverywhere } from './forgetEverywhere.ts'
import { forgetReasons } from './reasonsOfPerson.ts'

/** What was deleted, and what stays. With pictures to print nothing was changed. */
export type SubjectDeletion =
  | { outcome: 'unknown' }
  | { outcome: 'to print'; pictures: number }
  | { outcome: 'deleted'; entries: DeletionEntry[] }

/**
 * Deletes a subject with everything that is stored about it. First it stops being visible; its own document goes last, so that a deletion
 * that was interrupted is finished by repeating it. Ordered pictures have to be printed or refunded before.
 */
export async function deleteSubject(
  app: App,
  provider: Provider,
  { uuid: jobUuid }: Pick<Job, 'uuid'>,
  uuid: string,
): Promise<SubjectDeletion> {
  const job = { provider: provider.key, uuid: jobUuid }
  const start = await beginDeletion(app, job, uuid)
  if (start.outcome !== 'begun') return start
  const { uuids } = start
  const ids = uuids.map((each) => `${jobUuid} ${each}`)
  const entries = await recordDeletion(app, { provider: provider.key, kind: SUBJECT, ids }, () =>
    eraseAll(app, provider, job, uuids),
  )
  app.log.info({ provider: provider.key, job: jobUuid, subject: uuid }, 'a subject was deleted')
  return { outcome: 'deleted', entries }
}

type DeletionStart = Exclude<SubjectDeletion, { outcome: 'deleted' }> | { outcome: 'begun'; uuids: string[] }

/**
 * Marks somebody, and all who are one person with them, while nobody else changes people of the job: from then on nobody sees them, changes them
 * or makes them one with others. Throws CommandError, and then nothing was changed, if they are one with somebody else by now.
 */
function beginDeletion(app: App, job: Pick<Job, 'provider' | 'uuid'>, uuid: string): Promise<DeletionStart> {
  return whileChangingPeople(app, job, 'delete-subject', async () => {
    const subject = await subjectsOf(app, job.provider).findOne({ uuid, jobUuid: job.uuid })
    if (!subject) return { outcome: 'unknown' }
    if (!subject.deleting) await requirePerson(app, job, uuid)
    // those who are one person with them first
    const uuids = [...(await mergedInto(app, subject)), uuid]
    // Of all: a picture may have been somebody else's when it was ordered.
    const everybody = await everybodyOf(app, job)
    const printable = await picturesToPrint(app, job.provider, everybody)
    const own = (await picturesWith(app, subject)).filter((picture) => isTheirsAlone(picture, uuid))
    const waiting = own.filter((picture) => printable.has(picture.uuid)).length
    if (waiting > 0) return { outcome: 'to print', pictures: waiting }
    for (const each of uuids) await markDeleting(app, job, each)
    return { outcome: 'begun', uuids }
  })
}

/** Deletes a subject that was deleted after the backup, printed or not: it was printed then. */
export const repeatSubjectDeletion: Readonly<Record<string, RepeatDeletion>> = {
  [SUBJECT]: async (app, { provider: key, id }) => {
    const [jobUuid = '', uuid = ''] = id.split(' ')
    const provider = await findProvider(app, key)
    const subject = await subjectsOf(app, key).findOne({ uuid, jobUuid })
    if (provider && subject) await erase(app, provider, subject)
  },
}

/** One person, whatever the number of subjects: the receipt adds them up. */
async function eraseAll(
  app: App,
  provider: Provider,
  job: Pick<Job, 'uuid'>,
  uuids: readonly string[],
): Promise<DeletionEntry[]> {
  const entries = new Map<string, DeletionEntry>()
  for (const uuid of uuids) {
    const subject = await subjectsOf(app, provider.key).findOne({ uuid, jobUuid: job.uuid })
    for (const entry of subject ? await erase(app, provider, subject) : []) {
      entries.set(entry.what, { ...entry, count: entry.count + (entries.get(entry.what)?.count ?? 0) })
    }
  }
  return [...entries.values()]
}

async function erase(app: App, provider: Provider, subject: Subject): Promise<DeletionEntry[]> {
  const { uuid, jobUuid } = subject
  const job = { provider: provider.key, uuid: jobUuid }
  await markDeleting(app, job, uuid)
  await rememberDeleted(app, subject)
  const pictures = await picturesWith(app, subject)
  const own = pictures.filter((picture) => isTheirsAlone(picture, uuid))
  const shared = pictures.filter((picture) => !isTheirsAlone(picture, uuid))
  const hidden = await hideFromAll(app, subject, shared)
  const entries = await forgetEverywhere(app, provider, {
    job: jobUuid,
    subjects: [uuid],
    pictures: own.map((picture) => picture.uuid),
  })
  for (const picture of own) {
    await deleteStoredPicture(app, picture)
  }
  for (const picture of shared) await leavePicture(app, job, picture.uuid, uuid)
  const renamed = await renameFilesOf(app, subject)
  const reasons = await forgetReasons(app, subject)
  await subjectsOf(app, provider.key).deleteOne({ uuid, jobUuid })
  await recordContentChange(app, job)
  forgetDeliveredJobs(app)
  return [
    { what: 'person with contacts and answers', count: 1 },
    { what: 'picture', count: own.length },
    ...entries,
    { what: 'name of a file of others', count: renamed },
    { what: 'reason that named the person', count: reasons },
    { what: 'picture with others', count: hidden, stays: HIDDEN },
  ]
}

const HIDDEN =
  'hidden from everybody until you decide with "jobs decide-group", and deleted with the pictures of the job'

/** Nobody sees the subject any more, or brings it back. The history of the subject is deleted with it. */
async function markDeleting(app: App, job: Pick<Job, 'provider' | 'uuid'>, uuid: string): Promise<void> {
  const now = app.clock()
  await changeSubject(app, job, uuid, null, ({ withdrawn, deleting }) => ({
    deleting: deleting ?? { at: now },
    // A new value, so that whoever restores the subject at this moment has to look again.
    withdrawn: deleting && withdrawn ? withdrawn : { at: now, by: null },
  }))
}

/** The pictures that show a subject, as far as it is known. */
async function picturesWith(app: App, subject: Subject): Promise<Picture[]> {
  const pictures = await picturesOf(app, subject.provider).find({ jobUuid: subject.jobUuid }).toArray()
  return pictures.filter((picture) => isPictureOf(picture, subject))
}
