import type { UpsaleItem } from './contract.ts'

/** 000 §2 Upsell popups, §4: they come one after the other, and each ends with No thanks or a successful add. */

export type UpsaleType = UpsaleItem['type']

/** What was offered when somebody came to the checkout, and what of it has its answer: for good, as long as nothing is ordered. */
export type UpsaleSteps = { readonly offered: readonly UpsaleType[]; readonly answered: readonly UpsaleType[] }

/**
 * The popup to show now. What a changed cart does not offer any more is passed over, what it offers for the first time is not
 * asked: nobody is interrupted on the way.
 */
export function nextUpsale<I extends { readonly type: UpsaleType }>(
  list: readonly I[],
  { offered, answered }: UpsaleSteps,
): I | null {
  return list.find(({ type }) => offered.includes(type) && !answered.includes(type)) ?? null
}

/** UPS-1: what is saved, in minor units. */
export function savingOf({
  price,
  rebatedPrice,
}: Pick<UpsaleItem['products'][number], 'price' | 'rebatedPrice'>): number {
  return price - rebatedPrice
}
