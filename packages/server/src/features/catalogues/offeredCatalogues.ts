import type { Catalogue } from '@portraitkit/core/catalogues/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findJobs, findSubjects, type Job, type Subject } from '../jobs/collection.ts'
import { takesOrders } from '../jobs/days.ts'
import { type CatalogueDocument, catalogues } from './collection.ts'

/**
 * What a customer may order now: for each subject the catalogues of its job and group, while the job takes orders. The pictures
 * need not be ready: a catalogue is ordered before it is printed.
 */
export async function offeredCatalogues(
  app: App,
  provider: Provider,
  customer: string,
  language: string,
): Promise<Catalogue[]> {
  const list = await catalogues.list(app, provider.key)
  if (list.length === 0) return []
  const now = app.clock()
  const subjects = await findSubjects(app, provider.key, await grantedSubjects(app, provider, customer))
  const uuids = subjects.map(({ jobUuid }) => jobUuid)
  const jobs = new Map((await findJobs(app, provider.key, uuids)).map((job) => [job.uuid, job]))
  const offered = subjects.flatMap((subject) => {
    const job = jobs.get(subject.jobUuid)
    if (!job || !takesOrders(job, provider, now)) return []
    return list
      .filter((each) => isCatalogueOf(each, job, subject))
      .map((each) => showCatalogue(each, subject, language))
  })
  // CTL-3: a single catalogue is preselected
  return offered.map((each) => ({ ...each, quantity: offered.length === 1 ? 1 : 0 }))
}

/** Whether a catalogue is meant for a subject. */
export function isCatalogueOf({ jobs, groups }: CatalogueDocument, job: Job, { group }: Subject): boolean {
  return (jobs.includes(job.uuid) || jobs.includes(job.name)) && (!groups || groups.includes(group))
}

function showCatalogue(document: CatalogueDocument, { uuid, group, name }: Subject, language: string): Catalogue {
  return {
    uuid: document.uuid,
    name: inLanguage(document.names, language),
    description: inLanguage(document.descriptions ?? {}, language),
    price: document.price,
    quantity: 0,
    maxQuantity: document.maxQuantity,
    deliveryTime: { days: document.deliveryDays },
    subject: { uuid, group, name },
  }
}
