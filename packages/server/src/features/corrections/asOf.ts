import type { App } from '../../platform/app.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import type { Picture } from '../jobs/picture.ts'
import { correctionStepsOf, correctionsOf, type SubjectStep, subjectStepsOf } from './collection.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** What decides who sees a picture. */
export type AssignedPicture = Pick<Picture, 'uuid' | 'assignment'> & Partial<Pick<Picture, WhoIsIn>>

/** What says who is in a picture besides those whose it is; as it is now. */
type WhoIsIn = 'faces' | 'hasDeleted' | 'pictured'

/** The people of a job as they were just before a time, as far as its history says, which is stored for 30 days. */
export async function membersAt(app: App, { provider, uuid: jobUuid }: JobKey, at: Date): Promise<Subject[]> {
  const [members, steps] = await Promise.all([
    subjectsOf(app, provider).find({ jobUuid }).toArray(),
    subjectStepsOf(app, provider)
      .find({ jobUuid, at: { $gte: at } })
      .sort({ at: 1 })
      .toArray(),
  ])
  const later = Map.groupBy(steps, ({ subject }) => subject)
  return members.map((member) => ({ ...member, ...earliestFields(later.get(member.uuid) ?? []) }))
}

/** Of each field what it was before the first of these steps. */
function earliestFields(steps: readonly SubjectStep[]): Partial<Subject> {
  const fields: SubjectStep['before'] = {}
  for (const { before } of steps.toReversed()) Object.assign(fields, before)
  return fields
}

/** Whose the pictures of a job were just before a time; those that were added later are left out. */
export async function picturesAt(app: App, job: JobKey, at: Date): Promise<AssignedPicture[]> {
  const [pictures, steps] = await Promise.all([
    picturesOf(app, job.provider)
      .find({ jobUuid: job.uuid }, { projection: { uuid: 1, assignment: 1, faces: 1, hasDeleted: 1, pictured: 1 } })
      .toArray(),
    assignmentSteps(app, job, at),
  ])
  const first = new Map(steps.toReversed().map((step) => [step.picture, step]))
  return pictures.flatMap((picture) => {
    const step = first.get(picture.uuid)
    if (!step) return [picture]
    return step.before ? [{ ...picture, assignment: step.before }] : []
  })
}

/** Every assignment that the pictures of a job have or had, as far as the history says. */
export async function assignmentsEver(app: App, job: JobKey): Promise<AssignedPicture[]> {
  const steps = await assignmentSteps(app, job, new Date(0))
  const present = await picturesAt(app, job, app.clock())
  return [
    ...present,
    ...steps.flatMap(({ picture: uuid, before, after }) =>
      [before, after].flatMap((assignment) => (assignment ? [{ uuid, assignment }] : [])),
    ),
  ]
}

async function assignmentSteps(app: App, { provider, uuid: jobUuid }: JobKey, from: Date) {
  const corrections = await correctionsOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1 } })
    .toArray()
  const steps = await correctionStepsOf(app, provider)
    .find({ correction: { $in: corrections.map(({ uuid }) => uuid) }, at: { $gte: from } })
    .sort({ at: 1 })
    .toArray()
  return steps.filter(({ fields }) => fields === undefined)
}
