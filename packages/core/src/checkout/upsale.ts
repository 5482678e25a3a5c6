import type { UpsaleItem } from './contract.ts'

/** 000 §2 Upsell popups, §4: they are shown one after the other, and each ends with No thanks or a successful add. */

export type UpsaleType = UpsaleItem['type']

/** The offers when the customer arrived at the checkout, and those that were answered: for good, until the next order. */
export type UpsaleSteps = { readonly offered: readonly UpsaleType[]; readonly answered: readonly UpsaleType[] }

/**
 * The popup to show now. Offers that a changed cart no longer has are skipped, new ones are not shown: nobody is interrupted on
 * the way.
 */
export function nextUpsale<I extends { readonly type: UpsaleType }>(
  list: readonly I[],
  { offered, answered }: UpsaleSteps,
): I | null {
  return list.find(({ type }) => offered.includes(type) && !answered.includes(type)) ?? null
}

/** UPS-1: the saving, in minor units. */
export function savingOf({
  price,
  rebatedPrice,
}: Pick<UpsaleItem['products'][number], 'price' | 'rebatedPrice'>): number {
  return price - rebatedPrice
}
