import { useCheckout } from './useCheckout.ts'

/** The selected option of the selected delivery method. */
export function useDeliveryOption() {
  const { state } = useCheckout()
  return state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
}
