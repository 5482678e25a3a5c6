import { createCheckout } from '@portraitkit/core/checkout/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

/** The checkout and what to draw of it. */
export function useCheckout() {
  const { shop } = useRoot()
  const checkout = shop.part(createCheckout)
  return { checkout, state: useSnapshot(checkout.state) }
}
