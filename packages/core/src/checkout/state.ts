import { proxy } from 'valtio/vanilla'
import { createCart } from '../cart/state.ts'
import { createLatestAnswer } from '../latestAnswer.ts'
import { onCustomerChange } from '../onCustomerChange.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { createFieldChanges, type FieldChanges, touchFields } from './changeFields.ts'
import { sendCheckoutCall } from './checkoutCall.ts'
import type { CheckoutHost } from './checkoutHost.ts'
import { checkout } from './contract.ts'
import { type CheckoutState, emptyState } from './form.ts'
import { savedFormDraft, saveFormDraft } from './formDraft.ts'
import { createPaymentStep } from './paymentStep.ts'
import { deliveryProblems } from './requiredFields.ts'
import { resumeChoice, resumeDraft } from './resumeForm.ts'
import { afterRunningCall } from './runningCall.ts'
import { clearOtherCustomer, startCheckout } from './startCheckout.ts'
import { type PurchaseResult, submitOrder } from './submitOrder.ts'
import type { PaymentReturn } from './transaction.ts'
import { applyVoucher } from './voucherUse.ts'

/**
 * The checkout. A surface gets it by `shop.part(createCheckout)` and calls `start()` each time it is shown; `state` (see
 * `CheckoutState` in form.ts) contains everything to draw. The surface sends the browser away itself: if `buy()` returns an
 * address, it calls `location.assign` with it, and while `creating` is true the button is disabled. `stepStatus(state, step)`
 * says whether a step is open, done (collapsed, with an edit button that calls `edit(step)`) or not reached; `canBuy(state)`
 * whether 'Buy now' may be pressed. Texts under fields: `visibleProblem(state, field)`.
 */
export type CheckoutPart = FieldChanges & {
  readonly state: CheckoutState
  /** Starts or resumes the checkout of the current cart. Never throws: see `status` and `problem`. */
  start(): Promise<void>
  /** Continues to payment if the form is complete; otherwise shows what is missing. */
  confirmDelivery(): Promise<void>
  choosePayment(uuid: string): Promise<void>
  /** Continues to the summary if the payment form is complete and the server accepts it. */
  confirmPayment(): Promise<void>
  /**
   * Applies a voucher code to the cart; an empty one removes the current code. Returns whether that succeeded: otherwise
   * `voucherError` or `problem` says why not.
   */
  useVoucher(code: string): Promise<boolean>
  /** Orders. Returns where to send the browser, or undefined if it failed: `createTransactionError` says why. */
  buy(how: PaymentReturn): Promise<PurchaseResult | undefined>
}

type CheckoutShop = Pick<Shop, 'call' | 'part' | 'session' | 'locale' | 'memory' | 'now'>

export function createCheckout(shop: CheckoutShop): CheckoutPart {
  const state = proxy<CheckoutState>(emptyState())
  let buying: Promise<PurchaseResult | undefined> | undefined
  saveFormDraft(state, shop.memory)

  // The names of the options come from the server, too: the selections stay, and the options are fetched in the new language.
  onLanguageChange(shop, () => {
    Object.assign(state, { createTransactionError: '', serverProblems: {} })
    if (state.status === 'ready' && state.problem) state.problem = null
    // Also while the answer in the other language is loading.
    if (!state.creating && state.status !== 'idle' && state.status !== 'empty') void start()
  })
  onCustomerChange(shop, () => {
    if (shop.session.state.user && !state.creating && state.status !== 'idle') void start()
  })

  const host: CheckoutHost = {
    call: shop.call,
    state,
    latest: createLatestAnswer(),
    async startAnew() {
      const { problem, createTransactionError } = state
      await Promise.all([shop.part(createCart).refresh(), start()])
      Object.assign(state, { problem: state.problem ?? problem, createTransactionError })
    },
  }
  const payment = createPaymentStep(host)

  async function start(): Promise<void> {
    if (state.status !== 'ready') state.status = 'loading'
    const newCheckout = await sendCheckoutCall(host, 'createCheckout', () => shop.call(checkout.create, {}))
    // A failed or outdated call leaves the page as it is; if the page was never ready, it has failed.
    if (!newCheckout) {
      if (state.problem && state.status === 'loading') state.status = 'failed'
      return
    }
    // If the customer left the page for the payment and returns, the checkout starts again but keeps the inputs.
    buying = undefined
    clearOtherCustomer(state, newCheckout)
    const isReturn = state.checkoutUuid === null || state.creating
    startCheckout(state, newCheckout, shop.now())
    const typing = savedFormDraft(state, shop.memory)
    state.status = 'ready'
    if (newCheckout.choice && isReturn) await resumeChoice(state, payment, newCheckout.choice)
    else if (typing && isReturn) await resumeDraft(state, payment, typing, shop.now())
  }

  return {
    state,
    start,
    ...createFieldChanges(state, shop.now),
    async confirmDelivery() {
      if (state.loading && !(await afterRunningCall(state))) return
      const isOptionSelected = state.method?.deliveryOptions.some(({ uuid }) => uuid === state.deliveryOption)
      if (!state.method || !isOptionSelected || !state.options) return
      if (!touchFields(state, deliveryProblems(state.method.type, state, state.options))) return
      const [only] = (await payment.load()) ? state.paymentOptions : []
      if (only && state.paymentOptions.length === 1) await payment.choose(only.uuid)
    },
    choosePayment: payment.choose,
    confirmPayment: payment.confirm,
    useVoucher: (code) => applyVoucher(host, code),
    buy(how) {
      buying ??= submitOrder(host, how, payment.choose).finally(() => {
        if (!state.creating) buying = undefined
      })
      return buying
    },
  }
}
