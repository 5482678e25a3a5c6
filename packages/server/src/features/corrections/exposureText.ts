import type { App } from '../../platform/app.ts'
import type { Job } from '../jobs/collection.ts'
import { findExposure } from './exposure.ts'

/** Says how many could see what a correction took from somebody, if anybody could. */
export async function printExposureCount(app: App, job: Job, number: number): Promise<void> {
  const exposure = (await findExposure(app, job, number)) ?? []
  if (exposure.length > 0)
    console.log(`It was not secret: "jobs exposure" lists who could see it (${exposure.length}).`)
}
