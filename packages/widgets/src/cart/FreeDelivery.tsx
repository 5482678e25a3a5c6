import { useLingui } from '@lingui/react'
import { type DeliveryCart, freeDeliveryOf } from '@portraitkit/core/cart/freeDelivery.ts'
import { Truck } from 'lucide-react'
import { useRoot } from '../rootContext.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { PriceIn } from '../ui/order/PriceIn.tsx'
import { messages } from './freeDeliveryMessages.ts'

/** CRT-6: how far the cart is from free delivery, if the shop offers it. */
export function FreeDelivery({ cart }: { cart: DeliveryCart }) {
  const { _: t } = useLingui()
  const { settings, money } = useRoot()
  const free = freeDeliveryOf(cart, settings.webshop.freeShippingThreshold)
  if (!free) return null
  return (
    <p className="pk-free-delivery" data-free={free.kind === 'free' || undefined} role="status">
      <Icon of={Truck} />
      {free.kind === 'free' ? (
        t(messages.reached)
      ) : free.kind === 'empty' ? (
        <PriceIn text={t(messages.from, { price: money(free.from) })} prices={[money(free.from)]} />
      ) : (
        <PriceIn text={t(messages.missing, { price: money(free.missing) })} prices={[money(free.missing)]} />
      )}
    </p>
  )
}
