import type { PaymentOption } from './contract.ts'
import type { Problems } from './delivery.ts'

export type PaymentData = { mobilePhone?: string | undefined; pid?: string | undefined }

/** What a payment option still needs. Whether a phone number or a personal id is a real one is for the server to say. */
export function paymentProblems(
  option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
  data: PaymentData,
): Problems {
  const problems: Record<string, string> = {}
  if (option.verifyMobile && !data.mobilePhone?.trim()) problems.mobilePhone = 'This is required!'
  if (option.requirePersonNo && !data.pid?.trim()) problems.pid = 'This is required!'
  return problems
}
