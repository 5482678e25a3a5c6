import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { isDeleted } from '../jobs/days.ts'
import {
  type Correction,
  correctionStepsOf,
  correctionsOf,
  type JobStep,
  jobStepsOf,
  type SubjectStep,
  subjectStepsOf,
} from './collection.ts'
import { oldestToUndo } from './undoCorrection.ts'

/** A correction with the number of pictures that it concerns, its people, and what it took from a class or the job; none after 30 days. */
export type HistoryEntry = Correction & { pictures: number; people: HistoryPerson[]; losses: JobStep['losses'] }

/** The name of a person now, null if they were deleted, and what was changed; the name of whoever they are one person with. */
export type HistoryPerson = Pick<SubjectStep, 'before' | 'after' | 'card'> & {
  name: string | null
  into?: string
  /** A code was given to them or taken from them. */
  hasCode: boolean
}

/** A page of the history of a job, the latest first, before a number. */
export async function listHistory(
  app: App,
  job: Job,
  { before, limit }: { before?: number; limit: number },
): Promise<HistoryEntry[]> {
  const corrections = await correctionsOf(app, job.provider)
    .find({ jobUuid: job.uuid, ...(before !== undefined && { number: { $lt: before } }) })
    .sort({ number: -1 })
    .limit(limit)
    .toArray()
  const counts = corrections.map(({ uuid }) =>
    correctionStepsOf(app, job.provider).count({ correction: uuid, isPassing: { $ne: true } }),
  )
  const pictures = await Promise.all(counts)
  const people = await peopleOf(app, job, corrections)
  const ofJob = await jobStepsOf(app, job.provider)
    .find({ correction: { $in: corrections.map(({ uuid }) => uuid) } })
    .sort({ position: 1 })
    .toArray()
  const losses = new Map(ofJob.map((step) => [step.correction, step.losses]))
  return corrections.map((correction, at) => ({
    ...correction,
    pictures: pictures[at] ?? 0,
    people: people.get(correction.uuid) ?? [],
    losses: losses.get(correction.uuid) ?? [],
  }))
}

async function peopleOf(
  app: App,
  { provider }: Job,
  corrections: readonly Correction[],
): Promise<Map<string, HistoryPerson[]>> {
  const steps = await subjectStepsOf(app, provider)
    .find({ correction: { $in: corrections.map(({ uuid }) => uuid) } })
    .toArray()
  const subjects = await subjectsOf(app, provider)
    .find({ uuid: { $in: [...new Set(steps.flatMap(namedIn))] } }, { projection: { uuid: 1, name: 1 } })
    .toArray()
  const names = new Map(subjects.map(({ uuid, name }) => [uuid, name]))
  const byCorrection = Map.groupBy(steps, ({ correction }) => correction)
  const isGiving = new Set(corrections.flatMap(({ uuid, command }) => (command === 'give-code' ? uuid : [])))
  return new Map(
    [...byCorrection].map(([uuid, own]) => {
      // of one that had to be written again, the last one was made; a code comes besides
      const sorted = own.toSorted((one, other) => one.position - other.position)
      const ofCodes = sorted.filter(({ code }) => code !== undefined)
      const withCode = new Set(isGiving.has(uuid) ? [] : ofCodes.map(({ subject }) => subject))
      const ofFields = sorted.filter(({ code }) => code === undefined)
      const latest = new Map([...ofCodes, ...ofFields].map((step) => [step.subject, step]))
      const people = [...latest.values()].map((step) => {
        const into = step.after.merged && names.get(step.after.merged.into)
        const person = { ...step, name: names.get(step.subject) ?? null, hasCode: withCode.has(step.subject) }
        return { ...person, ...(into !== undefined && into !== null && { into }) }
      })
      return [uuid, people]
    }),
  )
}

const namedIn = ({ subject, after }: SubjectStep): string[] => [subject, ...(after.merged ? [after.merged.into] : [])]

const HOUR_MS = 60 * 60_000

/** Removes what can no longer be undone, and what is about people of a deleted job; that something was corrected stays in the history. */
export const stepSweep: Background = {
  name: 'corrections.sweep',
  everyMs: HOUR_MS,
  run: async (app) => {
    for (const provider of await listProviders(app)) {
      const old = { at: { $lt: oldestToUndo(app) } }
      await correctionStepsOf(app, provider.key).deleteMany(old)
      await subjectStepsOf(app, provider.key).deleteMany(old)
      await jobStepsOf(app, provider.key).deleteMany(old)
      await forgetPeopleOfDeletedJobs(app, provider)
    }
  },
}

/** What is recorded about people goes with the pictures of their job. */
async function forgetPeopleOfDeletedJobs(app: App, provider: Provider): Promise<void> {
  const now = app.clock()
  // A day begins earlier in other time zones.
  const soon = { $ne: null, $lte: new Date(now.getTime() + 24 * HOUR_MS) }
  const jobs = await jobsOf(app, provider.key)
    .find({ deletion: soon }, { projection: { uuid: 1, deletion: 1 } })
    .toArray()
  const gone = jobs.filter((job) => isDeleted(job, provider, now)).map(({ uuid }) => uuid)
  if (gone.length === 0) return
  await subjectStepsOf(app, provider.key).deleteMany({ jobUuid: { $in: gone } })
  await jobStepsOf(app, provider.key).deleteMany({ jobUuid: { $in: gone } })
}
