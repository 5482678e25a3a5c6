import type { Translate } from '@portraitkit/core/msg.ts'
import type { PriceRow } from '@portraitkit/core/products/volumePrice.ts'
import { messages } from './messages.ts'

/** PRC-2: the pieces for which a price applies: quantities for price type 0, ordinals for any other. */
export function priceLabel(t: Translate, { from, to, type }: PriceRow): string {
  const isOrdinal = type !== 0
  if (to === null) return t(isOrdinal ? messages.ordinalOrMore : messages.orMore, { from })
  if (to === from) return t(isOrdinal ? messages.ordinal : messages.one, { from })
  return t(isOrdinal ? messages.ordinalRange : messages.range, { from, to })
}
