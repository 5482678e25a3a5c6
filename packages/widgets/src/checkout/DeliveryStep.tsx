import { isOffered, methodPrice, needsAddress } from '@portraitkit/core/checkout/delivery.ts'
import { canConfirmDelivery, stepStatus } from '@portraitkit/core/checkout/form.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { JobDays } from '../jobs/JobDays.tsx'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/Choice.tsx'
import { Field } from '../ui/Field.tsx'
import { AddressFields } from './AddressFields.tsx'
import { messages } from './messages.ts'
import { Step } from './Step.tsx'
import { fieldProps, useCheckout } from './useCheckout.ts'

/** Step 1: how it comes, and to whom. */
export function DeliveryStep() {
  const t = useT(messages)
  const { money } = useRoot()
  const { checkout, state } = useCheckout()
  const { method, methods } = state
  const price = (amount: number) => (amount === 0 ? t('checkout.free') : money(amount))
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
      {state.freeDeliveryUntil ? <JobDays of={{ freeDeliveryUntil: state.freeDeliveryUntil }} /> : null}
      {method && method.deliveryOptions.length > 1 ? <Options /> : null}
      {method?.type === 'postage' ? <ShippedWithin /> : null}
      {method && needsAddress(method.type) ? <AddressFields /> : null}
      {method && !needsAddress(method.type) ? <ContactFields /> : null}
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

function Options() {
  const t = useT(messages)
  const { money, language } = useRoot()
  const { checkout, state } = useCheckout()
  const until = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  return (
    <RadioCards
      legend={t('checkout.whichOption')}
      choices={(state.method?.deliveryOptions ?? [])
        .filter((option) => isOffered(option, new Date()))
        .map((option) => ({
          value: option.uuid,
          label: option.name,
          hint:
            option.isExpress && option.expire
              ? t('checkout.express', { date: until(option.expire) })
              : option.description,
          end: option.price === 0 ? t('checkout.free') : money(option.price),
        }))}
      value={state.deliveryOption ?? undefined}
      onValue={checkout.chooseOption}
    />
  )
}

function ShippedWithin() {
  const t = useT(messages)
  const { state } = useCheckout()
  const option = state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
  return option ? <p className="pk-soft">{t('checkout.shippedWithin', { days: option.deliverytime })}</p> : null
}

function ContactFields() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const { name, emailAddress } = state.contactInfo
  return (
    <div className="pk-fields">
      <Field
        label={t('checkout.name')}
        autoComplete="name"
        required
        {...fieldProps(checkout, state, 'contactInfo.name', name)}
      />
      <Field
        label={t('checkout.email')}
        type="email"
        autoComplete="email"
        required
        {...fieldProps(checkout, state, 'contactInfo.emailAddress', emailAddress)}
      />
    </div>
  )
}

function DeliverySummary() {
  const { settings } = useRoot()
  const { state } = useCheckout()
  const { method, deliveryAddress: to, contactInfo: contact, deliveryOption } = state
  const option = method?.deliveryOptions.find(({ uuid }) => uuid === deliveryOption)
  const lines =
    method && needsAddress(method.type)
      ? [to.name, to.address, to.address2, placeLine(settings.locale.country.twoLetterCode, to)]
      : [contact.name, contact.emailAddress]
  return (
    <>
      <strong>{[...new Set([method?.name, option?.name])].filter(Boolean).join(', ')}</strong>
      <span>{lines.filter(Boolean).join('\n')}</span>
    </>
  )
}
