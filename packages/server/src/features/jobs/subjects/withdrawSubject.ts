import type { App } from '../../../platform/app.ts'
import type { Job } from '../collection.ts'
import { changePerson, type SubjectChange } from './changeSubject.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>

/**
 * Withdraws a subject: its codes, grants and shares show nothing from then on, nobody is mailed about it, and pictures with others
 * are withheld until the photographer decides. What was ordered and paid for stays. Returns null if a person has
 * withdrawn it already: whoever is gone only because an import was undone stays so from then on, whatever later lists say.
 */
export function withdrawSubject(
  app: App,
  job: JobKey,
  uuid: string,
  { by, reason }: { by: string | null; reason?: string | undefined },
): Promise<SubjectChange | null> {
  const withdrawn = { at: app.clock(), by, ...(reason && { reason }) }
  const entry = { command: 'withdraw', by } as const
  return changePerson(app, job, uuid, entry, ({ withdrawn: before }) =>
    before && !before.isUndone ? null : { withdrawn },
  )
}

/** Brings a withdrawn subject back: the same codes, grants and shares show it again. Returns null if it is not withdrawn. */
export function restoreSubject(
  app: App,
  job: JobKey,
  uuid: string,
  by: string | null = null,
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'restore', by }, (current) =>
    current.deleting ? null : { withdrawn: null },
  )
}
