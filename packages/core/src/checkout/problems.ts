import type { CheckoutStep } from './form.ts'

/** 000 §8: the texts of what can go wrong in a checkout, to the letter. */
export const problemTexts = {
  createCheckout: 'Failed to create checkout: {message}',
  fetchPaymentOptions: 'Failed to fetch payment options: {message}',
  setPaymentOption: 'Failed to set payment option: {message}',
  useVoucherCode: 'Failed to use voucher code: {message}',
  buyDigitalSets: 'Failed to buy digital sets: {message}',
  addCatalogues: 'Failed to add catalogues to cart: {message}',
  createTransaction: 'Failed to create transaction: {message}',
} as const

/** What was being done, and the reason in words. */
export type CheckoutProblem = { during: keyof typeof problemTexts; message: string }

/** The English sentence; a surface says it in the customer's language with the same placeholder. */
export function problemText({ during, message }: CheckoutProblem): string {
  return problemTexts[during].replace('{message}', () => message)
}

/** At which step a problem is said: where it was met, or for the whole page. */
export function stepOfProblem({ during }: CheckoutProblem): CheckoutStep | null {
  if (during === 'fetchPaymentOptions') return 'select-delivery-option'
  if (during === 'setPaymentOption' || during === 'useVoucherCode') return 'select-payment-option'
  return during === 'createTransaction' ? 'confirm-order' : null
}
