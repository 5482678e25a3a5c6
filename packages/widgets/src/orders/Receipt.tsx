import { useLingui } from '@lingui/react'
import { lineKindOf } from '@portraitkit/core/cart/lineKinds.ts'
import { nearestDates } from '@portraitkit/core/jobs/dates.ts'
import type { Order } from '@portraitkit/core/orders/contract.ts'
import { createOrders } from '@portraitkit/core/orders/state.ts'
import { placeLine } from '@portraitkit/core/provider/country.ts'
import { ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lineRows } from '../cart/lineRows.tsx'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { PriceLines } from '../ui/order/PriceLines.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { DownloadLinks } from './DownloadLinks.tsx'
import { messages } from './messages.ts'
import { OrderPreviews } from './OrderPreviews.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import css from './Orders.css?inline'
import { ReceiptButton } from './ReceiptButton.tsx'

// 000 §9: the order reference is the first 8 characters of the uuid
export const referenceOf = (orderUuid: string) => `#${orderUuid.slice(0, 8)}`

/** The thank-you page with the order (RCP-1). */
export function Receipt({ order: orderUuid }: { order?: string | undefined }) {
  if (!orderUuid) throw new Error('the option order is missing')
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const orders = shop.part(createOrders)
  const entry = useSnapshot(orders.state).receipts[orderUuid]
  const signedIn = useSessionStatus()
  const renew = usePictureRefresh(() => orders.openReceipt(orderUuid))
  useEffect(() => {
    void orders.openReceipt(orderUuid)
  }, [orders, orderUuid])

  if (signedIn === 'signed-out') {
    return <SignedOut icon={ReceiptText} title={t(messages.signIn)} of="receipt" params={{ orderUuid }} />
  }
  if (entry?.value) return <ReceiptOf order={entry.value as Order} onBroken={renew} />
  return (
    <Page width="text" title={t(messages.reference, { reference: referenceOf(orderUuid) })}>
      {entry?.status === 'failed' ? (
        <div className="pk-stack">
          <Notice kind="danger" title={t(messages.loadFailed)}>
            <p>{entry.error}</p>
          </Notice>
          <div className="pk-row">
            <Button onClick={() => void orders.openReceipt(orderUuid)}>{t(formMessages.again)}</Button>
            <LinkButton to="myaccount.orders">{t(messages.all)}</LinkButton>
          </div>
        </div>
      ) : (
        <div className="pk-stack" role="status" aria-busy="true" aria-label={t(messages.loading)}>
          <Skeleton ratio="5 / 2" />
          <Skeleton lines={3} />
        </div>
      )}
    </Page>
  )
}

function ReceiptOf({ order, onBroken }: { order: Order; onBroken: () => void }) {
  const { _: t } = useLingui()
  const { money } = useRoot()
  const { state, isInvoice } = order.payment
  const title = {
    awaiting: messages.awaitingTitle,
    invoiced: messages.thanks,
    failed: messages.failedTitle,
    paid: messages.thanks,
    refunded: isInvoice ? messages.cancelledTitle : messages.refundedTitle,
  } as const
  const lead = {
    awaiting: messages.awaiting,
    invoiced: messages.thanksLead,
    failed: messages.failed,
    paid: messages.thanksLead,
    refunded: isInvoice ? messages.cancelled : messages.refunded,
  } as const
  return (
    <Page width="text" title={t(title[state])} lead={t(lead[state], { email: order.contactEmail })}>
      <p className="pk-row pk-soft">
        <span>{t(messages.reference, { reference: referenceOf(order.uuid) })}</span>
        {state === 'refunded' ? null : <OrderProgress production={order.production} ended={null} />}
      </p>
      <OrderPreviews lines={order.orderLines.filter(({ type }) => type === 0)} onBroken={onBroken} />
      <section className="pk-card pk-stack" aria-label={t(messages.products)}>
        <PriceLines
          lines={order.orderLines}
          totalLabel={t(messages.total)}
          total={order.summary.totalPrice}
          write={money}
          writeRun={(count, price) => t(messages.run, { count, price })}
          writeRebate={(before, saved) => t(messages.rebate, { before, saved })}
        />
        {order.rebateCode ? <p>{t(messages.voucher, { code: order.rebateCode })}</p> : null}
      </section>
      {order.unsoldNotice ? <Notice title={order.unsoldNotice} /> : null}
      {state === 'paid' || state === 'invoiced' ? <DownloadLinks lines={order.orderLines} /> : null}
      <Facts order={order} />
      {order.digitalConsent ? <Consent {...order.digitalConsent} /> : null}
      <div className="pk-row">
        {state === 'failed' ? (
          <LinkButton to="checkout" kind="primary">
            {t(messages.toCheckout)}
          </LinkButton>
        ) : null}
        <LinkButton to="products.list" kind={state === 'failed' ? 'secondary' : 'primary'}>
          {t(messages.more)}
        </LinkButton>
        <LinkButton to="myaccount.orders">{t(messages.all)}</LinkButton>
      </div>
      {order.confirmTime ? <ReceiptButton order={order.uuid} /> : null}
    </Page>
  )
}

/** The consent given because of downloads, in its original wording. */
function Consent({ text, accepted }: NonNullable<Order['digitalConsent']>) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(accepted))
  return (
    <p className="pk-receipt-address pk-soft pk-small">
      {t(messages.consent, { date })}
      {`\n${text}`}
    </p>
  )
}

function Facts({ order }: { order: Order }) {
  const { _: t } = useLingui()
  const { settings } = useRoot()
  const { delivery, payment, comment, catalogueMaxDeliveryTime: days } = order
  const to = delivery.address
  // printed products last, downloads are deleted with their job's pictures
  const withFiles = order.orderLines.filter((line) => lineRows[lineKindOf(line)].downloads(line).length > 0)
  const address = to && [to.name, to.address, to.address2, placeLine(t, settings.locale.country.twoLetterCode, to)]
  const { pickup, school } = delivery
  const invoice = payment.state === 'refunded' ? payment.title : t(messages.invoice)
  const place =
    (school && [school.name, `${school.subject}, ${school.group}`]) ||
    (pickup && [pickup.name, pickup.address, placeLine(t, settings.locale.country.twoLetterCode, pickup)])
  return (
    <div className="pk-receipt-facts">
      <section className="pk-stack">
        <h2>{t(messages.delivery)}</h2>
        <div>
          <p>{delivery.name}</p>
          <p className="pk-soft">{delivery.deliveryTime.string}</p>
          {days === null ? null : <p className="pk-soft">{t(messages.catalogues, { days })}</p>}
          {place ? (
            <p className="pk-receipt-address" translate="no">
              {place.filter(Boolean).join('\n')}
            </p>
          ) : null}
          <JobDays of={nearestDates(withFiles.flatMap(({ dates }) => dates ?? []))} only={['deletion']} />
          {address ? (
            <p className="pk-receipt-address" translate="no">
              {address.filter(Boolean).join('\n')}
            </p>
          ) : null}
        </div>
      </section>
      <section className="pk-stack">
        <h2>{t(messages.payment)}</h2>
        <p>{payment.isInvoice ? invoice : t(messages.paidBy, { title: payment.title })}</p>
        {comment ? (
          <div>
            <p className="pk-soft pk-small">{t(messages.comment)}</p>
            <p className="pk-receipt-address">{comment}</p>
          </div>
        ) : null}
      </section>
    </div>
  )
}
