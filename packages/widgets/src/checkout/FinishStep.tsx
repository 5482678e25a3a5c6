import { useLingui } from '@lingui/react'
import { canBuy, stepStatus } from '@portraitkit/core/checkout/form.ts'
import { useState } from 'react'
import { clientVariant } from '../pageShops.ts'
import { useRoot } from '../rootContext.ts'
import { Checkbox } from '../ui/choices/Choice.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { BottomBar } from '../ui/order/BottomBar.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'
import { Problem } from './Problem.tsx'
import { paymentReturn } from './paymentReturn.ts'
import { Step } from './Step.tsx'
import { useCheckout } from './useCheckout.ts'

/** Step 3: comment, terms, and the order itself. Inactive until delivery and payment are selected (CHK-21). */
export function FinishStep() {
  const { _: t } = useLingui()
  const { navigate, hrefOf, money, page } = useRoot()
  const { checkout, state } = useCheckout()
  const status = stepStatus(state, 'confirm-order')
  const total = state.loading === 'cart' ? t(messages.changing) : money(state.cart?.summary.totalPrice ?? 0)

  const buy = async () => {
    const bought = await checkout.buy({ client: clientVariant(page), ...paymentReturn(page, hrefOf) })
    if (!bought) return
    if (bought.alreadyPaid) navigate('receipt', { orderUuid: bought.orderUuid })
    else location.assign(bought.paymentHref)
  }
  return (
    <Step title={t(messages.finish)} status={status}>
      {state.options?.disableOrderComment ? null : (
        <TextArea
          label={t(messages.comment)}
          note={t(messages.optional)}
          rows={4}
          maxLength={2000}
          value={state.comment}
          onValue={checkout.setComment}
        />
      )}
      <Terms />
      {state.createTransactionError ? <Notice kind="danger" title={state.createTransactionError} /> : null}
      <Problem at="confirm-order" />
      {status === 'open' ? (
        <BottomBar
          price={total}
          busy={state.creating}
          disabled={!canBuy(state) && !state.creating}
          onClick={() => void buy()}
        >
          {state.creating ? t(messages.leaving) : t(messages.buy)}
        </BottomBar>
      ) : (
        <Button kind="primary" width="full" disabled>
          {t(messages.buy)}
        </Button>
      )}
    </Step>
  )
}

/** The consents: the terms of purchase, and the immediate delivery of downloads. */
function Terms() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const [open, setOpen] = useState(false)
  return (
    <div className="pk-terms">
      <Checkbox
        label={t(messages.acceptTerms)}
        checked={state.termsAccepted}
        onChecked={checkout.acceptTerms}
        required
      />
      <p>
        <button type="button" className="pk-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(messages.termsLink)}
        </button>
      </p>
      {state.digitalConsent === null ? null : (
        <Checkbox
          label={state.digitalConsent}
          checked={state.digitalConsentGiven}
          onChecked={checkout.giveDigitalConsent}
          required
        />
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t(messages.termsLink)} closeLabel={t(messages.close)}>
        <p className="pk-terms-text">{state.termsOfPurchase}</p>
      </Dialog>
    </div>
  )
}
