import { useLingui } from '@lingui/react'
import { isDigitsOnly } from '@portraitkit/core/checkout/postalCode.ts'
import { stateChoices } from '@portraitkit/core/checkout/requiredFields.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import { asksTownFirst } from '@portraitkit/core/provider/country.ts'
import { useRoot } from '../rootContext.ts'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { AddressSearch } from './AddressSearch.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'
import { useFields } from './useFields.ts'

/** Countries' own names for parts of an address, where they differ from the usual ones. */
const codeNames = { US: messages.zip, GB: messages.postcode, AU: messages.postcode } as const
const cityNames = { GB: messages.town, AU: messages.suburb } as const
const nameOf = (names: Readonly<Record<string, Message>>, country: string) => names[country]

/** The shipping form, in the order in which the country writes an address (CHK-8, CHK-9). */
export function AddressFields() {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const bind = useFields()
  const { state } = useCheckout()
  const { options, deliveryAddress: address } = state
  if (!options) return null
  const { country } = options
  const code = options.hidePostalCode ? null : (
    <Field
      key="code"
      label={t(nameOf(codeNames, country) ?? messages.postalCode)}
      autoComplete="postal-code"
      inputMode={isDigitsOnly(country) || country === 'US' ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      required
      {...bind('deliveryAddress.postalCode', address.postalCode)}
    />
  )
  const city = (
    <Field
      key="city"
      label={t(nameOf(cityNames, country) ?? messages.city)}
      autoComplete="address-level2"
      required
      {...bind('deliveryAddress.city', address.city)}
    />
  )
  const region = options.gatherState ? (
    <Select
      key="state"
      label={t(messages.state)}
      autoComplete="address-level1"
      options={[
        { value: '', label: t(messages.chooseState) },
        ...stateChoices(options).map(({ key, name }) => ({ value: key, label: name })),
      ]}
      required
      {...bind('deliveryAddress.state', address.state)}
    />
  ) : null
  // The United Kingdom writes the code last, the United States and Australia write it after the state; elsewhere it begins the
  // line.
  const place = asksTownFirst(country) ? [city, region, code] : [code, city, region]
  const line = bind('deliveryAddress.address', address.address)
  return (
    <div className="pk-fields">
      <Field label={t(messages.name)} autoComplete="name" required {...bind('deliveryAddress.name', address.name)} />
      {options.useAddressAutocompleteService ? (
        <AddressSearch label={t(messages.address)} {...line} />
      ) : (
        <Field label={t(messages.address)} autoComplete="address-line1" required {...line} />
      )}
      {options.gatherAddress2 ? (
        <Field
          label={t(messages.address2)}
          note={t(messages.optional)}
          autoComplete="address-line2"
          {...bind('deliveryAddress.address2', address.address2)}
        />
      ) : null}
      <div className="pk-fields-line" data-count={place.filter(Boolean).length}>
        {place}
      </div>
      {options.showDisabledDeliveryCountry ? (
        <Field
          label={t(messages.country)}
          hint={t(messages.countryHint)}
          autoComplete="country-name"
          value={new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country}
          onValue={() => {}}
          disabled
        />
      ) : null}
    </div>
  )
}
