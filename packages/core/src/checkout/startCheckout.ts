import { ref } from 'valtio/vanilla'
import type { DeliveryMethod } from './contract.ts'
import { isOffered, prefillDelivery, preselectedMethod } from './delivery.ts'
import { type CheckoutState, emptyState, type NewCheckout } from './form.ts'

/** What somebody else has filled in, who was signed in on this page before, is nobody's to read or to send. */
export function clearOtherCustomer(state: CheckoutState, { user }: NewCheckout): void {
  if (state.user && state.user.uuid !== user.uuid) Object.assign(state, emptyState(), { status: state.status })
}

/** What a checkout begins with: what the server says, and what the customer has chosen before as far as it still holds. */
export function startCheckout(state: CheckoutState, begun: NewCheckout): void {
  const isFirst = state.checkoutUuid === null
  // a box is never ticked for somebody: other words, or other goods, are agreed to anew
  const isSameConsent = begun.digitalConsent === state.digitalConsent
  Object.assign(state, {
    checkoutUuid: begun.checkoutUuid,
    cart: ref(begun.cart),
    methods: begun.deliveryOptions,
    user: begun.user,
    options: begun.options,
    termsOfPurchase: begun.termsOfPurchase,
    digitalConsent: begun.digitalConsent,
    digitalConsentGiven: isSameConsent && state.digitalConsentGiven,
    hasActiveRebateCampaigns: begun.hasActiveRebateCampaigns,
    // whoever comes back from the payment has been asked
    upsaleList: begun.choice || begun.failedPayment ? [] : begun.upsaleList,
    freeDeliveryUntil: begun.freeDeliveryUntil,
    catalogueMaxDeliveryTime: begun.catalogueMaxDeliveryTime,
    contains: begun.contains,
    failedPayment: begun.failedPayment,
    currentStep: 'select-delivery-option',
    transaction: null,
    creating: false,
    createTransactionError: '',
    voucherError: '',
    serverProblems: {},
  } satisfies Partial<CheckoutState>)
  clearPayment(state)
  if (isFirst) Object.assign(state, prefillDelivery(begun.user, begun.options), { mobilePhone: begun.user.mobilePhone })
  // CHK-4: of several methods none is chosen; what the customer had chosen stays where it is still there
  const kept = begun.deliveryOptions.find(({ type }) => type === state.method?.type)
  state.method = kept ?? preselectedMethod(begun.deliveryOptions) ?? null
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
