import type { App } from '../../../platform/app.ts'
import { changeJob, type JobChange, type JobFields } from '../changeJob.ts'
import type { Job } from '../collection.ts'
import type { Answer, Purpose } from '../subjectState.ts'
import { changePerson, type SubjectChange, subjectHistory } from './changeSubject.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/** An answer as an operator, `by`, records it: who gave it, and where it is written. */
export type NewAnswer = {
  answer: Answer | 'not-asked'
  who: string | null
  source: string | null
  by?: string | null
}

/** Records what the family of a subject has answered for a purpose. Repeating an answer changes nothing. */
export function recordConsent(
  app: App,
  job: JobKey,
  uuid: string,
  purpose: Purpose,
  { answer, who, source, by = null }: NewAnswer,
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'consent', by }, ({ consent }) => {
    const { [purpose]: before, ...others } = consent ?? {}
    if (answer === 'not-asked') return { consent: Object.keys(others).length > 0 ? others : null }
    const isSame = before?.answer === answer && before.who === who && before.source === source
    return isSame ? null : { consent: { ...others, [purpose]: { answer, who, at: app.clock(), source } } }
  })
}

/** Says what it means in a job that a purpose was not asked. */
export function setNotAsked(
  app: App,
  job: JobKey,
  purpose: Purpose,
  answer: Answer,
  by: string | null = null,
): Promise<JobChange | null> {
  const history = subjectHistory(app, job, { command: 'not-asked', by })
  return changeJob(app, job, (current) => notAskedFields(app, current, purpose, answer), history)
}

/** What is changed about a job by that. */
export function notAskedFields(
  app: App,
  { notAsked, notAskedSince }: Pick<Job, 'notAsked' | 'notAskedSince'>,
  purpose: Purpose,
  answer: Answer,
): Partial<JobFields> {
  return {
    notAsked: { ...notAsked, [purpose]: answer },
    ...(answer === 'no' &&
      notAsked?.[purpose] !== 'no' && { notAskedSince: { ...notAskedSince, [purpose]: app.clock() } }),
  }
}
