import type { App } from '../../../platform/app.ts'
import { changeJob, type JobChange } from '../changeJob.ts'
import type { Job } from '../collection.ts'
import { changeSubject, type SubjectChange, subjectHistory } from './changeSubject.ts'

type JobKey = Pick<Job, 'provider' | 'uuid'>
type Reason = { by: string | null; reason?: string | undefined }

/** Withholds the pictures of one subject of a published job; they are told to wait, as those of an unpublished job are. */
export function hideSubject(
  app: App,
  job: JobKey,
  uuid: string,
  { by, reason }: Reason,
): Promise<SubjectChange | null> {
  const hidden = { at: app.clock(), by, ...(reason && { reason }) }
  const history = subjectHistory(app, job, { command: 'unpublish', by })
  return changeSubject(app, job, uuid, history, (current) => (current.hidden ? null : { hidden }))
}

/** Shows them again, as far as their group and their job are shown. */
export function showSubject(
  app: App,
  job: JobKey,
  uuid: string,
  by: string | null = null,
): Promise<SubjectChange | null> {
  const history = subjectHistory(app, job, { command: 'publish', by })
  return changeSubject(app, job, uuid, history, () => ({ hidden: null }))
}

/** Withholds the pictures of everybody in a group, also of those who join it later. */
export function hideGroup(app: App, job: JobKey, group: string, { by, reason }: Reason): Promise<JobChange | null> {
  const hidden = { group, at: app.clock(), by, ...(reason && { reason }) }
  return changeJob(app, job, ({ hiddenGroups }) => {
    const all = hiddenGroups ?? []
    return all.some((each) => each.group === group) ? null : { hiddenGroups: [...all, hidden] }
  })
}

/** Shows them again, except those of subjects that are withheld by themselves. */
export function showGroup(app: App, job: JobKey, group: string): Promise<JobChange | null> {
  return changeJob(app, job, ({ hiddenGroups }) => {
    const others = (hiddenGroups ?? []).filter((each) => each.group !== group)
    return { hiddenGroups: others.length > 0 ? others : null }
  })
}
