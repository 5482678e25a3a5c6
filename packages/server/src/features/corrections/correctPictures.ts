import type { App } from '../../platform/app.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import type { AssignmentSource, Picture } from '../jobs/picture.ts'
import {
  type AssignmentChange,
  assignPicture,
  type NewOwners,
  type RecordChange,
  rejectPicture,
  sharePicture,
} from '../jobs/pictures/assignPicture.ts'
import { listWithheldPictures, type WithheldPicture } from '../jobs/pictures/decidePicture.ts'
import { requirePerson, whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { recordCorrection } from './recordCorrection.ts'

/** What happens to pictures: they become those of people, of groups or of nobody yet, of more people than before, or are nobody's ever. */
export type PictureCorrection =
  | { command: 'move'; owners: NewOwners }
  | { command: 'add'; subjects: readonly Subject[] }
  | { command: 'reject' }

/** A picture with whose it was and whose it is: whoever lost it does not see it from the next second on. */
export type CorrectedPicture = AssignmentChange & { picture: Picture }

export type CorrectedPictures = {
  /** In the job's history; null if nothing changed. */
  number: number | null
  changed: CorrectedPicture[]
  /** Those of them that nobody sees now, because somebody in them objects or they are hidden. */
  withheld: WithheldPicture[]
}

/**
 * Changes whose pictures of a job are, each in one write: nobody sees one in between, and orders stay as they were ordered. Everything is in
 * the job's history under one number, which is null if nothing changed. Throws CommandError, and then nothing was changed, if somebody who would have
 * them is not there any more, or is one person with somebody else by now. Safe to repeat after a crash.
 */
export function correctPictures(
  app: App,
  job: Job,
  pictures: readonly Picture[],
  correction: PictureCorrection,
  by: string | null,
): Promise<CorrectedPictures> {
  return whileChangingPeople(app, job, `pictures … ${correction.command}`, async ({ renew }) => {
    for (const { uuid } of newOwnersOf(correction)) await requirePerson(app, job, uuid)
    const corrected = await correctAlone(app, job, pictures, correction, { by, renew })
    return { ...corrected, withheld: await findWithheld(app, job, corrected.changed) }
  })
}

/** Those of the pictures that nobody sees now: more people are in one than before, who may object to it. */
async function findWithheld(app: App, job: Job, changed: readonly CorrectedPicture[]): Promise<WithheldPicture[]> {
  const uuids = changed.flatMap(({ picture, after }) =>
    after.to === 'subjects' || after.to === 'groups' ? [picture.uuid] : [],
  )
  const current = await jobsOf(app, job.provider).findOne({ uuid: job.uuid })
  if (!current || uuids.length === 0) return []
  const all = await listWithheldPictures(app, current)
  return all.filter(({ picture }) => uuids.includes(picture.uuid))
}

function newOwnersOf(correction: PictureCorrection): readonly Subject[] {
  if (correction.command === 'add') return correction.subjects
  return correction.command === 'move' && correction.owners.to === 'subjects' ? correction.owners.subjects : []
}

async function correctAlone(
  app: App,
  job: Job,
  pictures: readonly Picture[],
  correction: PictureCorrection,
  { by, renew }: { by: string | null; renew: () => Promise<void> },
): Promise<Omit<CorrectedPictures, 'withheld'>> {
  const history = recordCorrection(app, job, { command: correction.command, by })
  const record: RecordChange = (uuid, { before, after }) => history.record(uuid, before, after)
  const source = { why: 'hand' as const, by, at: app.clock() }
  const changed: CorrectedPicture[] = []
  for (const picture of pictures) {
    await renew()
    const change = await correct(app, job, picture.uuid, correction, source, record)
    if (change) changed.push({ picture, ...change })
  }
  return { number: await history.number(), changed }
}

function correct(
  app: App,
  job: Job,
  uuid: string,
  correction: PictureCorrection,
  source: AssignmentSource,
  record: RecordChange,
): Promise<AssignmentChange | null> {
  switch (correction.command) {
    case 'move':
      return assignPicture(app, job, uuid, correction.owners, source, record)
    case 'add':
      return sharePicture(app, job, uuid, correction.subjects, source, record)
    case 'reject':
      return rejectPicture(app, job, uuid, source, record)
  }
}

/** Which pictures a list shows. */
export type PictureFilter = { to?: 'unmatched' | 'rejected' | 'groups'; isHidden?: true; subject?: Subject }

/** A page of the pictures of a job by uuid, after the last one of the page before. */
export async function listPictures(
  app: App,
  job: Job,
  { to, isHidden, subject }: PictureFilter,
  { after, limit }: { after?: string; limit: number },
): Promise<Picture[]> {
  return picturesOf(app, job.provider)
    .find({
      jobUuid: job.uuid,
      ...(to && { 'assignment.to': to }),
      ...(isHidden && { hidden: { $ne: null } }),
      ...(subject && { 'assignment.subjects.uuid': subject.uuid }),
      ...(after !== undefined && { uuid: { $gt: after } }),
    })
    .sort({ uuid: 1 })
    .limit(limit)
    .toArray()
}

/** Everybody of a job with these uuids, by uuid. */
export async function subjectsByUuid(app: App, job: Job, uuids: readonly string[]): Promise<Map<string, Subject>> {
  const found = await subjectsOf(app, job.provider)
    .find({ uuid: { $in: [...new Set(uuids)] } })
    .toArray()
  return new Map(found.map((subject) => [subject.uuid, subject]))
}
