import { ref } from 'valtio/vanilla'
import type { DeliveryMethod } from './contract.ts'
import { prefillDelivery } from './deliveryForm.ts'
import { preselectedMethod } from './deliveryMethods.ts'
import { type CheckoutState, emptyState, type NewCheckout } from './form.ts'
import { isExpired } from './optionExpiry.ts'

/** Removes the inputs of a customer who was signed in on this page before: nobody else may read or send them. */
export function clearOtherCustomer(state: CheckoutState, { user }: NewCheckout): void {
  if (state.user && state.user.uuid !== user.uuid) Object.assign(state, emptyState(), { status: state.status })
}

/** Starts a checkout: with the server's data, and the customer's earlier selections as far as they are still valid. */
export function startCheckout(state: CheckoutState, newCheckout: NewCheckout, now: number): void {
  const isFirst = state.checkoutUuid === null
  // no box is ticked in advance: changed texts or changed goods need a new consent
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
    // no offers after a return from the payment: the customer has already answered them
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
  // CHK-4: of several methods none is preselected; the customer's earlier selection stays if it still exists
  const sameMethod = newCheckout.deliveryOptions.find(({ type }) => type === state.method?.type)
  state.method = sameMethod ?? preselectedMethod(newCheckout.deliveryOptions) ?? null
  const stays = state.method?.deliveryOptions.some(
    (each) => each.uuid === state.deliveryOption && !isExpired(each, now),
  )
  if (!stays) state.deliveryOption = state.method && firstOption(state.method, now)
  ensureSubject(state)
}

/** CHK-4: the first available option, for a pickup the first location. */
export function firstOption({ deliveryOptions, pickupLocations }: DeliveryMethod, now: number): string | null {
  const offered = deliveryOptions.filter((each) => !isExpired(each, now))
  const location = pickupLocations.find(({ uuid }) => offered.some((each) => each.uuid === uuid))
  return location?.uuid ?? offered[0]?.uuid ?? null
}

/** CHK-4: the first child is preselected; a selected one stays as long as something in the order is for it. */
export function ensureSubject(state: CheckoutState): void {
  const option = state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
  const subjects = option?.subjects ?? []
  state.subject = (subjects.find(({ uuid }) => uuid === state.subject) ?? subjects[0])?.uuid ?? ''
}

export function clearPayment(state: CheckoutState): void {
  state.paymentOptions = []
  state.paymentOption = null
}
