import type { App } from '../../../platform/app.ts'
import { changeFields, type FieldChange } from '../../../platform/db/changeFields.ts'
import { requirePart } from '../../../platform/feature.ts'
import type { SubjectEntry, SubjectHistory } from '../../../platform/subjectHistory.ts'
import { forgetDeliveredJobs, type Job, jobsOf, type Subject, subjectsOf } from '../collection.ts'
import { JobDeletedError } from '../openJob.ts'
import { openPersonSight } from '../sights/personSight.ts'
import type { SubjectDetails } from '../subjectDetails.ts'
import type { SubjectState } from '../subjectState.ts'
import { requirePerson, whileChangingPeople } from './changePeople.ts'
import { withholdRestoredClass } from './restoredClass.ts'

/** The fields of a subject that may change; null for one that is missing. */
export type SubjectFields = Pick<Subject, 'key' | 'name' | 'group' | 'contact'> & {
  [Name in keyof (SubjectState & SubjectDetails)]-?: NonNullable<(SubjectState & SubjectDetails)[Name]> | null
}

/** A change of a subject: `before` is enough to reverse it. `number` is that of its entry in the job's history. */
export type SubjectChange = FieldChange<SubjectFields> & { number: number | null }

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** Begins the entry of a command in the history of a job, for `changeSubject`. */
export function subjectHistory(app: App, job: JobKey, entry: SubjectEntry): SubjectHistory {
  return requirePart(app.features, 'subjectHistory')(app, job, entry)
}

/**
 * Changes a person of a job by a command, which the history lists, while no other command changes people of the job. `change` gets the job as it
 * is then, and returns null to leave the person. Returns null if nothing changed. Throws CommandError, and then nothing was changed, if the
 * person is not there any more, or is one with somebody else by now.
 */
export function changePerson(
  app: App,
  job: JobKey,
  uuid: string,
  entry: SubjectEntry,
  change: (current: Subject, job: Job) => Partial<SubjectFields> | null,
): Promise<SubjectChange | null> {
  return whileChangingPeople(app, job, entry.command, async () => {
    await requirePerson(app, job, uuid)
    const stored = await jobsOf(app, job.provider).findOne({ uuid: job.uuid })
    if (!stored) throw new JobDeletedError()
    const history = subjectHistory(app, job, entry)
    // Never of a double, also if this process was stopped for so long that another one merges by now.
    const changed = await changeFound(app, job, { uuid, merged: null }, history, (current) => change(current, stored))
    if (!changed) await requirePerson(app, job, uuid)
    return changed
  })
}

/**
 * Changes a subject of a job in one write, which the history lists. `change` returns the new fields, or null to leave it; it is called
 * again if another process was faster. Returns null if nothing changed, or the job has no such subject.
 */
export function changeSubject(
  app: App,
  job: JobKey,
  uuid: string,
  history: SubjectHistory | null,
  change: (current: Subject) => Partial<SubjectFields> | null,
): Promise<SubjectChange | null> {
  return changeFound(app, job, { uuid }, history, change)
}

async function changeFound(
  app: App,
  job: JobKey,
  found: { uuid: string; merged?: null },
  history: SubjectHistory | null,
  change: (current: Subject) => Partial<SubjectFields> | null,
): Promise<SubjectChange | null> {
  const key = { ...found, jobUuid: job.uuid }
  const sight = openPersonSight(app, job, found.uuid)
  const changed = await changeFields<Subject, SubjectFields>(
    subjectsOf(app, job.provider),
    key,
    async (current) => {
      const fields = change(current)
      // First on the job: whoever reads it without that shows pictures in spite of the objection.
      if (mayObject(fields)) await recordObjections(app, job)
      if (fields?.group !== undefined && fields.group !== current.group)
        await withholdRestoredClass(app, job, fields.group)
      return fields
    },
    async (made) => {
      await history?.recordSubject(found.uuid, made)
      await sight.begin(made)
    },
  )
  if (!changed) return null
  forgetDeliveredJobs(app)
  await sight.end(changed)
  return { ...changed, number: (await history?.number()) ?? null }
}

function mayObject(fields: Partial<SubjectFields> | null): boolean {
  const answers = Object.values(fields?.consent ?? {})
  return (Boolean(fields?.withdrawn) && !fields?.merged) || answers.some((each) => each?.answer === 'no')
}

async function recordObjections(app: App, { provider, uuid }: JobKey): Promise<void> {
  await jobsOf(app, provider).updateOne({ uuid, hasObjections: { $ne: true } }, { $set: { hasObjections: true } })
}
