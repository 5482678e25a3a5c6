import { useLingui } from '@lingui/react'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { createOrders } from '@portraitkit/core/orders/state.ts'
import { ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { PriceLines } from '../ui/order/PriceLines.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Accordion } from '../ui/panels/Accordion.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Empty } from '../ui/states/Empty.tsx'
import { SignedOut } from '../ui/states/SignedOut.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../ui/states/useSessionStatus.ts'
import { messages } from './messages.ts'
import { OrderPreviews } from './OrderPreviews.tsx'
import { OrderProgress } from './OrderProgress.tsx'
import css from './Orders.css?inline'
import { referenceOf } from './Receipt.tsx'

/** The order history: an entry opens its details (ORD-1). `order` is opened at once. */
export function Orders({ order }: { order?: string | undefined }) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language, money } = useRoot()
  const orders = shop.part(createOrders)
  const { list } = useSnapshot(orders.state)
  const signedIn = useSessionStatus()
  useEffect(() => void orders.load(), [orders])
  useEffect(() => {
    if (order) void orders.open(order)
  }, [orders, order])

  if (signedIn === 'signed-out') {
    return (
      <SignedOut
        icon={ReceiptText}
        title={t(messages.signIn)}
        of="myaccount.orders"
        params={order ? { orderUuid: order } : {}}
      />
    )
  }
  if (list.value?.length === 0) {
    return (
      <Empty slot="empty" icon={ReceiptText} title={t(messages.emptyTitle)}>
        <p className="pk-soft">{t(messages.empty)}</p>
        <LinkButton to="products.list" kind="primary">
          {t(messages.toProducts)}
        </LinkButton>
      </Empty>
    )
  }
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Page width="text" title={t(messages.title)}>
      {list.status === 'failed' ? (
        <div className="pk-stack">
          <Notice kind="danger" title={t(messages.loadFailed)}>
            <p>{list.error}</p>
          </Notice>
          <div>
            <Button onClick={() => void orders.load()}>{t(formMessages.again)}</Button>
          </div>
        </div>
      ) : null}
      {list.status === 'loading' ? <Skeleton lines={4} /> : null}
      {list.value ? (
        <Accordion
          items={list.value.map(({ uuid, confirmTime, totalPrice, production, ended }) => ({
            key: uuid,
            open: uuid === order,
            onToggle: (open: boolean) => open && void orders.open(uuid),
            summary: (
              <span className="pk-order-summary">
                <span>
                  {when.format(new Date(confirmTime))} <span className="pk-soft">{referenceOf(uuid)}</span>{' '}
                  <OrderProgress production={production} ended={ended} />
                </span>
                <span className="pk-price" translate="no">
                  {money(totalPrice)}
                </span>
              </span>
            ),
            content: <OrderDetails uuid={uuid} />,
          }))}
        />
      ) : null}
    </Page>
  )
}

function OrderDetails({ uuid }: { uuid: string }) {
  const { _: t } = useLingui()
  const { shop, money } = useRoot()
  const orders = shop.part(createOrders)
  const entry = useSnapshot(orders.state).details[uuid]
  const renew = usePictureRefresh(() => orders.open(uuid))
  if (entry?.status === 'failed') {
    return (
      <div className="pk-stack">
        <Notice kind="danger" title={t(messages.loadFailed)}>
          <p>{entry.error}</p>
        </Notice>
        <div>
          <Button onClick={() => void orders.open(uuid)}>{t(formMessages.again)}</Button>
        </div>
      </div>
    )
  }
  if (!entry?.value) return <Skeleton lines={3} />
  const { orderLines, rebateCode, unsoldNotice } = entry.value
  const products = orderLines.filter(({ type }) => type === 0) as OrderLine[]
  const total = orderLines.find(({ type }) => type === 4)?.actualLinePrice
  return (
    <div className="pk-receipt">
      <OrderPreviews lines={products} onBroken={renew} />
      <PriceLines
        lines={orderLines}
        totalLabel={t(messages.total)}
        total={total ?? orderLines.reduce((sum, line) => sum + line.actualLinePrice, 0)}
        write={money}
        writeRun={(count, price) => t(messages.run, { count, price })}
        writeRebate={(before, saved) => t(messages.rebate, { before, saved })}
      />
      {unsoldNotice ? <p>{unsoldNotice}</p> : null}
      {rebateCode ? <p>{t(messages.voucher, { code: rebateCode })}</p> : null}
      <div>
        <LinkButton to="receipt" params={{ orderUuid: uuid }}>
          {t(messages.details)}
        </LinkButton>
      </div>
    </div>
  )
}
