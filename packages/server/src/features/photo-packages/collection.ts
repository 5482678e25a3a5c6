import type { PackageContent } from '@portraitkit/core/photo-packages/contract.ts'
import type { App } from '../../platform/app.ts'
import { createDrafts } from '../../platform/db/drafts.ts'
import { type ListChanges, rangeList } from '../../platform/db/rangeList.ts'
import type { Collection, Customer } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { publicPeriod } from '../products/campaigns.ts'
import { recordPrices } from '../products/priceHistory.ts'
import type { AnyPackage } from './document.ts'

export const packages = rangeList<AnyPackage>('photoPackages', 'uuid')

/** Packages that customers have started and not put into the cart: the package is the draft's product. */
export const savedPackages = createDrafts<PackageContent>('savedPackages')

/** Changes of packages in the cart, by line, whether already applied there or not. */
export const linePackages = createDrafts<PackageContent>('linePackages')

export const packageCollections: Collection[] = [
  ...packages.collections,
  ...savedPackages.collections,
  ...linePackages.collections,
]

/** Deletes the changes of packages whose lines, with these uuids, are no longer in the cart. */
export async function deleteLinePackages(
  app: App,
  provider: Provider,
  customer: Pick<Customer, 'uuid'>,
  lines: string[],
): Promise<void> {
  await linePackages.removeAll(app, provider, customer, lines)
}

/** Replaces the provider's packages by these, and adds their current prices to the price history. */
export async function replacePackages(app: App, provider: string, list: readonly AnyPackage[]): Promise<ListChanges> {
  const outcome = await packages.replace(app, provider, list)
  for (const document of list) {
    if (document.type === 'link') continue
    const { uuid, price, timeLimited, rule } = document
    const isForAll = publicPeriod({ rule: rule ?? {} }) !== null
    const offer = timeLimited &&
      isForAll && {
        from: timeLimited.from ? new Date(timeLimited.from) : null,
        until: new Date(timeLimited.until),
      }
    const tiers = [{ quantity: 1, price, offer: timeLimited?.price ?? null }]
    await recordPrices(app, provider, uuid, { tiers, offer: offer || null })
  }
  return outcome
}
