import { unavailable } from '@portraitkit/core/photo-packages/failures.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { translateTo } from '../../platform/texts.ts'
import { isCatalogueOf } from '../catalogues/offeredCatalogues.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { takesOrders } from '../jobs/days.ts'
import { canFill } from '../template/listTemplates.ts'
import type { PackageDocument } from './document.ts'
import { type FoundItem, matchItem } from './itemParts.ts'

export type Unavailable = keyof typeof unavailable

/** The customer's situation: bought files, provider and time. */
export type AvailabilityQuery = { bought: Pick<ReadonlySet<string>, 'has'>; provider: Provider; now: Date }

/** The reason why an item is unavailable for a picture set now; null if it is available. */
export function unavailableReason(
  item: FoundItem,
  set: DeliveredSet | undefined,
  { bought, provider, now }: AvailabilityQuery,
): Unavailable | null {
  if (!set) return 'photo-packages.no_subject'
  const { job, subject, pictures } = set
  if (!takesOrders(job, provider, now)) return 'photo-packages.no_orders'
  return matchItem<Unavailable | null>(item, {
    TEMPLATE_PRODUCT: ({ definition }) => (canFill(definition, pictures) ? null : 'photo-packages.no_pictures'),
    CATALOGUE: ({ catalogue }) => (isCatalogueOf(catalogue, job, subject) ? null : 'photo-packages.no_catalogue'),
    DIGITAL_SET() {
      if (bought.has(subject.uuid)) return 'photo-packages.bought'
      return pictures.length > 0 ? null : 'photo-packages.no_pictures'
    },
  })
}

/** The reason in words. */
export function reasonText(reason: Unavailable, language: string): string {
  return translateTo(language)(unavailable[reason].text)
}

/** The reason why a package is unavailable: the provider's, else that of its first unavailable item. */
export function disabledOf(
  { disabled }: Pick<PackageDocument, 'disabled'>,
  reasons: ReadonlyArray<Unavailable | null>,
  language: string,
): { reason: string } | null {
  if (disabled) return { reason: inLanguage(disabled, language) }
  const first = reasons.find((each) => each !== null)
  return first ? { reason: reasonText(first, language) } : null
}
