import type { Money } from '../money.ts'
import { type KnownLine, lineKindOf, lineKinds } from './lineKinds.ts'

type Line = KnownLine & {
  readonly type: number
  readonly isOffered: boolean
  readonly actualLinePrice: Money
  readonly dates?: { readonly freeDeliveryUntil?: string | undefined } | undefined
}

/** A cart as far as its delivery goes. */
export type DeliveryCart = { readonly orderLines: readonly Line[] }

/** How near a cart is to free delivery. `missing` in minor units. */
export type FreeDelivery = { kind: 'empty'; from: Money } | { kind: 'below'; missing: Money } | { kind: 'free' }

/**
 * CRT-6: what the cart says of free delivery; null where there is nothing to say: the shop has none (a threshold below zero),
 * nothing of the cart is delivered, or the days of the jobs offer it already. The server decides at the checkout.
 */
export function freeDeliveryOf(cart: DeliveryCart, from: Money): FreeDelivery | null {
  if (from < 0) return null
  const sold = cart.orderLines.filter(({ type, isOffered }) => type === 0 && isOffered)
  if (sold.length === 0) return { kind: 'empty', from }
  const delivered = sold.filter((line) => lineKinds[lineKindOf(line)].isDelivered(line))
  if (delivered.length === 0 || delivered.every(({ dates }) => dates?.freeDeliveryUntil)) return null
  // A voucher does not make delivery dearer: what the products cost before it decides.
  const missing = from - sold.reduce((sum, { actualLinePrice }) => sum + actualLinePrice, 0)
  return missing > 0 ? { kind: 'below', missing } : { kind: 'free' }
}
