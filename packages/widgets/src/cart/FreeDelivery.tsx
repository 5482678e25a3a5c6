import { type DeliveryCart, freeDeliveryOf } from '@portraitkit/core/cart/freeDelivery.ts'
import { Truck } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { messages } from './freeDeliveryMessages.ts'

/** CRT-6: how far the cart is from free delivery, if the shop offers it. */
export function FreeDelivery({ cart }: { cart: DeliveryCart }) {
  const t = useT(messages)
  const { settings, money } = useRoot()
  const free = freeDeliveryOf(cart, settings.webshop.freeShippingThreshold)
  if (!free) return null
  return (
    <p className="pk-free-delivery" data-free={free.kind === 'free' || undefined} role="status">
      <Icon of={Truck} />
      {free.kind === 'free'
        ? t('freeDelivery.reached')
        : free.kind === 'empty'
          ? t('freeDelivery.from', { price: money(free.from) })
          : t('freeDelivery.missing', { price: money(free.missing) })}
    </p>
  )
}
