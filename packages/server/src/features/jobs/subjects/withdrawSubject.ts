import type { App } from '../../../platform/app.ts'
import type { Job } from '../collection.ts'
import { changeSubject, type SubjectChange, subjectHistory } from './changeSubject.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/**
 * Withdraws a subject: its codes, grants and shares show nothing from then on, nobody is mailed about it, and pictures with others
 * are withheld until the photographer decides. What was ordered and paid for stays. Returns null if it is withdrawn already.
 */
export function withdrawSubject(
  app: App,
  job: JobKey,
  uuid: string,
  { by, reason }: { by: string | null; reason?: string | undefined },
): Promise<SubjectChange | null> {
  const withdrawn = { at: app.clock(), by, ...(reason && { reason }) }
  const history = subjectHistory(app, job, { command: 'withdraw', by })
  return changeSubject(app, job, uuid, history, (current) => (current.withdrawn ? null : { withdrawn }))
}

/** Brings a withdrawn subject back: the same codes, grants and shares show it again. Returns null if it is not withdrawn. */
export function restoreSubject(
  app: App,
  job: JobKey,
  uuid: string,
  by: string | null = null,
): Promise<SubjectChange | null> {
  const history = subjectHistory(app, job, { command: 'restore', by })
  return changeSubject(app, job, uuid, history, (current) =>
    current.deleting || current.merged ? null : { withdrawn: null },
  )
}
