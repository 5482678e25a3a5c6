import type { PaymentOption } from '@portraitkit/core/checkout/contract.ts'
import { canConfirmPayment, stepStatus } from '@portraitkit/core/checkout/form.ts'
import { useT } from '../locales/useT.ts'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/Choice.tsx'
import { Field } from '../ui/Field.tsx'
import { messages } from './messages.ts'
import { ProviderHtml } from './ProviderHtml.tsx'
import { Step } from './Step.tsx'
import { fieldProps, useCheckout } from './useCheckout.ts'

/** Step 2: who takes the money. */
export function PaymentStep() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const chosen = state.paymentOptions.find(({ uuid }) => uuid === state.paymentOption)
  const status = stepStatus(state, 'select-payment-option')
  return (
    <Step
      title={t('checkout.payment')}
      status={status}
      editLabel={t('checkout.edit')}
      editName={t('checkout.editPayment')}
      onEdit={() => checkout.edit('select-payment-option')}
      summary={chosen ? <strong>{chosen.title}</strong> : null}
    >
      {status === 'open' ? (
        <>
          <RadioCards
            legend={t('checkout.howPaid')}
            choices={state.paymentOptions.map((option) => ({
              value: option.uuid,
              label: option.title,
              hint: <ProviderHtml html={option.description} />,
            }))}
            value={state.paymentOption ?? undefined}
            onValue={(uuid) => void checkout.choosePayment(uuid)}
          />
          {chosen ? <PaymentFields option={chosen} /> : null}
          <div>
            <Button
              kind="primary"
              width="full"
              disabled={!canConfirmPayment(state) && state.loading === null}
              busy={state.loading === 'cart' || state.loading === 'payment-data'}
              onClick={() => void checkout.confirmPayment()}
            >
              {t('checkout.next')}
            </Button>
          </div>
        </>
      ) : null}
    </Step>
  )
}

function PaymentFields({ option }: { option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'> }) {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  if (!option.verifyMobile && !option.requirePersonNo) return null
  return (
    <div className="pk-fields">
      {option.verifyMobile ? (
        <Field
          label={t('checkout.phone')}
          type="tel"
          autoComplete="tel"
          required
          {...fieldProps(checkout, state, 'mobilePhone', state.mobilePhone)}
        />
      ) : null}
      {option.requirePersonNo ? (
        <Field
          label={t('checkout.pid')}
          inputMode="numeric"
          autoComplete="off"
          required
          {...fieldProps(checkout, state, 'pid', state.pid)}
        />
      ) : null}
    </div>
  )
}
