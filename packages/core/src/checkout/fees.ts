import type { Money } from '../money.ts'

/**
 * Price of a delivery: nothing from the threshold on, where a threshold below 0 means that there is none (000 §9), and nothing
 * on the days on which the jobs of all that is delivered offer it free.
 */
export function deliveryPrice(
  option: { price: Money; isExpress: boolean },
  products: Money,
  freeFrom: number,
  isFreeDay = false,
): Money {
  // Who wants it faster than the rest pays for it.
  const isFree = (isFreeDay || (freeFrom >= 0 && products >= freeFrom)) && !option.isExpress
  return isFree ? 0 : option.price
}
