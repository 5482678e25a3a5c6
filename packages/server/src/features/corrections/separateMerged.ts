import type { App } from '../../platform/app.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { disputeAgain, takeFromCode } from '../access/disputedCodes.ts'
import { endGrantsByCode } from '../access/endAccess.ts'
import { type Job, picturesOf } from '../jobs/collection.ts'
import type { Assignment, AssignmentSource } from '../jobs/picture.ts'
import { replaceTarget } from '../jobs/pictures/assignment.ts'
import { changeAssignment } from '../jobs/pictures/assignPicture.ts'
import { type SubjectStep, subjectStepsOf } from './collection.ts'
import type { CorrectionRecord } from './recordCorrection.ts'

/** Gives what features have moved in a merge back to the one who had it before. Done before that one is shown again. Safe to repeat. */
export async function separateMerged(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  steps: readonly SubjectStep[],
): Promise<void> {
  const provider = await findProvider(app, job.provider)
  const merged = steps.filter(({ after }) => after.merged)
  if (!provider || merged.length === 0) return
  for (const { name, mergeSubjects } of app.features.toReversed()) {
    for (const { subject, after, moved = [] } of merged) {
      const into = after.merged?.into ?? ''
      const own = moved.filter((each) => each.startsWith(`${name} `)).map((each) => each.slice(name.length + 1))
      await mergeSubjects?.separate?.(app, provider, { job: job.uuid, from: subject, into }, own)
    }
  }
  for (const { after } of merged) await disputeCodesSince(app, job, provider, after.merged)
}

/**
 * Whose line had a code that a list has given since is unknown: it opens nobody until somebody says whose it is, and who has entered it sees neither
 * until then.
 */
async function disputeCodesSince(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  provider: Provider,
  merged: SubjectStep['after']['merged'],
): Promise<void> {
  if (!merged) return
  const given = await subjectStepsOf(app, job.provider)
    .find({ subject: merged.into, at: { $gt: merged.at }, code: { $exists: true } })
    .toArray()
  for (const { code } of given) {
    if (code === undefined) continue
    // It may be a brother's or sister's, too, whose it stays.
    if (!(await disputeAgain(app, job, code, merged.into))) await takeFromCode(app, provider, code, merged.into)
    await endGrantsByCode(app, provider, { code, subject: merged.into, since: merged.at })
  }
}

/**
 * Takes the pictures that two got while they were one person from the one who is kept: whom they show is unknown. Those that the merge itself
 * has moved are given back by its steps. Returns the names of their files.
 */
export async function releasePictures(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  { subjectSteps, moved }: { subjectSteps: readonly SubjectStep[]; moved: readonly string[] },
  history: CorrectionRecord,
  by: string | null,
): Promise<string[]> {
  const released: string[] = []
  for (const { after } of subjectSteps) {
    if (!after.merged) continue
    const { into, at } = after.merged
    const theirs = { jobUuid: job.uuid, 'assignment.subjects.uuid': into, 'assignment.at': { $gt: at } }
    for (const { uuid, fileName } of await picturesOf(app, job.provider).find(theirs).toArray()) {
      if (moved.includes(uuid)) continue
      const change = await changeAssignment(
        app,
        job,
        uuid,
        (current) => withoutSubject(current, into, { why: current.why, by, at: app.clock() }),
        (picture, { before, after: next }) => history.record(picture, before, next),
      )
      if (change) released.push(fileName)
    }
  }
  return released
}

function withoutSubject(current: Assignment, uuid: string, source: AssignmentSource): Assignment | null {
  if (current.to !== 'subjects') return null
  const subjects = current.subjects.filter((each) => each.uuid !== uuid)
  return replaceTarget(current, subjects.length > 0 ? { to: 'subjects', subjects } : { to: 'unmatched' }, source)
}
