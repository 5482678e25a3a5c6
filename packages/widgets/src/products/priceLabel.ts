import type { PriceRow } from '@portraitkit/core/products/volumePrice.ts'
import type { Translate } from '../locales/i18n.ts'
import type { messages } from './messages.ts'

/** PRC-2: the pieces for which a price applies: quantities for price type 0, ordinals for any other. */
export function priceLabel(t: Translate<typeof messages>, { from, to, type }: PriceRow): string {
  const isOrdinal = type !== 0
  if (to === null) return t(isOrdinal ? 'products.ordinalOrMore' : 'products.orMore', { from })
  if (to === from) return t(isOrdinal ? 'products.ordinal' : 'products.one', { from })
  return t(isOrdinal ? 'products.ordinalRange' : 'products.range', { from, to })
}
