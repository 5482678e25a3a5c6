import type { CheckoutState, NewCheckout } from './form.ts'
import { type FormDraft, restoreFormDraft } from './formDraft.ts'
import type { PaymentStep } from './paymentStep.ts'
import { ensureSubject } from './startCheckout.ts'

/** Restores everything after a reload; only the terms have to be accepted again. */
export async function resumeDraft(
  state: CheckoutState,
  payment: PaymentStep,
  typing: FormDraft,
  now: number,
): Promise<void> {
  restoreFormDraft(state, typing, now)
  if (typing.step === 'select-delivery-option' || !(await chooseAgain(state, payment, typing.paymentOption))) return
  if (typing.step === 'confirm-order') await payment.confirm()
}

/** Restores everything after a declined payment; only the terms have to be accepted again. */
export async function resumeChoice(
  state: CheckoutState,
  payment: PaymentStep,
  choice: NonNullable<NewCheckout['choice']>,
): Promise<void> {
  const method = state.methods.find(({ deliveryOptions }) =>
    deliveryOptions.some(({ uuid }) => uuid === choice.deliveryOptionUuid),
  )
  if (!method) return
  state.method = method
  state.deliveryOption = choice.deliveryOptionUuid
  Object.assign(state.deliveryAddress, choice.deliveryOptionData.deliveryAddress)
  Object.assign(state.contactInfo, choice.deliveryOptionData.contactInfo)
  state.verifiedAddress = choice.deliveryOptionData.verifiedAddress ?? false
  state.subject = choice.deliveryOptionData.subject ?? ''
  ensureSubject(state)
  state.comment = choice.comment
  if (await chooseAgain(state, payment, choice.paymentOptionUuid)) await payment.confirm()
}

/** Selects the previous payment option. False if it is no longer available. */
async function chooseAgain(state: CheckoutState, payment: PaymentStep, uuid: string | null): Promise<boolean> {
  if (!(await payment.load())) return false
  if (uuid === null || !state.paymentOptions.some((each) => each.uuid === uuid)) return false
  await payment.choose(uuid)
  return state.paymentOption === uuid
}
