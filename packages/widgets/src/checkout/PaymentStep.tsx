import { useLingui } from '@lingui/react'
import type { PaymentOption } from '@portraitkit/core/checkout/contract.ts'
import { canConfirmPayment, stepStatus } from '@portraitkit/core/checkout/form.ts'
import { clientVariant } from '../pageShops.ts'
import { useRoot } from '../rootContext.ts'
import { RadioCards } from '../ui/choices/Choice.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { messages } from './messages.ts'
import { Problem } from './Problem.tsx'
import { ProviderHtml } from './ProviderHtml.tsx'
import { Step } from './Step.tsx'
import { useCheckout } from './useCheckout.ts'
import { useFields } from './useFields.ts'
import { VoucherField } from './VoucherField.tsx'

/** Step 2: the payment method. */
export function PaymentStep() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const selected = state.paymentOptions.find(({ uuid }) => uuid === state.paymentOption)
  const { money, page } = useRoot()
  // CHK-12: other texts for a phone, if the provider has some
  const isMobile = clientVariant(page) === 'mobile'
  const titleOf = (option: Pick<PaymentOption, 'title' | 'mobileTitle'>) =>
    isMobile ? option.mobileTitle : option.title
  const status = stepStatus(state, 'select-payment-option')
  return (
    <Step
      title={t(messages.payment)}
      status={status}
      editLabel={t(messages.edit)}
      editName={t(messages.editPayment)}
      onEdit={() => checkout.edit('select-payment-option')}
      summary={selected ? <strong>{titleOf(selected)}</strong> : null}
    >
      {status === 'open' ? (
        <>
          <RadioCards
            legend={t(messages.howPaid)}
            choices={state.paymentOptions.map((option) => ({
              value: option.uuid,
              label: titleOf(option),
              hint: <ProviderHtml html={isMobile ? option.mobileDescription : option.description} />,
              end: option.price > 0 ? <span translate="no">{money(option.price)}</span> : undefined,
            }))}
            value={state.paymentOption ?? undefined}
            onValue={(uuid) => void checkout.choosePayment(uuid)}
          />
          {selected ? <PaymentFields option={selected} /> : null}
          <VoucherField />
          <Problem at="select-payment-option" />
          <div>
            <Button
              kind="primary"
              width="full"
              disabled={!canConfirmPayment(state) && state.loading === null}
              busy={state.loading !== null}
              onClick={() => void checkout.confirmPayment()}
            >
              {t(messages.next)}
            </Button>
          </div>
        </>
      ) : null}
    </Step>
  )
}

function PaymentFields({ option }: { option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo' | 'minimumAge'> }) {
  const { _: t } = useLingui()
  const { state } = useCheckout()
  const bind = useFields()
  if (!option.verifyMobile && !option.requirePersonNo) return null
  return (
    <div className="pk-fields">
      {option.verifyMobile ? (
        <Field
          label={t(messages.phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...bind('mobilePhone', state.mobilePhone)}
        />
      ) : null}
      {option.requirePersonNo ? (
        <Field
          label={t(messages.pid)}
          hint={t(messages.pidHint, { age: option.minimumAge })}
          // Finnish personal ids contain letters, all others only digits.
          inputMode={state.options?.country === 'FI' ? 'text' : 'numeric'}
          autoComplete="off"
          spellCheck={false}
          required
          {...bind('pid', state.pid)}
        />
      ) : null}
    </div>
  )
}
