import type { PaymentOption } from './contract.ts'

/** Whether only the server can tell if the inputs are valid. */
export function needsServerCheck({
  verifyMobile,
  requirePersonNo,
}: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>): boolean {
  return verifyMobile || requirePersonNo
}

/** The selected payment option. */
export function chosenPayment({
  paymentOptions,
  paymentOption,
}: {
  paymentOptions: readonly PaymentOption[]
  paymentOption: string | null
}): PaymentOption | undefined {
  return paymentOptions.find(({ uuid }) => uuid === paymentOption)
}
