import type { App } from '../../platform/app.ts'
import { type CorrectionRecord, findInterruptedRun, recordCorrection } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'

/** Begins the entry of an import in the history of a job, or continues that of its run, if it was interrupted. */
export async function importHistory(
  app: App,
  job: Job,
  { by, run }: { by: string | null; run: string | undefined },
): Promise<CorrectionRecord> {
  const start = { command: 'import' as const, by }
  if (run === undefined) return recordCorrection(app, job, start)
  return recordCorrection(app, job, { ...start, run }, await findInterruptedRun(app, job, run))
}
