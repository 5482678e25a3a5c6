import { useLingui } from '@lingui/react'
import { methodPrice } from '@portraitkit/core/checkout/deliveryMethods.ts'
import { RadioCards } from '../ui/choices/Choice.tsx'
import { usePrice } from './DeliveryOptions.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** Where the order is delivered: at home, at the school, in a store, or by download. */
export function DeliveryMethods() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const price = usePrice()
  return (
    <RadioCards
      legend={t(messages.howDelivered)}
      choices={state.methods.map((each) => ({
        value: each.type,
        label: each.name,
        end: price(methodPrice(each.deliveryOptions)),
      }))}
      value={state.method?.type}
      onValue={checkout.chooseMethod}
    />
  )
}
