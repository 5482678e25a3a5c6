import { stateChoices } from '@portraitkit/core/checkout/delivery.ts'
import { asksTownFirst } from '@portraitkit/core/provider/country.ts'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Field, Select } from '../ui/Field.tsx'
import { messages } from './messages.ts'
import { fieldProps, useCheckout } from './useCheckout.ts'

/** The shipping form, in the order that the country writes an address (CHK-8, CHK-9). */
export function AddressFields() {
  const t = useT(messages)
  const { settings } = useRoot()
  const { checkout, state } = useCheckout()
  const { options, deliveryAddress: address } = state
  const country = settings.locale.country.twoLetterCode
  if (!options) return null
  const bind = (name: keyof typeof address) => fieldProps(checkout, state, `deliveryAddress.${name}`, address[name])
  const code = options.hidePostalCode ? null : (
    <Field
      label={country === 'US' ? t('checkout.zip') : t('checkout.postalCode')}
      autoComplete="postal-code"
      inputMode={country === 'GB' ? 'text' : 'numeric'}
      required
      {...bind('postalCode')}
    />
  )
  const city = <Field label={t('checkout.city')} autoComplete="address-level2" required {...bind('city')} />
  return (
    <div className="pk-fields">
      <Field label={t('checkout.name')} autoComplete="name" required {...bind('name')} />
      <Field label={t('checkout.address')} autoComplete="address-line1" required {...bind('address')} />
      {options.gatherAddress2 ? (
        <Field
          label={t('checkout.address2')}
          note={t('checkout.optional')}
          autoComplete="address-line2"
          {...bind('address2')}
        />
      ) : null}
      <div className="pk-fields-pair">
        {asksTownFirst(country) ? city : code}
        {asksTownFirst(country) ? code : city}
      </div>
      {options.gatherState ? (
        <Select
          label={t('checkout.state')}
          autoComplete="address-level1"
          options={[
            { value: '', label: t('checkout.chooseState') },
            ...stateChoices(options).map(({ key, name }) => ({ value: key, label: name })),
          ]}
          required
          {...bind('state')}
        />
      ) : null}
      {options.showDisabledDeliveryCountry ? (
        <Field label={t('checkout.country')} value={country} onValue={() => {}} disabled />
      ) : null}
    </div>
  )
}
