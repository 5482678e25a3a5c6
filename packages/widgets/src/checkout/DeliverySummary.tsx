import { useLingui } from '@lingui/react'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { deliveryForms } from '@portraitkit/core/provider/deliveryTypes.ts'
import { useRoot } from '../rootContext.ts'
import { useCheckout } from './useCheckout.ts'
import { useDeliveryOption } from './useDeliveryOption.ts'

/** What the customer chose in the first step, once it is closed. */
export function DeliverySummary() {
  const { _: t } = useLingui()
  const { settings } = useRoot()
  const { state } = useCheckout()
  const option = useDeliveryOption()
  const { method, deliveryAddress: to, contactInfo: contact } = state
  const country = settings.locale.country.twoLetterCode
  const subject = option?.subjects.find(({ uuid }) => uuid === state.subject)
  const store = option?.pickupname
    ? [
        option.pickupname,
        option.pickupaddress1,
        placeLine(t, country, { postalCode: option.pickuppostalcode, city: option.pickupcity }),
      ]
    : []
  const school = subject ? [subject.school, [subject.name, subject.group].filter(Boolean).join(', ')] : []
  const lines =
    method && deliveryForms[method.type] === 'address'
      ? [to.name, to.address, to.address2, placeLine(t, country, to)]
      : [...store, ...school, contact.name, contact.emailAddress]
  return (
    <>
      <strong>{[...new Set([method?.name, option?.name])].filter(Boolean).join(', ')}</strong>
      <span>{lines.filter(Boolean).join('\n')}</span>
    </>
  )
}
