import { createCheckout } from '@portraitkit/core/checkout/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

/** The checkout and a snapshot of its state. */
export function useCheckout() {
  const { shop } = useRoot()
  const checkout = shop.part(createCheckout)
  return { checkout, state: useSnapshot(checkout.state) }
}
