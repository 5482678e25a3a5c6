import type { App } from '../../../platform/app.ts'
import { requirePart } from '../../../platform/feature.ts'
import type { Job } from '../collection.ts'

/** Prints how many could see what an entry of the history took from somebody, if anybody could. */
export async function printExposureCount(app: App, job: Job, number: number | null): Promise<void> {
  const text = number === null ? null : await requirePart(app.features, 'exposureText')(app, job, number)
  if (text !== null) console.log(text)
}
