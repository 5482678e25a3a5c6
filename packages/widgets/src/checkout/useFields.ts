import { useLingui } from '@lingui/react'
import { type FieldName, type FieldProblem, visibleProblem } from '@portraitkit/core/checkout/form.ts'
import type { FormFaultCode } from '@portraitkit/core/formFaults.ts'
import type { Message } from '@portraitkit/core/msg.ts'
import { afterPress } from '../ui/controls/afterPress.ts'
import { messages } from './messages.ts'
import { useCheckout } from './useCheckout.ts'

/** Binds the form fields: value, change, blur, and the error in the customer's language. */
export function useFields() {
  const { _: t } = useLingui()
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
      onBlur: () => void afterPress(() => checkout.leaveField(name)),
      error: problem && inWords(problem),
    }
  }
}

const faultMessages = {
  required: messages.faultRequired,
  'full-name': messages.faultFullName,
  email: messages.faultEmail,
  'postal-code': messages.faultPostalCode,
  city: messages.faultCity,
  phone: messages.faultPhone,
  'personal-id': messages.faultPersonalId,
  'minimum-age': messages.faultMinimumAge,
  subject: messages.faultSubject,
  resolving: messages.faultResolving,
} as const satisfies Record<FormFaultCode | 'resolving', Message>

const isOwn = (code: FieldProblem['code']): code is keyof typeof faultMessages => Object.hasOwn(faultMessages, code)
