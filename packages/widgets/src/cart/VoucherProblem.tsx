import { useLingui } from '@lingui/react'
import { REBATE_CODE } from '@portraitkit/core/cart/lineChanges.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** A voucher that does not apply to the current cart: its name, the reason, and a button that removes it. */
export function VoucherProblem() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { state, dropRebateCode } = shop.part(createCart)
  const { cart, lines, problems } = useSnapshot(state)
  if (!cart?.rebateProblem) return null
  return (
    <Notice title={t(messages.voucherOff, { code: cart.rebateCode ?? '' })}>
      <p>{problems[REBATE_CODE] ?? cart.rebateProblem}</p>
      <div>
        <Button busy={REBATE_CODE in lines} onClick={dropRebateCode}>
          {t(messages.removeVoucher)}
        </Button>
      </div>
    </Notice>
  )
}
