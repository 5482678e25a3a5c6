import { isDigitsOnly } from '@portraitkit/core/checkout/postalCode.ts'
import { stateChoices } from '@portraitkit/core/checkout/requiredFields.ts'
import { asksTownFirst } from '@portraitkit/core/provider/country.ts'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { AddressSearch } from './AddressSearch.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'
import { useFields } from './useFields.ts'

/** Countries' own names for parts of an address, where they differ from the usual ones. */
const codeNames = { US: 'checkout.zip', GB: 'checkout.postcode', AU: 'checkout.postcode' } as const
const cityNames = { GB: 'checkout.town', AU: 'checkout.suburb' } as const
const nameOf = <Id extends string>(names: Readonly<Record<string, Id>>, country: string) => names[country]

/** The shipping form, in the order in which the country writes an address (CHK-8, CHK-9). */
export function AddressFields() {
  const t = useT(messages)
  const { language } = useRoot()
  const bind = useFields()
  const { state } = useCheckout()
  const { options, deliveryAddress: address } = state
  if (!options) return null
  const { country } = options
  const code = options.hidePostalCode ? null : (
    <Field
      key="code"
      label={t(nameOf(codeNames, country) ?? 'checkout.postalCode')}
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
      label={t(nameOf(cityNames, country) ?? 'checkout.city')}
      autoComplete="address-level2"
      required
      {...bind('deliveryAddress.city', address.city)}
    />
  )
  const region = options.gatherState ? (
    <Select
      key="state"
      label={t('checkout.state')}
      autoComplete="address-level1"
      options={[
        { value: '', label: t('checkout.chooseState') },
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
      <Field label={t('checkout.name')} autoComplete="name" required {...bind('deliveryAddress.name', address.name)} />
      {options.useAddressAutocompleteService ? (
        <AddressSearch label={t('checkout.address')} {...line} />
      ) : (
        <Field label={t('checkout.address')} autoComplete="address-line1" required {...line} />
      )}
      {options.gatherAddress2 ? (
        <Field
          label={t('checkout.address2')}
          note={t('checkout.optional')}
          autoComplete="address-line2"
          {...bind('deliveryAddress.address2', address.address2)}
        />
      ) : null}
      <div className="pk-fields-line" data-count={place.filter(Boolean).length}>
        {place}
      </div>
      {options.showDisabledDeliveryCountry ? (
        <Field
          label={t('checkout.country')}
          hint={t('checkout.countryHint')}
          autoComplete="country-name"
          value={new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country}
          onValue={() => {}}
          disabled
        />
      ) : null}
    </div>
  )
}
