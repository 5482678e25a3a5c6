import type { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { paymentProblems } from '@portraitkit/core/checkout/requiredFields.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { InputFault, InputFaults } from '@portraitkit/core/inputFaults.ts'
import type { App } from '../../platform/app.ts'
import { wrongFields } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { gatewayNamed } from '../../ports/payments/index.ts'
import { readPhone } from '../account/profile/phone.ts'
import type { StoredOrder } from '../orders/collection.ts'
import type { ChosenPayment } from './paymentOptions.ts'
import { ageOf, readPersonalId } from './personalId.ts'

/** A customer's input for a payment method: validated here, and stored only if it is needed later. */

type PaymentData = InputOf<typeof contract.checkPayment>['paymentOptionData']
type Call = Pick<CallContext<'customer'>, 'app' | 'provider' | 'now'>

/** Faults by field, empty if everything is valid. */
export function paymentDataProblems(payment: ChosenPayment, data: PaymentData, { provider, now }: Call): InputFaults {
  const problems: Record<string, InputFault> = { ...paymentProblems(payment, data) }
  const { mobilePhone = '', pid = '' } = data
  if (payment.verifyMobile && !problems.mobilePhone && !readPhone(mobilePhone, provider.country)) {
    problems.mobilePhone = { code: 'phone' }
  }
  if (payment.requirePersonNo && !problems.pid) {
    const person = readPersonalId(provider.country, pid, now)
    if (!person) problems.pid = { code: 'personal-id' }
    else if (ageOf(person, now) < payment.minimumAge) problems.pid = { code: 'minimum-age', age: payment.minimumAge }
  }
  return problems
}

/** Refuses invalid input for a payment method, with the fault of each field. */
export function checkPaymentData(payment: ChosenPayment, data: PaymentData, call: Call): void {
  refuseProblems(paymentDataProblems(payment, data, call))
}

export function refuseProblems(problems: InputFaults): void {
  if (Object.keys(problems).length > 0) throw wrongFields(problems)
}

/** The purpose for which the personal id of an order is sealed. */
const PERSONAL_ID = 'personal id'

/** The personal id as it is stored with the order: sealed, and only if the gateway needs it after the payment has started. */
export function sealPersonalId({ app, provider, now }: Call, payment: ChosenPayment, { pid = '' }: PaymentData) {
  if (!payment.requirePersonNo || !gatewayNamed(payment.gateway).needsPersonalId) return null
  const person = readPersonalId(provider.country, pid, now)
  return person && app.secrets.seal(PERSONAL_ID, person.number)
}

/** The personal id of an order in plain text, for writing its invoice; null if it has none. */
export function openPersonalId(app: App, { content: { personalId } }: Pick<StoredOrder, 'content'>): string | null {
  return personalId === null ? null : app.secrets.open(PERSONAL_ID, personalId)
}
