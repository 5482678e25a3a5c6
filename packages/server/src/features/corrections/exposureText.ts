import type { App } from '../../platform/app.ts'
import { jobsOf } from '../jobs/collection.ts'
import { findExposure } from './exposure.ts'

/** Says how many could see what a correction took from somebody; null if nobody could. */
export async function exposureText(
  app: App,
  { provider, uuid }: { provider: string; uuid: string },
  number: number,
): Promise<string | null> {
  const job = await jobsOf(app, provider).findOne({ uuid })
  const exposure = (job && (await findExposure(app, job, number))) ?? []
  if (exposure.length === 0) return null
  return `It was not secret: "jobs exposure" with number ${number} lists who could see it (${exposure.length}).`
}
