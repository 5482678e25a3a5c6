import type { PaymentOption } from './contract.ts'
import type { Problems } from './delivery.ts'
import { fieldTexts } from './fieldTexts.ts'

export type PaymentData = { mobilePhone?: string | undefined; pid?: string | undefined }

/** A possible phone number, however it is grouped. */
const PHONE = /^\+?[\d()./-]{5,}$/
/** Of any country: a date, perhaps a character for the century, and some more. */
const PERSONAL_ID = /^\d{6,8}[-+A-Y]?\d{3,5}[\dA-Y]?$/i

/**
 * The missing and impossible inputs of a payment option. Whether a phone number or a personal id is real is for the server to
 * decide.
 */
export function paymentProblems(
  option: Pick<PaymentOption, 'verifyMobile' | 'requirePersonNo'>,
  data: PaymentData,
): Problems {
  const problems: Record<string, string> = {}
  const phone = option.verifyMobile ? faultIn(data.mobilePhone, PHONE, 'phone') : null
  const pid = option.requirePersonNo ? faultIn(data.pid, PERSONAL_ID, 'personalId') : null
  if (phone) problems.mobilePhone = phone
  if (pid) problems.pid = pid
  return problems
}

function faultIn(typed = '', shape: RegExp, fault: 'phone' | 'personalId'): string | null {
  if (!typed.trim()) return fieldTexts.required
  return shape.test(typed.trim().replace(/\s/g, '')) ? null : fieldTexts[fault]
}

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
