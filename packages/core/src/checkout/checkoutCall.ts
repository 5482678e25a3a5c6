import type { CheckoutHost } from './checkoutHost.ts'
import type { FailedCall } from './failedCalls.ts'
import { hasUnavailableLines, isStale } from './transaction.ts'

/**
 * Runs a call of the checkout. A failure is shown above the step; if the cart or the selection is outdated, the checkout starts
 * again.
 */
export async function sendCheckoutCall<T>(
  { state, latest, startAnew }: CheckoutHost,
  during: FailedCall['during'],
  send: () => Promise<T>,
): Promise<T | undefined> {
  state.problem = null
  return latest(send, async ({ reason, message, data }) => {
    state.problem = { during, message }
    if (reason === 'checkout.empty') state.status = hasUnavailableLines({ data }) ? 'unsold' : 'empty'
    if (during !== 'createCheckout' && isOver(reason)) await startAnew()
  })
}

/** Whether the cart has changed, or an express option has expired while its form was filled in. */
export function isOver(reason: string): boolean {
  return isStale(reason) || reason === 'checkout.delivery_option'
}
