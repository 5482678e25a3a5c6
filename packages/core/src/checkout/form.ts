import type { User } from '../account/contract.ts'
import type { Cart } from '../cart/contract.ts'
import type { AnswerOf } from '../endpoint.ts'
import type { checkout, DeliveryMethod, PaymentOption } from './contract.ts'
import { deliveryProblems, type Problems } from './delivery.ts'
import { paymentProblems } from './payment.ts'
import type { CheckoutProblem } from './problems.ts'

/** 000 §4, the steps in their order. */
export const checkoutSteps = ['select-delivery-option', 'select-payment-option', 'confirm-order'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

export type NewCheckout = AnswerOf<typeof checkout.create>
type AddressField = 'name' | 'address' | 'address2' | 'postalCode' | 'city' | 'state'
/** A field of the checkout's forms, named as the server names it. */
export type FieldName =
  | `deliveryAddress.${AddressField}`
  | 'contactInfo.name'
  | 'contactInfo.emailAddress'
  | 'subject'
  | 'mobilePhone'
  | 'pid'

/** 000 §3 Checkout state. */
export type CheckoutState = {
  /**
   * 'empty': there is nothing to order, go to the products. 'unsold': nothing of what is in the cart can be ordered now, and the
   * cart says why. 'failed': `problem` says why.
   */
  status: 'idle' | 'loading' | 'ready' | 'failed' | 'empty' | 'unsold'
  currentStep: CheckoutStep
  checkoutUuid: string | null
  /** The cart as it will be ordered, with the fees of what is chosen. */
  cart: Cart | null
  methods: DeliveryMethod[]
  method: DeliveryMethod | null
  /** Uuid of the chosen option of the method. */
  deliveryOption: string | null
  deliveryAddress: Record<AddressField, string>
  /** Whether the address is as the address service gave it: any change of it says no. */
  verifiedAddress: boolean
  contactInfo: { name: string; emailAddress: string }
  /** Uuid of the child in whose group at school it is handed out; empty where nothing is. */
  subject: string
  paymentOptions: PaymentOption[]
  /** Uuid of the chosen payment option. */
  paymentOption: string | null
  mobilePhone: string
  pid: string
  comment: string
  termsAccepted: boolean
  termsOfPurchase: string
  /** What is to be agreed to beside the terms, word for word, where something is downloaded; null where nothing is. */
  digitalConsent: string | null
  digitalConsentGiven: boolean
  user: User | null
  options: NewCheckout['options'] | null
  hasActiveRebateCampaigns: boolean
  upsaleList: NewCheckout['upsaleList']
  /** Up to this day delivery costs nothing for the sake of the pictures' jobs; null where it costs. */
  freeDeliveryUntil: string | null
  catalogueMaxDeliveryTime: number | null
  contains: NewCheckout['contains']
  /** How the last payment ended, where it did not succeed. */
  failedPayment: NewCheckout['failedPayment']
  /** What is on its way: prices read '...' while it is 'cart'. */
  loading: 'payment-options' | 'cart' | 'payment-data' | 'voucher' | null
  /** The server's text beneath the voucher code: why it takes nothing off. */
  voucherError: string
  /** Something that failed, to be said with `problemTexts`. */
  problem: CheckoutProblem | null
  /** True from the press of 'Buy now' until it failed, or for good: the browser leaves. */
  creating: boolean
  /** The server's text above 'Buy now'. */
  createTransactionError: string
  transaction: { uuid: string; order: { uuid: string } } | null
  /** Fields that the customer has left: their problems show. */
  touched: { [F in FieldName]?: true }
  /** What the server found wrong, until the field is changed. */
  serverProblems: Record<string, string>
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
  readonly serverProblems: Readonly<Record<string, string>>
}

/** What is missing or wrong in the delivery's form. */
export function deliveryFormProblems(state: ReadonlyCheckoutState): Problems {
  return state.method && state.options ? deliveryProblems(state.method.type, state, state.options) : {}
}

/** What is missing in the payment's form. */
export function paymentFormProblems(state: ReadonlyCheckoutState): Problems {
  const option = state.paymentOptions.find(({ uuid }) => uuid === state.paymentOption)
  return option ? paymentProblems(option, state) : {}
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

/** Whether all is agreed to: the terms, and of what is downloaded that its delivery begins at once. */
export function hasAgreed(
  state: Pick<ReadonlyCheckoutState, 'termsAccepted' | 'digitalConsent' | 'digitalConsentGiven'>,
): boolean {
  return state.termsAccepted && (state.digitalConsent === null || state.digitalConsentGiven)
}

/** 000 §5: 'Buy now' needs payment option, delivery option and the terms; and the step, and nothing on its way. */
export function canBuy(state: ReadonlyCheckoutState): boolean {
  const isChosen = state.currentStep === 'confirm-order' && canConfirmDelivery(state) && canConfirmPayment(state)
  return isChosen && hasAgreed(state) && !state.creating
}

/** Whether a step is the open one, collapsed to a summary with an edit button, or not reached yet. */
export function stepStatus(
  state: Pick<ReadonlyCheckoutState, 'currentStep'>,
  step: CheckoutStep,
): 'open' | 'done' | 'inactive' {
  const [at, current] = [checkoutSteps.indexOf(step), checkoutSteps.indexOf(state.currentStep)]
  return at === current ? 'open' : at < current ? 'done' : 'inactive'
}

/** The text to show under a field now: only after the customer has left it, or when the server found it wrong. */
export function visibleProblem(state: ReadonlyCheckoutState, field: FieldName): string | undefined {
  const problems: Problems = { ...deliveryFormProblems(state), ...paymentFormProblems(state) }
  return state.serverProblems[field] ?? (state.touched[field] ? problems[field] : undefined)
}
