import { useLingui } from '@lingui/react'
import { productLines } from '@portraitkit/core/cart/cart.ts'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { nearestDates } from '@portraitkit/core/jobs/dates.ts'
import { Plus, ShoppingBag } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { PriceLines } from '../ui/order/PriceLines.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import css from './Cart.css?inline'
import { CartLine } from './CartLine.tsx'
import { CheckoutButton } from './CheckoutButton.tsx'
import { FreeDelivery } from './FreeDelivery.tsx'
import { messages } from './messages.ts'
import { VoucherProblem } from './VoucherProblem.tsx'

/** The shopping cart. An empty one goes to the product list (CRT-1). */
export function Cart() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, money, leadOn } = useRoot()
  const cart = shop.part(createCart)
  const state = useSnapshot(cart.state)
  const lines = state.cart ? (productLines(state.cart) as OrderLine[]) : []
  const isEmpty = state.status === 'ready' && lines.length === 0
  const missing = state.cart?.missingLines ?? 0

  useEffect(() => void cart.refresh(), [cart])
  useEffect(() => {
    // what is missing is told first
    if (isEmpty && missing === 0) leadOn('products.list')
  }, [isEmpty, missing, leadOn])

  if (state.status === 'signed-out') {
    return <SignedOut icon={ShoppingBag} title={t(messages.signIn)} of="shoppingcart" />
  }
  if (!state.cart || isEmpty) {
    return (
      <Page title={t(messages.title)}>
        {state.status === 'failed' ? (
          <div className="pk-stack">
            <Notice kind="danger" title={t(messages.failed)}>
              <p>{state.error}</p>
            </Notice>
            <div>
              <Button onClick={() => void cart.refresh()}>{t(formMessages.again)}</Button>
            </div>
          </div>
        ) : isEmpty ? (
          <div className="pk-stack">
            {missing > 0 ? <MissingLines count={missing} /> : <p className="pk-soft">{t(messages.empty)}</p>}
            <div>
              <LinkButton to="products.list" icon={Plus}>
                {t(messages.addMore)}
              </LinkButton>
            </div>
          </div>
        ) : (
          <div className="pk-stack" role="status" aria-busy="true" aria-label={t(messages.loading)}>
            <Skeleton ratio="5 / 2" />
            <Skeleton ratio="5 / 2" />
          </div>
        )}
      </Page>
    )
  }
  const isChanging = Object.keys(state.lines).length > 0
  const nearest = nearestDates(lines.flatMap(({ dates, isOffered }) => (isOffered && dates ? [dates] : [])))
  const write = (amount: number) => (isChanging ? t(messages.changing) : money(amount))
  return (
    <Page title={t(messages.title)}>
      <div className="pk-stack">
        {missing > 0 ? <MissingLines count={missing} /> : null}
        <div className="pk-cart">
          <ul className="pk-lines">
            {lines.map((line) => (
              <CartLine key={line.uuid} line={line} isAlone={lines.length === 1} />
            ))}
          </ul>
          <aside className="pk-cart-side" aria-label={t(messages.summary)}>
            <div className="pk-card pk-stack">
              <PriceLines
                lines={state.cart.orderLines.filter(({ isOffered }) => isOffered)}
                totalLabel={t(messages.total)}
                total={state.cart.summary.totalPrice}
                write={write}
              />
            </div>
            <VoucherProblem />
            <FreeDelivery cart={state.cart} />
            <p className="pk-soft pk-small">{t(messages.includes)}</p>
            <JobDays of={nearest} />
            <LinkButton to="products.list" width="full" icon={Plus}>
              {t(messages.addMore)}
            </LinkButton>
            <CheckoutButton price={write(state.cart.summary.totalPrice)} isChanging={isChanging} />
          </aside>
        </div>
      </div>
    </Page>
  )
}

function MissingLines({ count }: { count: number }) {
  const { _: t } = useLingui()
  return (
    <Notice>
      <p>{t(messages.missing, { count })}</p>
    </Notice>
  )
}
