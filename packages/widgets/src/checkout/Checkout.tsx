import { useLingui } from '@lingui/react'
import { ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRoot, useStyles } from '../rootContext.ts'
import { SurfaceByTag } from '../surface/SurfaceByTag.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { useLazyPart } from '../ui/loading/useLazyPart.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import css from './Checkout.css?inline'
import { DeliveryStep } from './DeliveryStep.tsx'
import { FinishStep } from './FinishStep.tsx'
import { messages } from './messages.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { Problem } from './Problem.tsx'
import { forgetPaidOrder, paidOrder } from './paymentReturn.ts'
import { useCheckout } from './useCheckout.ts'

/** The page 'Finish order': delivery, payment, summary. Without products it redirects to the product list (CHK-1). */
export function Checkout() {
  useStyles(css)
  const { _: t } = useLingui()
  const { emit, hrefOf, leadOn } = useRoot()
  const { checkout, state } = useCheckout()
  const signedIn = useSessionStatus()
  const [paid, setPaid] = useState<string>()
  const [isHere, setHere] = useState(false)
  const isOffered = useOffered(isHere, state)

  useEffect(() => {
    const orderUuid = paidOrder()
    if (orderUuid) {
      const [name, params] = ['receipt', { orderUuid }] as const
      if (emit('pk-navigate', { name, params, href: hrefOf(name, params) })) setPaid(orderUuid)
      else forgetPaidOrder()
      return
    }
    void checkout.start().then(() => setHere(true))
    // When the browser's Back button returns from the payment to the page, it is still as it was left: start again.
    const again = (event: PageTransitionEvent) => event.persisted && void checkout.start()
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [checkout, emit, hrefOf])
  useEffect(() => {
    if (state.status === 'empty') leadOn('products.list')
  }, [state.status, leadOn])

  // a page without an address for the receipt
  if (paid) return <SurfaceByTag tag="pk-receipt" options={{ order: paid }} waiting={<Loading />} />
  if (signedIn === 'signed-out') return <SignedOut icon={ShoppingBag} title={t(messages.signIn)} of="checkout" />
  const back = { to: 'shoppingcart', label: t(messages.back) } as const
  return (
    <Page title={t(messages.title)} back={back}>
      {state.status === 'unsold' ? (
        <UnavailableLines />
      ) : state.status === 'empty' ? (
        <EmptyCheckout />
      ) : (
        <Problem at={null} />
      )}
      {state.status === 'failed' ? (
        <div>
          <Button onClick={() => void checkout.start()}>{t(formMessages.again)}</Button>
        </div>
      ) : null}
      {state.failedPayment ? <Notice kind="danger" title={t(messages[state.failedPayment])} /> : null}
      {state.status === 'ready' ? (
        <div className="pk-checkout">
          <div className="pk-steps">
            <DeliveryStep />
            <PaymentStep />
            <FinishStep />
          </div>
          <OrderSummary />
        </div>
      ) : null}
      {isOffered ? <Offers /> : null}
      {state.status === 'idle' || state.status === 'loading' ? <Loading /> : null}
    </Page>
  )
}

function Loading() {
  const { _: t } = useLingui()
  return (
    <div className="pk-stack" role="status" aria-busy="true" aria-label={t(messages.loading)}>
      <Skeleton ratio="3 / 2" />
      <Skeleton ratio="6 / 1" />
    </div>
  )
}

/** Shown if the page does not redirect to the products. */
function EmptyCheckout() {
  const { _: t } = useLingui()
  return (
    <div className="pk-stack">
      <p className="pk-soft">{t(messages.empty)}</p>
      <div>
        <LinkButton to="products.list">{t(messages.toProducts)}</LinkButton>
      </div>
    </div>
  )
}

/** Lists pictures that were withdrawn while the page was open. */
function UnavailableLines() {
  const { _: t } = useLingui()
  return (
    <>
      <Notice kind="danger" title={t(messages.unsold)} />
      <div>
        <LinkButton to="shoppingcart" kind="primary">
          {t(messages.toCart)}
        </LinkButton>
      </div>
    </>
  )
}

/** Whether there is an offer for a visitor who arrives here. Later changes of the cart add none. */
function useOffered(isHere: boolean, { status, upsaleList }: ReturnType<typeof useCheckout>['state']): boolean {
  const [isOffered, setOffered] = useState<boolean>()
  const isReady = isHere && status === 'ready'
  const isSome = upsaleList.length > 0
  useEffect(() => {
    if (isReady) setOffered((known) => known ?? isSome)
  }, [isReady, isSome])
  return isOffered === true
}

const fetchUpsale = async () => (await import('./Upsale.tsx')).Upsale
const goOn = () => undefined

/** If the code of the offer cannot be fetched, the checkout continues without it. */
function Offers() {
  const Upsale = useLazyPart(fetchUpsale, { isNeeded: true, onFailure: goOn })
  return Upsale ? <Upsale /> : null
}
