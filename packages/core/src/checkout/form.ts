import type { User } from '../account/contract.ts'
import type { Cart } from '../cart/contract.ts'
import type { AnswerOf } from '../endpoint.ts'
import type { ShopError } from '../errors.ts'
import type { InputFault } from '../inputFaults.ts'
import type { checkout, DeliveryMethod, PaymentOption } from './contract.ts'
import type { FailedCall } from './failedCalls.ts'
import { deliveryProblems, type Problems, paymentProblems } from './requiredFields.ts'

/** 000 §4, the steps in their order. */
export const checkoutSteps = ['select-delivery-option', 'select-payment-option', 'confirm-order'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

export type NewCheckout = AnswerOf<typeof checkout.create>
type AddressField = 'name' | 'address' | 'address2' | 'postalCode' | 'city' | 'state'
/** A field of the checkout's forms, by the server's name for it. */
export type FieldName =
  | `deliveryAddress.${AddressField}`
  | 'contactInfo.name'
  | 'contactInfo.emailAddress'
  | 'subject'
  | 'mobilePhone'
  | 'pid'

/**
 * What is wrong with a field: its fault, or an address that cannot be completed (000 §8). If the server found it, with the
 * server's sentence in the customer's language, for faults of which the surface has no text.
 */
export type FieldProblem = (InputFault | { readonly code: 'resolving' }) & { readonly sentence?: string }

/** 000 §3 Checkout state. */
export type CheckoutState = {
  /**
   * 'empty': there is nothing to order, go to the products. 'unsold': nothing in the cart can be ordered now, and the cart says
   * why. 'failed': `problem` says why.
   */
  status: 'idle' | 'loading' | 'ready' | 'failed' | 'empty' | 'unsold'
  currentStep: CheckoutStep
  checkoutUuid: string | null
  /** The cart as it will be ordered, with the fees of the selected options. */
  cart: Cart | null
  methods: DeliveryMethod[]
  method: DeliveryMethod | null
  /** Uuid of the selected option of the method. */
  deliveryOption: string | null
  deliveryAddress: Record<AddressField, string>
  /** Whether the address is as the address service returned it; any change resets it. */
  verifiedAddress: boolean
  contactInfo: { name: string; emailAddress: string }
  /** Uuid of the child whose school group receives the order; empty if it is not handed out at school. */
  subject: string
  paymentOptions: PaymentOption[]
  /** Uuid of the selected payment option. */
  paymentOption: string | null
  mobilePhone: string
  pid: string
  comment: string
  termsAccepted: boolean
  termsOfPurchase: string
  /** The consent text for downloads, besides the terms, verbatim; null if there are none. */
  digitalConsent: string | null
  digitalConsentGiven: boolean
  user: User | null
  options: NewCheckout['options'] | null
  hasActiveRebateCampaigns: boolean
  upsaleList: NewCheckout['upsaleList']
  /** Until this day delivery is free because of the pictures' jobs; null if it is not. */
  freeDeliveryUntil: string | null
  catalogueMaxDeliveryTime: number | null
  contains: NewCheckout['contains']
  /** Why the last payment failed, if it did. */
  failedPayment: NewCheckout['failedPayment']
  /** The running request: prices read '...' while it is 'cart'. */
  loading: 'payment-options' | 'cart' | 'payment-data' | 'voucher' | null
  /** The server's text below the voucher code: why it does not apply. */
  voucherError: string
  /** A failure, to be shown with `failedCallTexts`. */
  problem: FailedCall | null
  /** True from pressing 'Buy now' until it has failed, or for good: the browser leaves. */
  creating: boolean
  /** The server's text above 'Buy now'. */
  createTransactionError: string
  transaction: { uuid: string; order: { uuid: string } } | null
  /** Fields that the customer has left: their problems are shown. */
  touched: { [F in FieldName]?: true }
  /** The problems that a call found, by field, until the field is changed. */
  serverProblems: Record<string, FieldProblem>
}

export function emptyState(): CheckoutState {
  return {
    status: 'idle',
    currentStep: 'select-delivery-option',
    checkoutUuid: null,
    cart: null,
    methods: [],
    method: null,
    deliveryOption: null,
    deliveryAddress: { name: '', address: '', address2: '', postalCode: '', city: '', state: '' },
    verifiedAddress: false,
    contactInfo: { name: '', emailAddress: '' },
    subject: '',
    paymentOptions: [],
    paymentOption: null,
    mobilePhone: '',
    pid: '',
    comment: '',
    termsAccepted: false,
    termsOfPurchase: '',
    digitalConsent: null,
    digitalConsentGiven: false,
    user: null,
    options: null,
    hasActiveRebateCampaigns: false,
    upsaleList: [],
    freeDeliveryUntil: null,
    catalogueMaxDeliveryTime: null,
    contains: { digital: false, delivered: true },
    failedPayment: null,
    loading: null,
    voucherError: '',
    problem: null,
    creating: false,
    createTransactionError: '',
    transaction: null,
    touched: {},
    serverProblems: {},
  }
}

type ReadonlyCheckoutState = Readonly<
  Pick<
    CheckoutState,
    | 'currentStep'
    | 'options'
    | 'deliveryOption'
    | 'deliveryAddress'
    | 'contactInfo'
    | 'subject'
    | 'paymentOption'
    | 'mobilePhone'
    | 'pid'
    | 'termsAccepted'
    | 'digitalConsent'
    | 'digitalConsentGiven'
    | 'loading'
    | 'creating'
  >
> & {
  readonly method: Pick<DeliveryMethod, 'type'> | null
  readonly paymentOptions: ReadonlyArray<Pick<PaymentOption, 'uuid' | 'verifyMobile' | 'requirePersonNo'>>
  readonly touched: Readonly<CheckoutState['touched']>
  readonly serverProblems: Readonly<Record<string, FieldProblem>>
}

/** The missing and invalid fields of the delivery form. */
export function deliveryFormProblems(state: ReadonlyCheckoutState): Problems {
  return state.method && state.options ? deliveryProblems(state.method.type, state, state.options) : {}
}

/** The missing and invalid fields of the payment form. */
export function paymentFormProblems(state: ReadonlyCheckoutState): Problems {
  const option = state.paymentOptions.find(({ uuid }) => uuid === state.paymentOption)
  return option ? paymentProblems(option, state) : {}
}

/** The problems that a call found, by the field of the form. A server of an earlier version sends sentences alone. */
export function serverProblemsOf({
  fields,
  faults,
}: Pick<ShopError, 'fields' | 'faults'>): Record<string, FieldProblem> {
  const problems = Object.entries(fields).map(([path, sentence]) => {
    const fault: InputFault = faults[path] ?? { code: 'invalid' }
    // What the schema of the call refuses is named by its place in the input.
    return [path.replace(/^(?:delivery|payment)OptionData\./, ''), { ...fault, sentence }] as const
  })
  return Object.fromEntries(problems)
}

const isComplete = (problems: Problems) => Object.keys(problems).length === 0

/** CHK-17: 'Next' of the delivery step. */
export function canConfirmDelivery(state: ReadonlyCheckoutState): boolean {
  return state.deliveryOption !== null && state.loading === null && isComplete(deliveryFormProblems(state))
}

/** CHK-17: 'Next' of the payment step. */
export function canConfirmPayment(state: ReadonlyCheckoutState): boolean {
  return state.paymentOption !== null && state.loading === null && isComplete(paymentFormProblems(state))
}

/** Whether all consents are given: to the terms, and to the immediate delivery of downloads. */
export function hasAgreed(
  state: Pick<ReadonlyCheckoutState, 'termsAccepted' | 'digitalConsent' | 'digitalConsentGiven'>,
): boolean {
  return state.termsAccepted && (state.digitalConsent === null || state.digitalConsentGiven)
}

/** 000 §5: 'Buy now' requires payment option, delivery option and the terms; also the right step and no running request. */
export function canBuy(state: ReadonlyCheckoutState): boolean {
  const isChosen = state.currentStep === 'confirm-order' && canConfirmDelivery(state) && canConfirmPayment(state)
  return isChosen && hasAgreed(state) && !state.creating
}

/** Whether a step is open, collapsed to a summary with an edit button, or not reached yet. */
export function stepStatus(
  state: Pick<ReadonlyCheckoutState, 'currentStep'>,
  step: CheckoutStep,
): 'open' | 'done' | 'inactive' {
  const [at, current] = [checkoutSteps.indexOf(step), checkoutSteps.indexOf(state.currentStep)]
  return at === current ? 'open' : at < current ? 'done' : 'inactive'
}

/** The problem to show under a field now: only after the customer has left it, or if the server found an error. */
export function visibleProblem(state: ReadonlyCheckoutState, field: FieldName): FieldProblem | undefined {
  const problems: Problems = { ...deliveryFormProblems(state), ...paymentFormProblems(state) }
  return state.serverProblems[field] ?? (state.touched[field] ? problems[field] : undefined)
}
