import type { App } from '../../platform/app.ts'
import { changeFields, type FieldChange } from '../../platform/db/changeFields.ts'
import { forgetDeliveredJobs, type Job, jobsOf, type Subject, subjectsOf } from './collection.ts'
import type { SubjectState } from './subjectState.ts'

/** The fields of a subject that may change; null for one that is missing. */
export type SubjectFields = Pick<Subject, 'key' | 'name' | 'group' | 'contact'> & {
  [Name in keyof SubjectState]-?: NonNullable<SubjectState[Name]> | null
}

/** A change of a subject: `before` is enough to reverse it. */
export type SubjectChange = FieldChange<SubjectFields>

/**
 * Changes a subject of a job in one write. `change` returns the new fields, or null to leave it; it is called again if another
 * process was faster. Returns null if nothing changed, or the job has no such subject.
 */
export async function changeSubject(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  uuid: string,
  change: (current: Subject) => Partial<SubjectFields> | null,
): Promise<SubjectChange | null> {
  const key = { uuid, jobUuid: job.uuid }
  const changed = await changeFields<Subject, SubjectFields>(subjectsOf(app, job.provider), key, async (current) => {
    const fields = change(current)
    // First on the job: whoever reads it without that shows pictures in spite of the objection.
    if (mayObject(fields)) await recordObjections(app, job)
    return fields
  })
  if (changed) forgetDeliveredJobs(app)
  return changed
}

function mayObject(fields: Partial<SubjectFields> | null): boolean {
  const answers = Object.values(fields?.consent ?? {})
  return Boolean(fields?.withdrawn) || answers.some((each) => each?.answer === 'no')
}

async function recordObjections(app: App, { provider, uuid }: Pick<Job, 'provider' | 'uuid'>): Promise<void> {
  await jobsOf(app, provider).updateOne({ uuid, hasObjections: { $ne: true } }, { $set: { hasObjections: true } })
}
