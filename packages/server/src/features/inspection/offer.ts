import { createHash } from 'node:crypto'
import type { InspectionOffer, InspectionState } from '@portraitkit/core/inspection/contract.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../platform/app.ts'
import type { CallContext } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { holdersOf } from '../access/grants.ts'
import { findUser } from '../account/collection.ts'
import type { DeliveredSet, Job } from '../jobs/collection.ts'
import { dayOf, isDeleted, isOver } from '../jobs/days.ts'
import { findInspections, type Inspection, inspectionPackages } from './collection.ts'

/** The inspection package that a job offers, in a language; null if it offers none. */
export async function offerOf(
  app: App,
  provider: Provider,
  { inspection }: Pick<Job, 'inspection'>,
  language: string,
): Promise<InspectionOffer | null> {
  const found = inspection && (await inspectionPackages.find(app, provider.key, inspection.package))
  if (!found) return null
  const words = {
    name: inLanguage(found.names, language),
    description: inLanguage(found.descriptions, language),
    price: found.price,
    currency: provider.currency,
    daysToReturn: found.daysToReturn,
  }
  const terms = createHash('sha256').update(canonicalJson(words)).digest('hex').slice(0, 32)
  return { ...words, until: dayOf(inspection.until), terms }
}

/** Whether it can no longer be changed: its deadline is over, or its job no longer offers it. */
export function isClosed(job: Job, provider: Provider, now: Date): boolean {
  const { inspection, isArchived } = job
  return !inspection || isArchived || isOver(inspection.until, provider, now) || isDeleted(job, provider, now)
}

/** The packages that are sent: those whose subject is still granted to the customer who agreed. */
export async function withoutRevoked(app: App, provider: Provider, all: readonly Inspection[]): Promise<Inspection[]> {
  const agreed = all.filter(({ enabled }) => enabled)
  const holders = await holdersOf(
    app,
    provider,
    agreed.map(({ subject }) => subject),
  )
  return agreed.filter((each) =>
    holders.some(({ customer, subject }) => customer === each.agreed.customer && subject === each.subject),
  )
}

/** The package of a set as the caller sees it. */
export async function stateOf(
  { app, provider, customer, language, now }: CallContext<'customer'>,
  { job, subject, pictures }: DeliveredSet,
): Promise<InspectionState> {
  const all = await findInspections(app, provider.key, [subject.uuid])
  const [latest] = all
  const offer = await offerOf(app, provider, job, language)
  const isSent = (await withoutRevoked(app, provider, all)).length > 0
  const fixed = isClosed(job, provider, now)
  return {
    // callers who never got an offer do not learn that it is over
    offer: pictures.length > 0 && (latest || !fixed) ? offer : null,
    answer: isSent ? 'agreed' : latest ? 'cancelled' : 'asked',
    isMine: isSent && latest?.agreed.customer === customer.uuid,
    isFixed: fixed,
    address: await addressOf({ app, provider, customer, language }),
  }
}

/** The address to which a package would be sent, in lines; null if the account has none. */
export async function addressOf({
  app,
  provider,
  customer,
  language,
}: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer' | 'language'>): Promise<string | null> {
  const user = await findUser(app, provider, customer)
  if (!user?.name.trim() || !user.address.address.trim() || !user.address.city.trim()) return null
  const { address, address2 } = user.address
  return [user.name, address, address2, placeLine(translateTo(language), provider.country, user.address)]
    .filter(Boolean)
    .join('\n')
}
