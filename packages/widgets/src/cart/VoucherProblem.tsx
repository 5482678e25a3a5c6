import { REBATE_CODE } from '@portraitkit/core/cart/lineChanges.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'

/** A voucher that does not apply to the current cart: its name, the reason, and a button that removes it. */
export function VoucherProblem() {
  const t = useT(messages)
  const { shop } = useRoot()
  const { state, dropRebateCode } = shop.part(createCart)
  const { cart, lines, problems } = useSnapshot(state)
  if (!cart?.rebateProblem) return null
  return (
    <Notice title={t('cart.voucherOff', { code: cart.rebateCode ?? '' })}>
      <p>{problems[REBATE_CODE] ?? cart.rebateProblem}</p>
      <div>
        <Button busy={REBATE_CODE in lines} onClick={dropRebateCode}>
          {t('cart.removeVoucher')}
        </Button>
      </div>
    </Notice>
  )
}
