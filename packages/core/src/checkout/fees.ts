import type { Money } from '../money.ts'

/** Price of a delivery: nothing from the threshold on; a threshold below 0 means that there is none (000 §9). */
export function deliveryPrice(option: { price: Money; isExpress: boolean }, products: Money, freeFrom: number): Money {
  // Who wants it faster than the rest pays for it.
  const isFree = freeFrom >= 0 && products >= freeFrom && !option.isExpress
  return isFree ? 0 : option.price
}

/** How far a cart is from free delivery, for the message on the cart page; null where the provider offers none. */
export function untilFreeDelivery(products: Money, freeFrom: number): Money | null {
  return freeFrom < 0 ? null : Math.max(0, freeFrom - products)
}

/** What the customer pays: the sum of all lines. */
export function totalOf(lines: ReadonlyArray<{ actualLinePrice: Money }>): Money {
  return lines.reduce((sum, { actualLinePrice }) => sum + actualLinePrice, 0)
}
