import { ref } from 'valtio/vanilla'
import type { DeliveryMethod } from './contract.ts'
import { isOffered, prefillDelivery, preselectedMethod } from './delivery.ts'
import { type CheckoutState, emptyState, type NewCheckout } from './form.ts'

/** What somebody else has filled in, who was signed in on this page before, is nobody's to read or to send. */
export function clearOtherCustomer(state: CheckoutState, { user }: NewCheckout): void {
  if (state.user && state.user.uuid !== user.uuid) Object.assign(state, emptyState(), { status: state.status })
}

/** What a checkout begins with: what the server says, and what the customer has chosen before as far as it still holds. */
export function startCheckout(state: CheckoutState, newCheckout: NewCheckout): void {
  const isFirst = state.checkoutUuid === null
  // a box is never ticked for somebody: other words, or other goods, are agreed to anew
  const isSameConsent = newCheckout.digitalConsent === state.digitalConsent
  Object.assign(state, {
    checkoutUuid: newCheckout.checkoutUuid,
    cart: ref(newCheckout.cart),
    methods: newCheckout.deliveryOptions,
    user: newCheckout.user,
    options: newCheckout.options,
    termsOfPurchase: newCheckout.termsOfPurchase,
    digitalConsent: newCheckout.digitalConsent,
    digitalConsentGiven: isSameConsent && state.digitalConsentGiven,
    hasActiveRebateCampaigns: newCheckout.hasActiveRebateCampaigns,
    // whoever comes back from the payment has been asked
    upsaleList: newCheckout.choice || newCheckout.failedPayment ? [] : newCheckout.upsaleList,
    freeDeliveryUntil: newCheckout.freeDeliveryUntil,
    catalogueMaxDeliveryTime: newCheckout.catalogueMaxDeliveryTime,
    contains: newCheckout.contains,
    failedPayment: newCheckout.failedPayment,
    currentStep: 'select-delivery-option',
    transaction: null,
    creating: false,
    createTransactionError: '',
    voucherError: '',
    serverProblems: {},
  } satisfies Partial<CheckoutState>)
  clearPayment(state)
  if (isFirst)
    Object.assign(state, prefillDelivery(newCheckout.user, newCheckout.options), {
      mobilePhone: newCheckout.user.mobilePhone,
    })
  // CHK-4: of several methods none is chosen; what the customer had chosen stays where it is still there
  const sameMethod = newCheckout.deliveryOptions.find(({ type }) => type === state.method?.type)
  state.method = sameMethod ?? preselectedMethod(newCheckout.deliveryOptions) ?? null
  const stays = state.method?.deliveryOptions.some(
    (each) => each.uuid === state.deliveryOption && isOffered(each, new Date()),
  )
  if (!stays) state.deliveryOption = state.method && firstOption(state.method)
  ensureSubject(state)
}

/** CHK-4: the first option that can be had, of a pickup the first location. */
export function firstOption({ deliveryOptions, pickupLocations }: DeliveryMethod): string | null {
  const offered = deliveryOptions.filter((each) => isOffered(each, new Date()))
  const location = pickupLocations.find(({ uuid }) => offered.some((each) => each.uuid === uuid))
  return location?.uuid ?? offered[0]?.uuid ?? null
}

/** CHK-4: the first child is preselected, and one that was chosen stays as long as there is something of it. */
export function ensureSubject(state: CheckoutState): void {
  const option = state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
  const subjects = option?.subjects ?? []
  state.subject = (subjects.find(({ uuid }) => uuid === state.subject) ?? subjects[0])?.uuid ?? ''
}

export function clearPayment(state: CheckoutState): void {
  state.paymentOptions = []
  state.paymentOption = null
}
