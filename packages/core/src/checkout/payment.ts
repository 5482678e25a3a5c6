import type { PaymentOption } from './contract.ts'
import type { Problems } from './delivery.ts'
import { fieldTexts } from './fieldTexts.ts'

export type PaymentData = { mobilePhone?: string | undefined; pid?: string | undefined }

/** What a payment option still needs. Whether a phone number or a personal id is a real one is for the server to say. */
export function paymentProblems(
  option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
  data: PaymentData,
): Problems {
  const problems: Record<string, string> = {}
  if (option.verifyMobile && !data.mobilePhone?.trim()) problems.mobilePhone = fieldTexts.required
  if (option.requirePersonNo && !data.pid?.trim()) problems.pid = fieldTexts.required
  return problems
}

/** Whether only the server can say if what was typed will do. */
export function needsServerCheck({
  verifyMobile,
  requirePersonNo,
}: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>): boolean {
  return verifyMobile || requirePersonNo
}
