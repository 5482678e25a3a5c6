import { useLingui } from '@lingui/react'
import { useRoot } from '../rootContext.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { PriceLines } from '../ui/order/PriceLines.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** The order line by line, with the fees of the selected options and the total (CHK-14). */
export function OrderSummary() {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { state } = useCheckout()
  if (!state.cart) return null
  const write = (amount: number) => (state.loading === 'cart' ? t(messages.changing) : money(amount))
  return (
    <aside className="pk-card pk-checkout-side pk-stack" aria-label={t(messages.yourOrder)}>
      <h2>{t(messages.yourOrder)}</h2>
      <PriceLines
        lines={state.cart.orderLines}
        totalLabel={t(messages.total)}
        total={state.cart.summary.totalPrice}
        write={write}
      />
      <CartChanges />
      {state.cart.rebateProblem ? (
        <Notice title={t(messages.voucherOff, { code: state.cart.rebateCode ?? '' })}>
          <p>{state.cart.rebateProblem}</p>
        </Notice>
      ) : null}
    </aside>
  )
}

/** What is different since the lines were put into the cart, so that nobody orders what they have not seen. */
function CartChanges() {
  const { _: t } = useLingui()
  const { cart } = useCheckout().state
  const lines = cart?.orderLines ?? []
  const leftOut = cart?.leftOut
  const changes = [
    lines.some((line) => line.hasNewPicture) && ([messages.newPicture, messages.newPictureText] as const),
    lines.some((line) => line.hasFewerPictures) && ([messages.fewerPictures, messages.fewerPicturesText] as const),
    lines.some((line) => line.hasNewClass) && ([messages.newClass, messages.newClassText] as const),
    leftOut && ([messages.leftOut, leftOut.hasLostPicture ? messages.lostPictureText : messages.leftOutText] as const),
  ]
  return changes.map((change) =>
    change ? (
      <Notice key={change[0].id} title={t(change[0])}>
        <p>{t(change[1])}</p>
        <p>
          <LinkButton to="shoppingcart" look="text">
            {t(messages.toCart)}
          </LinkButton>
        </p>
      </Notice>
    ) : null,
  )
}
