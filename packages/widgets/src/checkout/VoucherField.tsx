import { useLingui } from '@lingui/react'
import { type FormEvent, useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** The field for a voucher's code, and the saving once it was accepted (CHK-13). Nothing if no voucher is valid at present. */
export function VoucherField() {
  const { _: t } = useLingui()
  const { checkout, state } = useCheckout()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const used = state.cart?.rebateCode ?? null
  if (used !== null) return <UsedVoucher code={used} />
  if (!state.hasActiveRebateCampaigns) return null

  const use = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '' && (await checkout.useVoucher(code))) setCode('')
  }
  const error = isMissing ? t(messages.voucherMissing) : state.voucherError
  return (
    <form className="pk-voucher" noValidate onSubmit={(event) => void use(event)}>
      <Field
        label={t(messages.voucher)}
        note={t(messages.optional)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={code}
        onValue={(value) => {
          setCode(value)
          setMissing(false)
        }}
        error={error || undefined}
      />
      <Button type="submit" busy={state.loading === 'voucher'}>
        {t(messages.useVoucher)}
      </Button>
    </form>
  )
}

function UsedVoucher({ code }: { code: string }) {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { checkout, state } = useCheckout()
  const line = state.cart?.orderLines.find(({ type }) => type === 2)
  return (
    <div className="pk-voucher-used" role="status">
      <p>
        <strong>{t(line ? messages.voucherOn : messages.voucherOff, { code })}</strong>
        {line ? <span className="pk-soft pk-price" translate="no">{` ${money(line.actualLinePrice)}`}</span> : null}
      </p>
      <Button
        kind="quiet"
        label={t(messages.removeVoucher)}
        busy={state.loading === 'voucher'}
        onClick={() => void checkout.useVoucher('')}
      >
        {t(messages.remove)}
      </Button>
    </div>
  )
}
