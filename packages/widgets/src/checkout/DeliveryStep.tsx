import { useLingui } from '@lingui/react'
import { canConfirmDelivery, stepStatus } from '@portraitkit/core/checkout/form.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import { type DeliveryType, deliveryForms } from '@portraitkit/core/provider/deliveryTypes.ts'
import { RadioCards } from '../ui/choices/Choice.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { AddressFields } from './AddressFields.tsx'
import { DeliveryMethods } from './DeliveryMethods.tsx'
import { DeliveryOptions } from './DeliveryOptions.tsx'
import { DeliverySummary } from './DeliverySummary.tsx'
import { messages } from './messages.ts'
import { Problem } from './Problem.tsx'
import { Step } from './Step.tsx'
import { useCheckout } from './useCheckout.ts'
import { useDeliveryOption } from './useDeliveryOption.ts'
import { useFields } from './useFields.ts'

/** Step 1: the delivery method and the address. */
export function DeliveryStep() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const { method } = state
  const form = method && deliveryForms[method.type]
  return (
    <Step
      title={t(messages.delivery)}
      status={stepStatus(state, 'select-delivery-option')}
      editLabel={t(messages.edit)}
      editName={t(messages.editDelivery)}
      onEdit={() => checkout.edit('select-delivery-option')}
      summary={<DeliverySummary />}
    >
      <DeliveryMethods />
      <DeliveryOptions />
      {form === 'child' ? <Subject /> : null}
      <DeliveryTime />
      {form === 'address' ? <AddressFields /> : form && <ContactFields />}
      <Problem at="select-delivery-option" />
      <div>
        <Button
          kind="primary"
          width="full"
          busy={state.loading !== null}
          disabled={!canConfirmDelivery(state) && state.loading === null}
          onClick={() => void checkout.confirmDelivery()}
        >
          {t(messages.next)}
        </Button>
      </div>
    </Step>
  )
}

/** The child in whose group the order is handed out (CHK-3). */
function Subject() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const option = useDeliveryOption()
  return (
    <RadioCards
      legend={t(messages.whichGroup)}
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

const whenTexts: Record<DeliveryType, Message> = {
  postage: messages.shippedWithin,
  'store-pickup': messages.readyWithin,
  'school-pickup': messages.atSchoolWithin,
  'digital-delivery': messages.instant,
}

/** The delivery time, and which parts of the order are delivered in another way (CHK-7). */
function DeliveryTime() {
  const { _: t } = useLingui()
  const { state } = useCheckout()
  const option = useDeliveryOption()
  const { method, contains, catalogueMaxDeliveryTime: catalogues } = state
  if (!option || !method) return null
  return (
    <div className="pk-soft pk-when">
      <p>{t(whenTexts[method.type], { days: option.deliverytime })}</p>
      {contains.digital && contains.delivered ? <p>{t(messages.digitalToo)}</p> : null}
      {catalogues === null ? null : <p>{t(messages.catalogues, { days: catalogues })}</p>}
    </div>
  )
}

function ContactFields() {
  const { _: t } = useLingui()
  const { state } = useCheckout()
  const bind = useFields()
  const { name, emailAddress } = state.contactInfo
  return (
    <div className="pk-fields">
      <Field label={t(messages.name)} autoComplete="name" required {...bind('contactInfo.name', name)} />
      <Field
        label={t(messages.email)}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...bind('contactInfo.emailAddress', emailAddress)}
      />
    </div>
  )
}
