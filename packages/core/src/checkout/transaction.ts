import type { InputOf } from '../endpoint.ts'
import { deliveryForms } from '../provider/deliveryTypes.ts'
import type { checkout, PaymentOption } from './contract.ts'
import { type CheckoutState, type CheckoutStep, hasAgreed } from './form.ts'

/** The data sent by 'Buy now', and the meaning of the answers. */

export type Transaction = InputOf<typeof checkout.transaction>
/** Added by the page: its variant, and where the browser goes after the payment. */
export type PaymentReturn = Pick<Transaction, 'client' | 'returnTo' | 'backTo'>

/** The input of the transaction, or undefined if a selection is missing. */
export function transactionInput(
  state: CheckoutState,
  payment: PaymentOption | undefined,
  how: PaymentReturn,
): Transaction | undefined {
  const { checkoutUuid, deliveryOption, method, cart } = state
  if (!checkoutUuid || !deliveryOption || !method || !cart || !payment || !hasAgreed(state)) return undefined
  const form = deliveryForms[method.type]
  return {
    checkoutUuid,
    deliveryOptionUuid: deliveryOption,
    paymentOptionUuid: payment.uuid,
    deliveryOptionData:
      form === 'address'
        ? { deliveryAddress: { ...state.deliveryAddress }, verifiedAddress: state.verifiedAddress }
        : {
            contactInfo: { ...state.contactInfo },
            ...(form === 'child' && { subject: state.subject }),
          },
    paymentOptionData: paymentDataOf(state, payment),
    comment: state.comment,
    termsAccepted: true,
    ...(state.digitalConsent !== null && { digitalConsent: true }),
    totalPrice: cart.summary.totalPrice,
    ...how,
  }
}

/** The inputs that a payment method requires, and nothing else. */
export function paymentDataOf(
  { mobilePhone, pid }: Pick<CheckoutState, 'mobilePhone' | 'pid'>,
  { verifyMobile, requirePersonNo }: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
): Transaction['paymentOptionData'] {
  return { ...(verifyMobile && { mobilePhone }), ...(requirePersonNo && { pid }) }
}

/** The checkout belongs to a cart that no longer exists. */
export function isStale(reason: string): boolean {
  return reason === 'checkout.cart_changed' || reason === 'checkout.unknown'
}

/** The cart is not empty, but its content cannot be ordered now. */
export function hasUnavailableLines(error: { data: unknown }): boolean {
  const { unsold } = (error.data ?? {}) as { unsold?: unknown }
  return typeof unsold === 'number' && unsold > 0
}

/** A voucher does not apply, or no longer does. */
export function isVoucherProblem(reason: string): boolean {
  return reason.startsWith('voucher.')
}

/** This order was paid in another window: only its receipt is left to show. */
export function paidOrder(error: { reason: string; data: unknown }): string | undefined {
  if (error.reason !== 'checkout.already_paid') return undefined
  const { orderUuid } = (error.data ?? {}) as { orderUuid?: unknown }
  return typeof orderUuid === 'string' ? orderUuid : undefined
}

/** The step of a field in which the server found an error. */
export function stepWithProblem(state: CheckoutState): CheckoutStep {
  const fields = Object.keys(state.serverProblems)
  const isDelivery = (field: string) => /^(deliveryAddress\.|contactInfo\.|subject$)/.test(field)
  if (fields.some(isDelivery)) return 'select-delivery-option'
  return fields.includes('mobilePhone') || fields.includes('pid') ? 'select-payment-option' : state.currentStep
}
