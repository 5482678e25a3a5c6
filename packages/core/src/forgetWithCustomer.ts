import { onCustomerChange } from './onCustomerChange.ts'
import type { Shop } from './shop.ts'

/**
 * Calls `forget` once when somebody signs in or out, here or in another tab: what one customer was shown is nothing for the next. Also
 * when somebody signs in here before it was known who is there.
 */
export function forgetWithCustomer(shop: Pick<Shop, 'session' | 'events'>, forget: () => void): void {
  let isForgotten = false
  onCustomerChange(shop, () => {
    isForgotten = true
    forget()
  })
  for (const event of ['pk-login', 'pk-logout'] as const) {
    shop.events.on(event, () => {
      if (!isForgotten) forget()
      isForgotten = false
    })
  }
}
