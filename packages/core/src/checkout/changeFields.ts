import type { DeliveryType } from '../provider/deliveryTypes.ts'
import type { CheckoutState, CheckoutStep, FieldName } from './form.ts'
import { clearPayment, ensureSubject, firstOption } from './startCheckout.ts'

/** The customer's selections and inputs that need no call to the server. */
export type FieldChanges = {
  chooseMethod(type: DeliveryType): void
  chooseOption(uuid: string): void
  setField(field: FieldName, value: string): void
  /** The customer has left a field: from now on its problem is shown. */
  leaveField(field: FieldName): void
  /** Back to a finished step. */
  edit(step: CheckoutStep): void
  setComment(comment: string): void
  acceptTerms(accepted: boolean): void
  giveDigitalConsent(accepted: boolean): void
}

export function createFieldChanges(state: CheckoutState, now: () => number): FieldChanges {
  function chooseOption(uuid: string): void {
    state.deliveryOption = uuid
    ensureSubject(state)
    // 000 §4: choosing delivery clears the payment options
    clearPayment(state)
    state.currentStep = 'select-delivery-option'
  }

  return {
    chooseMethod(type) {
      const method = state.methods.find((each) => each.type === type)
      if (!method || method.type === state.method?.type) return
      state.method = method
      const first = firstOption(method, now())
      state.deliveryOption = null
      if (first) chooseOption(first)
    },
    chooseOption,
    setField(field, value) {
      const [group, name] = field.split('.') as [keyof CheckoutState, string | undefined]
      if (name) (state[group] as Record<string, string>)[name] = value
      else (state as unknown as Record<string, string>)[group] = value
      delete state.serverProblems[field]
      // 000 §4: any change to address fields
      if (group === 'deliveryAddress' && name !== 'name') state.verifiedAddress = false
    },
    leaveField(field) {
      state.touched[field] = true
    },
    edit(step) {
      if (!state.creating) state.currentStep = step
    },
    setComment(comment) {
      state.comment = comment
    },
    acceptTerms(accepted) {
      state.termsAccepted = accepted
    },
    giveDigitalConsent(accepted) {
      state.digitalConsentGiven = accepted
    },
  }
}

/** Shows the problems of these fields. Returns whether there are none. */
export function touchFields(state: CheckoutState, problems: Readonly<Record<string, unknown>>): boolean {
  const fields = Object.keys(problems) as FieldName[]
  for (const field of fields) state.touched[field] = true
  return fields.length === 0
}
