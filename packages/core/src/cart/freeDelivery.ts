import type { Money } from '../money.ts'
import { type KnownLine, lineKindOf, lineKinds } from './lineKinds.ts'

type Line = KnownLine & {
  readonly type: number
  readonly isOffered: boolean
  readonly actualLinePrice: Money
  readonly dates?: { readonly freeDeliveryUntil?: string | undefined } | undefined
}

/** The parts of a cart that determine its delivery. */
export type DeliveryCart = { readonly orderLines: readonly Line[] }

/** How far a cart is from free delivery. `missing` in minor units. */
export type FreeDelivery = { kind: 'empty'; from: Money } | { kind: 'below'; missing: Money } | { kind: 'free' }

/**
 * CRT-6: the cart's note on free delivery; null if there is none: the shop has no free delivery (a threshold below zero),
 * nothing in the cart is delivered, or the jobs' dates make it free already. The server decides at the checkout.
 */
export function freeDeliveryOf(cart: DeliveryCart, from: Money): FreeDelivery | null {
  if (from < 0) return null
  const sold = cart.orderLines.filter(({ type, isOffered }) => type === 0 && isOffered)
  if (sold.length === 0) return { kind: 'empty', from }
  const delivered = sold.filter((line) => lineKinds[lineKindOf(line)].isDelivered(line))
  if (delivered.length === 0 || delivered.every(({ dates }) => dates?.freeDeliveryUntil)) return null
  // A voucher must not make delivery more expensive: the price of the products without it decides.
  const missing = from - sold.reduce((sum, { actualLinePrice }) => sum + actualLinePrice, 0)
  return missing > 0 ? { kind: 'below', missing } : { kind: 'free' }
}
