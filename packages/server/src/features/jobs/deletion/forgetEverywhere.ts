import type { App } from '../../../platform/app.ts'
import type { DeletedJob, DeletedSubjects, DeletionEntry } from '../../../platform/feature.ts'
import type { Provider } from '../../../platform/provider/document.ts'

/** What every feature stores about deleted subjects, from right to left. */
export async function forgetEverywhere(
  app: App,
  provider: Provider,
  deleted: DeletedSubjects,
): Promise<DeletionEntry[]> {
  const entries: DeletionEntry[] = []
  for (const { forgetSubjects } of app.features.toReversed()) {
    entries.push(...((await forgetSubjects?.(app, provider, deleted)) ?? []))
  }
  return entries
}

/** What every feature stores about a deleted job itself, from right to left. */
export async function forgetJobEverywhere(app: App, provider: Provider, job: DeletedJob): Promise<DeletionEntry[]> {
  const entries: DeletionEntry[] = []
  for (const { forgetJob } of app.features.toReversed()) {
    entries.push(...((await forgetJob?.(app, provider, job)) ?? []))
  }
  return entries
}
