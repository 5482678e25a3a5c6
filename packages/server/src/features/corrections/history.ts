import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import type { Job } from '../jobs/collection.ts'
import { type Correction, correctionStepsOf, correctionsOf } from './collection.ts'
import { oldestToUndo } from './undoCorrection.ts'

/** A correction with the number of pictures that it concerns. */
export type HistoryEntry = Correction & { pictures: number }

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
  const counts = corrections.map(({ uuid }) => correctionStepsOf(app, job.provider).count({ correction: uuid }))
  const pictures = await Promise.all(counts)
  return corrections.map((correction, at) => ({ ...correction, pictures: pictures[at] ?? 0 }))
}

const HOUR_MS = 60 * 60_000

/** Removes what can no longer be undone; that something was corrected stays in the history. */
export const stepSweep: Background = {
  name: 'corrections.sweep',
  everyMs: HOUR_MS,
  run: async (app) => {
    for (const { key } of await listProviders(app)) {
      await correctionStepsOf(app, key).deleteMany({ at: { $lt: oldestToUndo(app) } })
    }
  },
}
