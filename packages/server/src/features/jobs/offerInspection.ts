import type { App } from '../../platform/app.ts'
import { forgetDeliveredJobs, type Job, jobsOf } from './collection.ts'

/** Offers a package for inspection with a job, or withdraws it. */
export async function offerInspection(
  app: App,
  provider: string,
  uuid: string,
  inspection: NonNullable<Job['inspection']> | null,
): Promise<void> {
  await jobsOf(app, provider).updateOne({ uuid }, { $set: { inspection } })
  forgetDeliveredJobs(app)
}
