import type { FieldName } from '@portraitkit/core/checkout/form.ts'
import { shownProblem } from '@portraitkit/core/checkout/form.ts'
import { type CheckoutPart, createCheckout } from '@portraitkit/core/checkout/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../root.tsx'

/** The checkout and what to draw of it. */
export function useCheckout() {
  const { shop } = useRoot()
  const checkout = shop.part(createCheckout)
  return { checkout, state: useSnapshot(checkout.state) }
}

type Drawn = ReturnType<typeof useCheckout>['state']

/** Binds a field of the forms: its value, its change, its leaving and its problem. */
export function fieldProps(checkout: CheckoutPart, state: Drawn, name: FieldName, value: string) {
  return {
    value,
    onValue: (typed: string) => checkout.setField(name, typed),
    onBlur: () => checkout.leaveField(name),
    error: shownProblem(state, name),
  }
}
