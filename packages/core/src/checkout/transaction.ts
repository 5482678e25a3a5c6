import type { InputOf } from '../endpoint.ts'
import type { checkout, PaymentOption } from './contract.ts'
import { needsAddress } from './delivery.ts'
import { type CheckoutState, type CheckoutStep, hasAgreed } from './form.ts'

/** What is sent when 'Buy now' is pressed, and what the answers mean. */

export type Transaction = InputOf<typeof checkout.transaction>
/** What the page adds: its variant, and where the browser goes after the payment. */
export type PaymentReturn = Pick<Transaction, 'client' | 'returnTo' | 'backTo'>

/** What is sent, or undefined where something is not chosen yet. */
export function transactionInput(
  state: CheckoutState,
  payment: PaymentOption | undefined,
  how: PaymentReturn,
): Transaction | undefined {
  const { checkoutUuid, deliveryOption, method, cart } = state
  if (!checkoutUuid || !deliveryOption || !method || !cart || !payment || !hasAgreed(state)) return undefined
  return {
    checkoutUuid,
    deliveryOptionUuid: deliveryOption,
    paymentOptionUuid: payment.uuid,
    deliveryOptionData: needsAddress(method.type)
      ? { deliveryAddress: { ...state.deliveryAddress }, verifiedAddress: state.verifiedAddress }
      : {
          contactInfo: { ...state.contactInfo },
          ...(method.type === 'school-pickup' && { subject: state.subject }),
        },
    paymentOptionData: paymentDataOf(state, payment),
    comment: state.comment,
    termsAccepted: true,
    ...(state.digitalConsent !== null && { digitalConsent: true }),
    totalPrice: cart.summary.totalPrice,
    ...how,
  }
}

/** What a way of paying asks of the customer, and nothing else. */
export function paymentDataOf(
  { mobilePhone, pid }: Pick<CheckoutState, 'mobilePhone' | 'pid'>,
  { verifyMobile, requirePersonNo }: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
): Transaction['paymentOptionData'] {
  return { ...(verifyMobile && { mobilePhone }), ...(requirePersonNo && { pid }) }
}

/** The checkout is one of a cart that is not there any more. */
export function isStale(reason: string): boolean {
  return reason === 'checkout.cart_changed' || reason === 'checkout.unknown'
}

/** The cart is not empty: what is in it cannot be ordered now. */
export function hasUnavailableLines(error: { data: unknown }): boolean {
  const { unsold } = (error.data ?? {}) as { unsold?: unknown }
  return typeof unsold === 'number' && unsold > 0
}

/** A voucher takes nothing off, or not any more. */
export function isVoucherProblem(reason: string): boolean {
  return reason.startsWith('voucher.')
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
  const isDelivery = (field: string) => /^(deliveryAddress\.|contactInfo\.|subject$)/.test(field)
  if (fields.some(isDelivery)) return 'select-delivery-option'
  return fields.includes('mobilePhone') || fields.includes('pid') ? 'select-payment-option' : state.currentStep
}
