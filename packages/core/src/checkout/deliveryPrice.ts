import type { Money } from '../money.ts'

/**
 * The price of a delivery: free from the threshold on, unless the threshold is below 0 (000 §9), and free on the days on which
 * the jobs of everything delivered make it free.
 */
export function deliveryPrice(
  option: { price: Money; isExpress: boolean },
  products: Money,
  freeFrom: number,
  isFreeDay = false,
): Money {
  // Express always costs its price.
  const isFree = (isFreeDay || (freeFrom >= 0 && products >= freeFrom)) && !option.isExpress
  return isFree ? 0 : option.price
}
