import { msg } from '../msg.ts'
import type { CheckoutStep } from './form.ts'

// lingui-set comment="At the checkout, when a step failed. message: the reason, a sentence"

/** 000 §8: the texts of a checkout's failures, verbatim. */
export const failedCallTexts = {
  createCheckout: msg({ message: 'Failed to create checkout: {message}' }),
  fetchPaymentOptions: msg({ message: 'Failed to fetch payment options: {message}' }),
  setPaymentOption: msg({ message: 'Failed to set payment option: {message}' }),
  useVoucherCode: msg({ message: 'Failed to use voucher code: {message}' }),
  buyDigitalSets: msg({ message: 'Failed to buy digital sets: {message}' }),
  addCatalogues: msg({ message: 'Failed to add catalogues to cart: {message}' }),
  createTransaction: msg({ message: 'Failed to create transaction: {message}' }),
}

/** 000 §8: the text at the address if a suggestion cannot be completed, verbatim. */
export const resolvingFailed = msg({ message: 'Error resolving address' })

/** The failed action, and the reason in words. */
export type FailedCall = { during: keyof typeof failedCallTexts; message: string }

/** The step at which a problem is shown: where it occurred, or null for the whole page. */
export function stepOfFailedCall({ during }: FailedCall): CheckoutStep | null {
  if (during === 'fetchPaymentOptions') return 'select-delivery-option'
  if (during === 'setPaymentOption' || during === 'useVoucherCode') return 'select-payment-option'
  return during === 'createTransaction' ? 'confirm-order' : null
}
