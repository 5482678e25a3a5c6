import { subscribe } from 'valtio/vanilla'
import type { TabMemory } from '../tabMemory.ts'
import type { CheckoutState } from './form.ts'
import { isExpired } from './optionExpiry.ts'
import { ensureSubject, firstOption } from './startCheckout.ts'

const DRAFT_FIELDS = ['deliveryAddress', 'verifiedAddress', 'contactInfo', 'subject', 'mobilePhone', 'comment'] as const
type Fields = Pick<CheckoutState, (typeof DRAFT_FIELDS)[number]>

/** The customer's inputs at the checkout before the order. They do not include a personal id. */
export type FormDraft = Fields & {
  customer: string
  method: string | null
  deliveryOption: string | null
  paymentOption: string | null
  step: CheckoutState['currentStep']
}

/** Stores the inputs in the tab until the order, so that they survive a reload or a visit to another page. */
export function saveFormDraft(state: CheckoutState, memory: TabMemory): void {
  subscribe(state, () => {
    if (state.status !== 'ready' || !state.user) return
    const { user, method, deliveryOption, paymentOption, currentStep: step } = state
    const fields = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, state[field]])) as Fields
    const typing = { ...fields, customer: user.uuid, method: method?.type ?? null, deliveryOption, paymentOption, step }
    memory.write({ typing: state.transaction ? undefined : typing })
  })
}

/** The inputs that the same customer made before this page was loaded. */
export function savedFormDraft({ user }: CheckoutState, memory: TabMemory): FormDraft | undefined {
  const { typing } = memory.read()
  return typing && typing.customer === user?.uuid ? typing : undefined
}

/** Restores the inputs, and the delivery option if it is still available. */
export function restoreFormDraft(state: CheckoutState, typing: FormDraft, now: number): void {
  Object.assign(state, Object.fromEntries(DRAFT_FIELDS.map((field) => [field, typing[field]])))
  const method = state.methods.find(({ type }) => type === typing.method)
  if (!method) return
  const option = method.deliveryOptions.find(({ uuid }) => uuid === typing.deliveryOption)
  state.method = method
  state.deliveryOption = option && !isExpired(option, now) ? option.uuid : firstOption(method, now)
  ensureSubject(state)
}
