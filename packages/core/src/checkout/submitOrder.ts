import { isShopError } from '../errors.ts'
import { touchFields } from './changeFields.ts'
import type { CheckoutHost } from './checkoutHost.ts'
import { checkout } from './contract.ts'
import { serverProblemsOf } from './form.ts'
import { chosenPayment } from './paymentOption.ts'
import {
  isStale,
  isVoucherProblem,
  type PaymentReturn,
  paidOrder,
  stepWithProblem,
  transactionInput,
} from './transaction.ts'

/** `paymentHref` is the address of the payment; with `alreadyPaid` there is nothing to pay, only the receipt to open. */
export type PurchaseResult = { orderUuid: string; paymentHref: string; alreadyPaid: boolean }

/** Submits the order. @param choosePayment requests the prices with a payment method again */
export async function submitOrder(
  host: CheckoutHost,
  how: PaymentReturn,
  choosePayment: (uuid: string) => Promise<void>,
): Promise<PurchaseResult | undefined> {
  const { call, state } = host
  const input = transactionInput(state, chosenPayment(state), how)
  if (!input) return undefined
  Object.assign(state, { creating: true, createTransactionError: '', problem: null })
  try {
    const answer = await call(checkout.transaction, input)
    state.transaction = { uuid: answer.transaction.uuid, order: { uuid: answer.order.uuid } }
    // `creating` stays true: the browser is about to leave, and a second click must not find the button enabled.
    return { orderUuid: answer.order.uuid, paymentHref: answer.paymentHref, alreadyPaid: false }
  } catch (error) {
    if (!isShopError(error)) throw error
    const paid = paidOrder(error)
    if (paid) return { orderUuid: paid, paymentHref: '', alreadyPaid: true }
    state.creating = false
    state.serverProblems = serverProblemsOf(error)
    touchFields(state, state.serverProblems)
    if (error.kind === 'network') state.problem = { during: 'createTransaction', message: error.message }
    else state.createTransactionError = error.message
    await catchUp(host, error.reason, choosePayment)
    return undefined
  }
}

/** Brings the page up to date if the cart has changed; the error stays until the next attempt. */
async function catchUp(
  { state, startAnew }: CheckoutHost,
  reason: string,
  choosePayment: (uuid: string) => Promise<void>,
): Promise<void> {
  const isPriceOver = reason === 'checkout.price_changed' || isVoucherProblem(reason)
  if (isPriceOver && state.paymentOption) {
    await choosePayment(state.paymentOption)
    if (state.paymentOption) state.currentStep = 'confirm-order'
  }
  const isGone = reason === 'checkout.delivery_option' || reason === 'checkout.payment_option'
  if (isGone || isStale(reason)) await startAnew()
  if (reason === 'input.invalid') state.currentStep = stepWithProblem(state)
}
