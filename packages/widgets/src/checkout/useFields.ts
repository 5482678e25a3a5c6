import { type FieldName, type FieldProblem, visibleProblem } from '@portraitkit/core/checkout/form.ts'
import type { FormFaultCode } from '@portraitkit/core/formFaults.ts'
import { useT } from '../locales/useT.ts'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** Binds the form fields: value, change, blur, and the error in the customer's language. */
export function useFields() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const inWords = (problem: FieldProblem) => {
    const { code, sentence, ...values } = problem
    // A fault that only the server finds has the server's sentence, which is in the same language.
    return isOwn(code) ? t(faultMessages[code], values) : sentence
  }
  return (name: FieldName, value: string) => {
    const problem = visibleProblem(state, name)
    return {
      value,
      onValue: (typed: string) => checkout.setField(name, typed),
      onBlur: () => checkout.leaveField(name),
      error: problem && inWords(problem),
    }
  }
}

const faultMessages = {
  required: 'checkout.fault.required',
  'full-name': 'checkout.fault.fullName',
  email: 'checkout.fault.email',
  'postal-code': 'checkout.fault.postalCode',
  city: 'checkout.fault.city',
  phone: 'checkout.fault.phone',
  'personal-id': 'checkout.fault.personalId',
  'minimum-age': 'checkout.fault.minimumAge',
  subject: 'checkout.fault.subject',
  resolving: 'checkout.fault.resolving',
} as const satisfies Record<FormFaultCode | 'resolving', string>

const isOwn = (code: FieldProblem['code']): code is keyof typeof faultMessages => Object.hasOwn(faultMessages, code)
