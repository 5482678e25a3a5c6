import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { offerInspection } from '../jobs/offerInspection.ts'
import { inspectionPackages } from './collection.ts'

/**
 * Offers a package for inspection with a job, up to and including a day; without a key the shop's only one. Returns its key,
 * or, if there is none or several, the keys to choose from.
 */
export async function offerWithJob(
  app: App,
  provider: Provider,
  job: string,
  offer: { package: string | undefined; until: Date },
): Promise<{ offered: string } | { choice: string[] }> {
  const keys = (await inspectionPackages.list(app, provider.key)).map(({ key }) => key)
  const found = offer.package === undefined && keys.length === 1 ? keys[0] : keys.find((key) => key === offer.package)
  if (found === undefined) return { choice: keys }
  await offerInspection(app, provider.key, job, { package: found, until: offer.until })
  return { offered: found }
}

/** Ends the offer of a job. Existing agreements stay valid. */
export async function stopOffering(app: App, provider: Provider, job: string): Promise<void> {
  await offerInspection(app, provider.key, job, null)
}
