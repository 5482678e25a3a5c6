import { useLingui } from '@lingui/react'
import type { AnswerOf } from '@portraitkit/core/endpoint.ts'
import type { Order, orders } from '@portraitkit/core/orders/contract.ts'
import { messages } from './messages.ts'

type Listed = AnswerOf<typeof orders.list>[number]
type Props = Pick<Order, 'production'> & { ended: Listed['ended'] }

/** The progress of an order, if there is any: in production, sent, refunded or cancelled. */
export function OrderProgress({ production, ended }: Props) {
  const { _: t } = useLingui()
  if (ended) {
    const words = ended === 'refunded' ? messages.wasRefunded : messages.wasCancelled
    return <span className="pk-order-progress">{t(words)}</span>
  }
  if (production === 'new') return null
  return (
    <span className="pk-order-progress" data-state={production}>
      {t(production === 'sent' ? messages.sent : messages.inProduction)}
    </span>
  )
}
