import { onCustomerChange } from './onCustomerChange.ts'
import type { Shop } from './shop.ts'

/**
 * Calls `forget` once when the customer changes, here or in another tab, so that the next customer does not see what was shown
 * to the previous one. Also when somebody signs in here before the session was known.
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
