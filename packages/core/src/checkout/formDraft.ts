import { subscribe } from 'valtio/vanilla'
import type { Memory } from '../memory.ts'
import { isOffered } from './delivery.ts'
import type { CheckoutState } from './form.ts'
import { ensureSubject, firstOption } from './startCheckout.ts'

const DRAFT_FIELDS = ['deliveryAddress', 'verifiedAddress', 'contactInfo', 'subject', 'mobilePhone', 'comment'] as const
type Fields = Pick<CheckoutState, (typeof DRAFT_FIELDS)[number]>

/** What a customer has filled in at the checkout and not ordered yet. A personal id is not in it. */
export type FormDraft = Fields & {
  customer: string
  method: string | null
  deliveryOption: string | null
  paymentOption: string | null
  step: CheckoutState['currentStep']
}

/** Keeps in the tab what is filled in, so that a reload or a look at another page costs nobody their typing; until it is ordered. */
export function saveFormDraft(state: CheckoutState, memory: Memory): void {
  subscribe(state, () => {
    if (state.status !== 'ready' || !state.user) return
    const { user, method, deliveryOption, paymentOption, currentStep: step } = state
    const fields = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, state[field]])) as Fields
    const typing = { ...fields, customer: user.uuid, method: method?.type ?? null, deliveryOption, paymentOption, step }
    memory.write({ typing: state.transaction ? undefined : typing })
  })
}

/** What the same customer has filled in before this page was loaded. */
export function savedFormDraft({ user }: CheckoutState, memory: Memory): FormDraft | undefined {
  const { typing } = memory.read()
  return typing && typing.customer === user?.uuid ? typing : undefined
}

/** Puts in what was typed, and the way of delivery as far as it can still be had. */
export function restoreFormDraft(state: CheckoutState, typing: FormDraft): void {
  Object.assign(state, Object.fromEntries(DRAFT_FIELDS.map((field) => [field, typing[field]])))
  const method = state.methods.find(({ type }) => type === typing.method)
  if (!method) return
  const option = method.deliveryOptions.find(({ uuid }) => uuid === typing.deliveryOption)
  state.method = method
  state.deliveryOption = option && isOffered(option, new Date()) ? option.uuid : firstOption(method)
  ensureSubject(state)
}
