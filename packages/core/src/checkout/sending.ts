import type { InputOf } from '../endpoint.ts'
import type { checkout, PaymentOption } from './contract.ts'
import type { CheckoutState, CheckoutStep } from './form.ts'

/** What is sent when 'Buy now' is pressed, and what the answers mean. */

export type Transaction = InputOf<typeof checkout.transaction>
/** What the page adds: its variant, and where the browser goes after the payment. */
export type HowToBuy = Pick<Transaction, 'client' | 'returnTo' | 'backTo'>

/** What is sent, or undefined where something is not chosen yet. */
export function transactionInput(
  state: CheckoutState,
  payment: PaymentOption | undefined,
  how: HowToBuy,
): Transaction | undefined {
  const { checkoutUuid, deliveryOption, method, cart } = state
  if (!checkoutUuid || !deliveryOption || !method || !cart || !payment || !state.termsAccepted) return undefined
  return {
    checkoutUuid,
    deliveryOptionUuid: deliveryOption,
    paymentOptionUuid: payment.uuid,
    deliveryOptionData:
      method.type === 'postage'
        ? { deliveryAddress: { ...state.deliveryAddress } }
        : { contactInfo: { ...state.contactInfo } },
    paymentOptionData: {
      ...(payment.verifyMobile && { mobilePhone: state.mobilePhone }),
      ...(payment.requirePersonNo && { pid: state.pid }),
    },
    comment: state.comment,
    termsAccepted: true,
    totalPrice: cart.summary.totalPrice,
    ...how,
  }
}

/** The checkout is one of a cart that is not there any more. */
export function isStale(reason: string): boolean {
  return reason === 'checkout.cart_changed' || reason === 'checkout.unknown'
}

/** Somebody paid this order in another window: its receipt is what is left to show. */
export function paidOrder(error: { reason: string; data: unknown }): string | undefined {
  if (error.reason !== 'checkout.already_paid') return undefined
  const { orderUuid } = (error.data ?? {}) as { orderUuid?: unknown }
  return typeof orderUuid === 'string' ? orderUuid : undefined
}

/** The step that holds a field which the server found wrong. */
export function stepWithProblem(state: CheckoutState): CheckoutStep {
  const fields = Object.keys(state.serverProblems)
  if (fields.some((field) => field.startsWith('deliveryAddress.') || field.startsWith('contactInfo.')))
    return 'select-delivery-option'
  return fields.includes('mobilePhone') || fields.includes('pid') ? 'select-payment-option' : state.currentStep
}
