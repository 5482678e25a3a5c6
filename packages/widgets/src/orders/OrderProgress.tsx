import type { Order } from '@portraitkit/core/orders/contract.ts'
import { useT } from '../locales/useT.ts'
import { messages } from './messages.ts'

/** How far an order is, where there is something to tell: the lab is at it, it was sent, or its money went back. */
export function OrderProgress({ production, isRefunded }: { production: Order['production']; isRefunded: boolean }) {
  const t = useT(messages)
  if (isRefunded) return <span className="pk-order-progress">{t('orders.wasRefunded')}</span>
  if (production === 'new') return null
  return (
    <span className="pk-order-progress" data-state={production}>
      {t(production === 'sent' ? 'orders.sent' : 'orders.inProduction')}
    </span>
  )
}
