import { proxy, ref } from 'valtio/vanilla'
import { createCart } from '../cart/state.ts'
import { isShopError } from '../errors.ts'
import { onCustomerChange } from '../onCustomerChange.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { checkout, type PaymentOption } from './contract.ts'
import { type DeliveryType, deliveryProblems, type Problems } from './delivery.ts'
import { type CheckoutState, type CheckoutStep, emptyState, type FieldName, type NewCheckout } from './form.ts'
import { type FormDraft, restoreFormDraft, savedFormDraft, saveFormDraft } from './formDraft.ts'
import { needsServerCheck, paymentProblems } from './payment.ts'
import type { CheckoutProblem } from './problems.ts'
import { clearOtherCustomer, clearPayment, ensureSubject, firstOption, startCheckout } from './startCheckout.ts'
import {
  hasUnavailableLines,
  isStale,
  isVoucherProblem,
  type PaymentReturn,
  paidOrder,
  paymentDataOf,
  stepWithProblem,
  transactionInput,
} from './transaction.ts'

/**
 * The checkout. A surface takes it by `shop.part(createCheckout)` and calls `start()` each time it is shown; `state`
 * (see `CheckoutState` in form.ts) says all there is to draw. It sends the browser away itself: where `buy()` answers an
 * address it calls `location.assign` with it, and while `creating` is true the button is disabled.
 * `stepStatus(state, step)` says whether a step is open, done (collapsed, with an edit button that calls `edit(step)`) or
 * not reached; `canBuy(state)` whether 'Buy now' may be pressed. Texts under fields: `shownProblem(state, field)`.
 */
export type CheckoutPart = {
  readonly state: CheckoutState
  /** Begins or resumes the checkout of the cart as it is now. Never throws: see `status` and `problem`. */
  start(): Promise<void>
  chooseMethod(type: DeliveryType): void
  chooseOption(uuid: string): void
  setField(field: FieldName, value: string): void
  /** The customer leaves a field: from now on its problem shows. */
  leaveField(field: FieldName): void
  /** Goes on to payment, where the form is complete; else shows what is missing. */
  confirmDelivery(): Promise<void>
  choosePayment(uuid: string): Promise<void>
  /** Goes on to the summary, where the payment's form is complete and the server finds nothing wrong in it. */
  confirmPayment(): Promise<void>
  /**
   * Uses a voucher code for the cart; an empty one takes off the code that is used. Answers whether that was done: else
   * `voucherError` or `problem` says why not.
   */
  useVoucher(code: string): Promise<boolean>
  /** Back to a step that is done. */
  edit(step: CheckoutStep): void
  setComment(comment: string): void
  acceptTerms(accepted: boolean): void
  giveDigitalConsent(given: boolean): void
  /** Orders. Answers where to send the browser, or undefined where it failed: `createTransactionError` says why. */
  buy(how: PaymentReturn): Promise<PurchaseResult | undefined>
}

/** `paymentHref` leads through the payment; with `alreadyPaid` there is nothing to pay and only the receipt to open. */
export type PurchaseResult = { orderUuid: string; paymentHref: string; alreadyPaid: boolean }

type CheckoutShop = Pick<Shop, 'call' | 'part' | 'session' | 'locale' | 'memory'>

export function createCheckout(shop: CheckoutShop): CheckoutPart {
  const state = proxy<CheckoutState>(emptyState())
  // Answers of a checkout or a choice that is not the current one any more are dropped.
  let asked = 0
  let buying: Promise<PurchaseResult | undefined> | undefined
  saveFormDraft(state, shop.memory)

  // What can be chosen has its names from the server too: the choices stand, and are made in the new language.
  onLanguageChange(shop, () => {
    Object.assign(state, { createTransactionError: '', serverProblems: {} })
    if (state.status === 'ready' && state.problem) state.problem = null
    // Also while the answer in the other language is on its way.
    if (!state.creating && state.status !== 'idle' && state.status !== 'empty') void start()
  })
  onCustomerChange(shop, () => {
    if (shop.session.state.user && !state.creating && state.status !== 'idle') void start()
  })

  const option = () => state.method?.deliveryOptions.find(({ uuid }) => uuid === state.deliveryOption)
  const payment = () => state.paymentOptions.find(({ uuid }) => uuid === state.paymentOption)

  /** Runs a call whose answer counts only if nothing newer was asked meanwhile. */
  async function latest<T>(during: CheckoutProblem['during'], send: () => Promise<T>): Promise<T | undefined> {
    const order = ++asked
    state.problem = null
    try {
      const answer = await send()
      return order === asked ? answer : undefined
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order === asked) state.problem = { during, message: error.message }
      if (order === asked && error.reason === 'checkout.empty')
        state.status = hasUnavailableLines(error) ? 'unsold' : 'empty'
      // An express option may have ended while its form was filled in.
      const isOver = isStale(error.reason) || error.reason === 'checkout.delivery_option'
      if (order === asked && during !== 'createCheckout' && isOver) await startAnew()
      return undefined
    }
  }

  async function start(): Promise<void> {
    if (state.status !== 'ready') state.status = 'loading'
    const begun = await latest('createCheckout', () => shop.call(checkout.create, {}))
    // What went wrong or what was overtaken leaves the page as it is; a page that never was ready has failed.
    if (!begun) {
      if (state.problem && state.status === 'loading') state.status = 'failed'
      return
    }
    // A page that was left for the payment and comes back begins anew, but not the customer's typing.
    buying = undefined
    clearOtherCustomer(state, begun)
    const isReturn = state.checkoutUuid === null || state.creating
    startCheckout(state, begun)
    const typing = savedFormDraft(state, shop.memory)
    state.status = 'ready'
    if (begun.choice && isReturn) await resume(begun.choice)
    else if (typing && isReturn) await goOn(typing)
  }

  /** After a reload everything stands as it was; only the terms are asked for again. */
  async function goOn(typing: FormDraft): Promise<void> {
    restoreFormDraft(state, typing)
    if (typing.step === 'select-delivery-option' || !(await chosenAgain(typing.paymentOption))) return
    if (typing.step === 'confirm-order') await confirmPayment()
  }

  /** The way of paying that was chosen before. False where it cannot be had any more. */
  async function chosenAgain(uuid: string | null): Promise<boolean> {
    if (!(await loadPaymentOptions())) return false
    if (uuid === null || !state.paymentOptions.some((each) => each.uuid === uuid)) return false
    await choosePayment(uuid)
    return state.paymentOption === uuid
  }

  /** The cart has changed in another tab: begins with it as it is now. What went wrong stays to be read. */
  async function startAnew(): Promise<void> {
    const { problem, createTransactionError } = state
    await Promise.all([shop.part(createCart).refresh(), start()])
    Object.assign(state, { problem: state.problem ?? problem, createTransactionError })
  }

  /** After a declined payment everything stands as it was; only the terms are asked for again. */
  async function resume(choice: NonNullable<NewCheckout['choice']>): Promise<void> {
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
    if (await chosenAgain(choice.paymentOptionUuid)) await confirmPayment()
  }

  function chooseOption(uuid: string): void {
    state.deliveryOption = uuid
    ensureSubject(state)
    // 000 §4: choosing delivery clears the payment options
    clearPayment(state)
    state.currentStep = 'select-delivery-option'
  }

  async function loadPaymentOptions(): Promise<boolean> {
    const { checkoutUuid, deliveryOption } = state
    if (!checkoutUuid || !deliveryOption) return false
    clearPayment(state)
    state.loading = 'payment-options'
    const input = { checkoutUuid, deliveryOptionUuid: deliveryOption }
    const answer = await latest('fetchPaymentOptions', () => shop.call(checkout.paymentOptions, input))
    if (state.loading === 'payment-options') state.loading = null
    if (!answer) return false
    state.paymentOptions = answer.paymentOptions
    state.cart = ref(answer.cart)
    state.currentStep = 'select-payment-option'
    return true
  }

  async function choosePayment(uuid: string): Promise<void> {
    const { checkoutUuid, deliveryOption } = state
    if (!checkoutUuid || !deliveryOption) return
    state.paymentOption = uuid
    state.currentStep = 'select-payment-option'
    state.loading = 'cart'
    const input = { checkoutUuid, deliveryOptionUuid: deliveryOption, paymentOptionUuid: uuid }
    const answer = await latest('setPaymentOption', () => shop.call(checkout.choosePayment, input))
    if (state.loading === 'cart') state.loading = null
    if (answer) state.cart = ref(answer.cart)
    else if (state.problem) state.paymentOption = null
  }

  async function confirmPayment(): Promise<void> {
    const chosen = payment()
    if (!chosen || state.loading) return
    const problems = paymentProblems(chosen, state)
    touch(problems)
    if (Object.keys(problems).length > 0) return
    if (!needsServerCheck(chosen) || (await isGoodPayment(chosen))) state.currentStep = 'confirm-order'
  }

  /** Phone numbers and personal ids are judged by the server, before the summary rather than after it. */
  async function isGoodPayment(chosen: PaymentOption): Promise<boolean> {
    const order = ++asked
    Object.assign(state, { loading: 'payment-data', problem: null })
    try {
      const paymentOptionData = paymentDataOf(state, chosen)
      const input = { checkoutUuid: state.checkoutUuid ?? '', paymentOptionUuid: chosen.uuid, paymentOptionData }
      await shop.call(checkout.checkPayment, input)
      return order === asked
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order !== asked) return false
      state.serverProblems = { ...error.fields }
      touch(state.serverProblems)
      if (error.reason !== 'input.invalid') state.problem = { during: 'setPaymentOption', message: error.message }
      return false
    } finally {
      if (state.loading === 'payment-data') state.loading = null
    }
  }

  /** What is wrong with a code is said beneath it; everything else stands above the page. */
  async function useVoucher(code: string): Promise<boolean> {
    const { checkoutUuid, deliveryOption, paymentOption } = state
    if (!checkoutUuid || !deliveryOption || state.loading) return false
    const order = ++asked
    Object.assign(state, { loading: 'voucher', voucherError: '', problem: null })
    const choice = { checkoutUuid, deliveryOptionUuid: deliveryOption }
    try {
      const input = { ...choice, ...(paymentOption && { paymentOptionUuid: paymentOption }), code }
      const { cart } = await shop.call(checkout.useVoucher, input)
      if (order !== asked) return false
      state.cart = ref(cart)
      return true
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order !== asked) return false
      const isOfCode = isVoucherProblem(error.reason) || error.reason === 'throttle.wait'
      if (isOfCode) state.voucherError = error.message
      else state.problem = { during: 'useVoucherCode', message: error.message }
      if (isStale(error.reason) || error.reason === 'checkout.delivery_option') await startAnew()
      return false
    } finally {
      if (state.loading === 'voucher') state.loading = null
    }
  }

  function touch(problems: Problems): void {
    for (const field of Object.keys(problems)) state.touched[field as FieldName] = true
  }

  async function send(how: PaymentReturn): Promise<PurchaseResult | undefined> {
    const input = transactionInput(state, payment(), how)
    if (!input) return undefined
    state.creating = true
    state.createTransactionError = ''
    state.problem = null
    try {
      const answer = await shop.call(checkout.transaction, input)
      state.transaction = { uuid: answer.transaction.uuid, order: { uuid: answer.order.uuid } }
      // `creating` stays: the browser is about to leave, and a second click must not find the button alive.
      return { orderUuid: answer.order.uuid, paymentHref: answer.paymentHref, alreadyPaid: false }
    } catch (error) {
      if (!isShopError(error)) throw error
      const paid = paidOrder(error)
      if (paid) return { orderUuid: paid, paymentHref: '', alreadyPaid: true }
      state.creating = false
      state.serverProblems = { ...error.fields }
      touch(state.serverProblems)
      if (error.kind === 'network') state.problem = { during: 'createTransaction', message: error.message }
      else state.createTransactionError = error.message
      await catchUp(error.reason)
      return undefined
    }
  }

  /** Where the ground has shifted the page is brought up to date; the error stays until the next attempt. */
  async function catchUp(reason: string): Promise<void> {
    const isPriceOver = reason === 'checkout.price_changed' || isVoucherProblem(reason)
    if (isPriceOver && state.paymentOption) {
      await choosePayment(state.paymentOption)
      if (state.paymentOption) state.currentStep = 'confirm-order'
    }
    const isGone = reason === 'checkout.delivery_option' || reason === 'checkout.payment_option'
    if (isGone || isStale(reason)) await startAnew()
    if (reason === 'input.invalid') state.currentStep = stepWithProblem(state)
  }

  return {
    state,
    start,
    chooseMethod(type) {
      const method = state.methods.find((each) => each.type === type)
      if (!method || method.type === state.method?.type) return
      state.method = method
      const first = firstOption(method)
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
    async confirmDelivery() {
      const chosen = option()
      if (!state.method || !chosen || !state.options || state.loading) return
      const problems = deliveryProblems(state.method.type, state, state.options)
      touch(problems)
      if (Object.keys(problems).length > 0) return
      const [only] = (await loadPaymentOptions()) ? state.paymentOptions : []
      if (only && state.paymentOptions.length === 1) await choosePayment(only.uuid)
    },
    choosePayment,
    confirmPayment,
    useVoucher,
    edit(step) {
      if (!state.creating) state.currentStep = step
    },
    setComment(comment) {
      state.comment = comment
    },
    acceptTerms(accepted) {
      state.termsAccepted = accepted
    },
    giveDigitalConsent(given) {
      state.digitalConsentGiven = given
    },
    buy(how) {
      buying ??= send(how).finally(() => {
        if (!state.creating) buying = undefined
      })
      return buying
    },
  }
}
