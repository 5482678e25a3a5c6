import { formatDay, type JobDates, nearestDates } from '@portraitkit/core/jobs/dates.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findJobs, findSubjects, type Job, type Subject } from '../jobs/collection.ts'
import { datesOf, dayOf, isOver, takesOrders } from '../jobs/days.ts'
import { isHidden } from '../jobs/subjectState.ts'

/** The jobs of subjects, by subject. A line belongs to the jobs of its subjects. */
export type JobsOf = ReadonlyMap<string, SubjectOfJob>

type SubjectOfJob = { subject: Subject; job: Job }

/** Reads the jobs of these subjects; subjects that no longer exist are missing. */
export async function jobsOfSubjects(app: App, provider: string, subjects: readonly string[]): Promise<JobsOf> {
  const found = await findSubjects(app, provider, [...new Set(subjects)])
  if (found.length === 0) return new Map()
  const uuids = found.map(({ jobUuid }) => jobUuid)
  const jobs = new Map((await findJobs(app, provider, uuids)).map((job) => [job.uuid, job]))
  return new Map(
    found.flatMap((subject) => {
      const job = jobs.get(subject.jobUuid)
      return job ? [[subject.uuid, { subject, job }] as const] : []
    }),
  )
}

/**
 * A subject whose pictures cannot be ordered. `day` is set if a deadline is the reason; `isPaused` if the pictures are withheld, so
 * that they may be ordered again later.
 */
export type ClosedSubject = { subject: string; name: string; day?: string; isPaused?: true }

/** The first of these subjects whose job takes no orders now. */
export function findClosedSubject(
  jobs: JobsOf,
  subjects: readonly string[],
  provider: Provider,
  now: Date,
): ClosedSubject | undefined {
  for (const uuid of subjects) {
    const found = jobs.get(uuid)
    if (!found || takesOrders(found.job, provider, now)) continue
    const { job } = found
    const day = job.orderBy && isOver(job.orderBy, provider, now) ? { day: dayOf(job.orderBy) } : {}
    return { subject: uuid, name: nameOf(found), ...day }
  }
  return undefined
}

/** The first of these subjects whose pictures are withheld now: pictures that cannot be seen are not sold. */
export function findWithheldSubject(jobs: JobsOf, subjects: readonly string[]): ClosedSubject | undefined {
  for (const uuid of subjects) {
    const found = jobs.get(uuid)
    if (found && (!found.job.published || isHidden(found.subject, found.job))) return pausedSubject(uuid, found)
  }
  return undefined
}

/** The subject of a line with a picture that its customer cannot see now, such as one to which somebody in it objects. */
export function subjectOfWithheld(jobs: JobsOf, subjects: readonly string[]): ClosedSubject | undefined {
  const [uuid, found] = subjects.map((each) => [each, jobs.get(each)] as const).find(([, each]) => each) ?? []
  return uuid !== undefined && found ? pausedSubject(uuid, found) : undefined
}

const pausedSubject = (subject: string, found: SubjectOfJob): ClosedSubject => {
  return { subject, name: nameOf(found), isPaused: true }
}

/** A child and the subject of the pictures. */
function nameOf({ subject, job }: SubjectOfJob): string {
  return `${subject.name} (${job.name})`
}

/** The failure for a closed subject, in the language of the call. */
export function closedFailure({ day, ...closed }: ClosedSubject, language: string): Failure {
  const words = { name: closed.name, ...(day && { day: formatDay(day, language) }) }
  const reason = day ? 'cart.closed' : closed.isPaused ? 'cart.paused' : 'cart.archived'
  return new Failure(reason, { data: { ...closed, ...(day && { day }) }, words })
}

/**
 * Refuses lines of a job that no longer takes orders. Every kind of line passes here before it is added to a cart or changed:
 * `subjects` are those whose pictures and names are in it.
 */
export async function refuseClosed(
  { app, provider, customer, language }: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>,
  subjects: readonly string[],
): Promise<void> {
  // the name of a child is shown to its own family only
  const granted = await grantedSubjects(app, provider, customer.uuid)
  const own = subjects.filter((uuid) => granted.includes(uuid))
  const closed = findClosedSubject(await jobsOfSubjects(app, provider.key, own), own, provider, app.clock())
  if (closed) throw closedFailure(closed, language)
}

/** The earliest deadlines of the jobs of these subjects. */
export function datesOfSubjects(
  jobs: JobsOf,
  subjects: ReadonlyArray<{ uuid: string }>,
  provider: Provider,
  now: Date,
): { dates?: JobDates } {
  const dates = nearestDates(
    subjects.flatMap(({ uuid }) => {
      const found = jobs.get(uuid)
      return found ? [datesOf(found.job, provider, now)] : []
    }),
  )
  return Object.keys(dates).length > 0 ? { dates } : {}
}

/** Last day of free delivery for these lines; null unless every line belongs to jobs whose deadline is not over. */
export function freeDeliveryUntil(
  jobs: JobsOf,
  delivered: ReadonlyArray<{ subjects: readonly string[] }>,
  provider: Provider,
  now: Date,
): string | null {
  const days = delivered.flatMap(({ subjects }) =>
    subjects.length === 0 ? [null] : subjects.map((uuid) => jobs.get(uuid)?.job.freeDeliveryUntil ?? null),
  )
  const isFree = days.every((day) => day !== null && !isOver(day, provider, now))
  return (isFree && days.map((day) => (day ? dayOf(day) : '')).sort()[0]) || null
}
