import type { CheckoutHost } from './checkoutHost.ts'
import type { CheckoutProblem } from './problems.ts'
import { hasUnavailableLines, isStale } from './transaction.ts'

/** Runs a call of the checkout. A failure is said above the step, and where the cart or the choice is over all begins anew. */
export async function sendCheckoutCall<T>(
  { state, latest, startAnew }: CheckoutHost,
  during: CheckoutProblem['during'],
  send: () => Promise<T>,
): Promise<T | undefined> {
  state.problem = null
  return latest(send, async ({ reason, message, data }) => {
    state.problem = { during, message }
    if (reason === 'checkout.empty') state.status = hasUnavailableLines({ data }) ? 'unsold' : 'empty'
    if (during !== 'createCheckout' && isOver(reason)) await startAnew()
  })
}

/** The cart has changed, or an express option has ended while its form was filled in. */
export function isOver(reason: string): boolean {
  return isStale(reason) || reason === 'checkout.delivery_option'
}
