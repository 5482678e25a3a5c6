import { type FieldProblem, parseFieldProblem } from '@portraitkit/core/checkout/fieldTexts.ts'
import { type FieldName, visibleProblem } from '@portraitkit/core/checkout/form.ts'
import { useT } from '../locales/useT.ts'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** Binds the form fields: value, change, blur, and the error in the customer's language. */
export function useFields() {
  const t = useT(messages)
  const { checkout, state } = useCheckout()
  const inWords = (problem: string | undefined) => {
    const found = problem === undefined ? undefined : parseFieldProblem(problem)
    return found ? t(faultMessages[found.fault], { age: found.age }) : problem
  }
  return (name: FieldName, value: string) => ({
    value,
    onValue: (typed: string) => checkout.setField(name, typed),
    onBlur: () => checkout.leaveField(name),
    error: inWords(visibleProblem(state, name)),
  })
}

const faultMessages = {
  required: 'checkout.fault.required',
  fullName: 'checkout.fault.fullName',
  email: 'checkout.fault.email',
  postalCode: 'checkout.fault.postalCode',
  city: 'checkout.fault.city',
  phone: 'checkout.fault.phone',
  personalId: 'checkout.fault.personalId',
  minimumAge: 'checkout.fault.minimumAge',
  subject: 'checkout.fault.subject',
  resolving: 'checkout.fault.resolving',
} as const satisfies Record<FieldProblem, string>
