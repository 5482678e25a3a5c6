import type { App } from '../../../platform/app.ts'
import type { SubjectHistory } from '../../../platform/subjectHistory.ts'
import { changeJob, type JobChange } from '../changeJob.ts'
import { type Job, type Subject, subjectsOf } from '../collection.ts'
import type { HiddenNote, SubjectRules } from '../subjectState.ts'
import { whileChangingPeople } from './changePeople.ts'
import { changePerson, changeSubject, type SubjectChange, subjectHistory } from './changeSubject.ts'

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
  const entry = { command: 'unpublish', by } as const
  return changePerson(app, job, uuid, entry, ({ hidden: before }) => (isHiddenAlone(before) ? null : { hidden }))
}

/** Whether somebody is unpublished whatever happens to a class. */
const isHiddenAlone = (hidden: HiddenNote | null | undefined) => Boolean(hidden && hidden.group === undefined)

/**
 * The mark of two who become one: unpublished alone counts more than with a class, and with two classes is alone, as neither class says when both
 * may be shown.
 */
export function strictestHidden(one: HiddenNote | null, other: HiddenNote | null): HiddenNote | null {
  if (!one || !other) return one ?? other
  if (isHiddenAlone(one) || one.group === other.group) return one
  const { group: _ofClass, ...alone } = other
  return alone
}

/** The mark of somebody who leaves an unpublished class for one that is shown; null if they do not. */
export function hiddenWith(
  app: App,
  { hiddenGroups }: SubjectRules,
  subject: Pick<Subject, 'group' | 'hidden'>,
  { group, by }: { group: string; by: string | null },
): HiddenNote | null {
  const isHidden = (each: string) => (hiddenGroups ?? []).some((hidden) => hidden.group === each)
  if (subject.hidden || !isHidden(subject.group) || isHidden(group)) return null
  return { at: app.clock(), by, reason: `unpublished with ${subject.group}`, group: subject.group }
}

/** Shows them again, as far as their group and their job are shown. */
export function showSubject(
  app: App,
  job: JobKey,
  uuid: string,
  by: string | null = null,
): Promise<SubjectChange | null> {
  return changePerson(app, job, uuid, { command: 'publish', by }, () => ({ hidden: null }))
}

/** Withholds the pictures of everybody in a group, also of those who join it later. */
export function hideGroup(app: App, job: JobKey, group: string, { by, reason }: Reason): Promise<JobChange | null> {
  // Nobody leaves the group at this moment without being unpublished with it.
  const history = subjectHistory(app, job, { command: 'unpublish', by })
  return whileChangingPeople(app, job, 'unpublish', () =>
    addHiddenGroup(app, job, group, { by, ...(reason !== undefined && { reason }) }, history),
  )
}

/** As `hideGroup`, for whoever is changing people of the job anyway; without an entry in the history, nobody loses a picture by it. */
export function addHiddenGroup(
  app: App,
  job: JobKey,
  group: string,
  { by, reason }: Reason,
  history: SubjectHistory | null = null,
): Promise<JobChange | null> {
  const hidden = { group, at: app.clock(), by, ...(reason && { reason }) }
  return changeJob(
    app,
    job,
    ({ hiddenGroups }) => {
      const all = hiddenGroups ?? []
      return all.some((each) => each.group === group) ? null : { hiddenGroups: [...all, hidden] }
    },
    history,
  )
}

/**
 * Shows them again, except those of subjects that are withheld by themselves; also of those who were unpublished with a class, and are in this one
 * now or were in it then. Returns whether anything changed.
 */
export function showGroup(app: App, job: JobKey, group: string, by: string | null = null): Promise<boolean> {
  return whileChangingPeople(app, job, 'publish', async ({ renew }) => {
    const change = await changeJob(app, job, ({ hiddenGroups }) => {
      const others = (hiddenGroups ?? []).filter((each) => each.group !== group)
      return { hiddenGroups: others.length > 0 ? others : null }
    })
    const members = await subjectsOf(app, job.provider)
      .find({ jobUuid: job.uuid, 'hidden.group': { $exists: true } }, { projection: { uuid: 1, group: 1, hidden: 1 } })
      .toArray()
    const ofGroup = members.filter((member) => member.group === group || member.hidden?.group === group)
    for (const { uuid } of ofGroup) {
      await renew()
      const history = subjectHistory(app, job, { command: 'publish', by })
      await changeSubject(app, job, uuid, history, () => ({ hidden: null }))
    }
    return change !== null || ofGroup.length > 0
  })
}
