import { methodPrice } from '@portraitkit/core/checkout/deliveryMethods.ts'
import { canConfirmDelivery, stepStatus } from '@portraitkit/core/checkout/form.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { type DeliveryType, deliveryForms } from '@portraitkit/core/provider/deliveryTypes.ts'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { RadioCards } from '../ui/choices/Choice.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { AddressFields } from './AddressFields.tsx'
import { DeliveryOptions, usePrice } from './DeliveryOptions.tsx'
import { messages } from './messages.ts'
import { Problem } from './Problem.tsx'
import { Step } from './Step.tsx'
import { useCheckout } from './useCheckout.ts'
import { useFields } from './useFields.ts'

/** Step 1: the delivery method and the address. */
export function DeliveryStep() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const { method, methods } = state
  const form = method && deliveryForms[method.type]
  const price = usePrice()
  return (
    <Step
      title={t('checkout.delivery')}
      status={stepStatus(state, 'select-delivery-option')}
      editLabel={t('checkout.edit')}
      editName={t('checkout.editDelivery')}
      onEdit={() => checkout.edit('select-delivery-option')}
      summary={<DeliverySummary />}
    >
      <RadioCards
        legend={t('checkout.howDelivered')}
        choices={methods.map((each) => ({
          value: each.type,
          label: each.name,
          end: price(methodPrice(each.deliveryOptions)),
        }))}
        value={method?.type}
        onValue={checkout.chooseMethod}
      />
      <DeliveryOptions />
      {form === 'child' ? <Subject /> : null}
      <DeliveryTime />
      {form === 'address' ? <AddressFields /> : form && <ContactFields />}
      <Problem at="select-delivery-option" />
      <div>
        <Button
          kind="primary"
          width="full"
          busy={state.loading === 'payment-options'}
          disabled={!canConfirmDelivery(state) && state.loading === null}
          onClick={() => void checkout.confirmDelivery()}
        >
          {t('checkout.next')}
        </Button>
      </div>
    </Step>
  )
}

/** The selected option. */
function useOption() {
  const { state } = useCheckout()
  return state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
}

/** The child in whose group the order is handed out (CHK-3). */
function Subject() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const option = useOption()
  return (
    <RadioCards
      legend={t('checkout.whichGroup')}
      choices={(option?.subjects ?? []).map(({ uuid, name, group, school }) => ({
        value: uuid,
        label: group ? `${name}, ${group}` : name,
        hint: school,
      }))}
      value={state.subject || undefined}
      onValue={(uuid) => checkout.setField('subject', uuid)}
    />
  )
}

const whenTexts: Record<DeliveryType, keyof typeof messages> = {
  postage: 'checkout.shippedWithin',
  'store-pickup': 'checkout.readyWithin',
  'school-pickup': 'checkout.atSchoolWithin',
  'digital-delivery': 'checkout.instant',
}

/** The delivery time, and which parts of the order are delivered in another way (CHK-7). */
function DeliveryTime() {
  const t = useT(messages)
  const { state } = useCheckout()
  const option = useOption()
  const { method, contains, catalogueMaxDeliveryTime: catalogues } = state
  if (!option || !method) return null
  return (
    <div className="pk-soft pk-when">
      <p>{t(whenTexts[method.type], { days: option.deliverytime })}</p>
      {contains.digital && contains.delivered ? <p>{t('checkout.digitalToo')}</p> : null}
      {catalogues === null ? null : <p>{t('checkout.catalogues', { days: catalogues })}</p>}
    </div>
  )
}

function ContactFields() {
  const t = useT(messages)
  const { state } = useCheckout()
  const bind = useFields()
  const { name, emailAddress } = state.contactInfo
  return (
    <div className="pk-fields">
      <Field label={t('checkout.name')} autoComplete="name" required {...bind('contactInfo.name', name)} />
      <Field
        label={t('checkout.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...bind('contactInfo.emailAddress', emailAddress)}
      />
    </div>
  )
}

function DeliverySummary() {
  const { settings } = useRoot()
  const { state } = useCheckout()
  const option = useOption()
  const { method, deliveryAddress: to, contactInfo: contact } = state
  const country = settings.locale.country.twoLetterCode
  const subject = option?.subjects.find(({ uuid }) => uuid === state.subject)
  const store = option?.pickupname
    ? [
        option.pickupname,
        option.pickupaddress1,
        placeLine(country, { postalCode: option.pickuppostalcode, city: option.pickupcity }),
      ]
    : []
  const school = subject ? [subject.school, [subject.name, subject.group].filter(Boolean).join(', ')] : []
  const lines =
    method && deliveryForms[method.type] === 'address'
      ? [to.name, to.address, to.address2, placeLine(country, to)]
      : [...store, ...school, contact.name, contact.emailAddress]
  return (
    <>
      <strong>{[...new Set([method?.name, option?.name])].filter(Boolean).join(', ')}</strong>
      <span>{lines.filter(Boolean).join('\n')}</span>
    </>
  )
}
