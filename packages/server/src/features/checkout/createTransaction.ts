import type { checkout as contract } from '@portraitkit/core/checkout/contract.ts'
import { attemptOf, isLive, sameAttempt } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { makeTicket } from '../../platform/http/ticket.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import { reserveVoucherUse } from '../vouchers/uses.ts'
import { addAttempt } from './addAttempt.ts'
import { advanceCheckout } from './advanceCheckout.ts'
import { checkForms, checkOrder, refusePaid, requireCheckout } from './checkOrder.ts'
import { changeCheckout, type StoredCheckout, unsettledCheckouts } from './collection.ts'
import { deliveryTypeOf } from './deliveries.ts'
import { GatewayAway } from './journalSteps.ts'
import { endLostPayments } from './lostPayments.ts'
import { orderAddresses, paymentPageAddress } from './paymentAddresses.ts'
import { requirePayment } from './paymentOptions.ts'

type Call = CallContext<'customer'>
type Input = InputOf<typeof contract.transaction>
type Answer = AnswerOf<typeof contract.transaction>

export const PAYMENT_TICKET = 'payment'

/** Orders a checkout and opens its payment. The same input sent twice, at once or later, is one order and one payment. */
export async function createTransaction(input: Input, call: Call): Promise<Answer> {
  const checkout = await withoutLostPayments(call, await requireCheckout(call, input.checkoutUuid))
  const fingerprint = call.app.secrets.sign('checkout', canonicalJson(input))
  const known = sameAttempt(checkout, fingerprint)?.transaction
  return startPayment(
    call,
    checkout,
    known ?? (await orderCheckout(input, fingerprint, checkout, call).catch(orderedBefore)),
  )

  /** The input was refused because the same one from another window was faster: that one is ordered. */
  async function orderedBefore(error: unknown): Promise<string> {
    const same = error instanceof Failure && sameAttempt(await requireCheckout(call, input.checkoutUuid), fingerprint)
    if (!same) throw error
    return same.transaction
  }
}

/** A payment that is resumed is decided again: its pictures may have been taken from the customer since it was opened. */
async function withoutLostPayments({ app, provider }: Call, checkout: StoredCheckout): Promise<StoredCheckout> {
  const ended = await endLostPayments(app, provider, checkout)
  return ended === checkout ? checkout : askGateway(() => advanceCheckout(app, provider, ended))
}

/** Adds the order to the checkout as an attempt to pay, and returns its transaction. */
async function orderCheckout(sent: Input, fingerprint: string, checkout: StoredCheckout, call: Call): Promise<string> {
  const { app, provider, language, now } = call
  refusePaid(checkout)
  const payment = requirePayment(app, provider, language, sent.paymentOptionUuid)
  checkForms(sent, deliveryTypeOf(provider, language, now, sent.deliveryOptionUuid), payment, call)
  const addresses = orderAddresses(call.http, app, provider, checkout.order, sent)
  let { priced, choice } = await checkOrder(call, checkout, payment, sent)
  // A refusal ends nothing in another window; a payment made there meanwhile has changed the cart.
  if (await endOthers(call, checkout)) ({ priced, choice } = await checkOrder(call, checkout, payment, sent))
  await reserveVoucher(call, checkout, priced)
  return addAttempt(call, checkout, priced, choice, sent, { fingerprint, ...addresses })
}

/** Reserves the voucher for this order while its payment is under way. Throws if somebody else was faster. */
async function reserveVoucher(
  { app, provider, customer }: Call,
  { order }: StoredCheckout,
  { voucher }: PricedCart,
): Promise<void> {
  if (!voucher) return
  const outcome = await reserveVoucherUse(app, provider.key, voucher.voucher, { customer: customer.uuid, order })
  if (outcome !== 'held') throw new Failure(outcome === 'used' ? 'voucher.used' : 'voucher.used_up')
}

/**
 * Ends the payments that other checkouts of this customer have open at a gateway: the cart has changed since, and both must not
 * be paid. One that turns out to be paid is closed, which changes the cart. Returns whether there were any.
 */
async function endOthers({ app, provider, customer }: Call, checkout: StoredCheckout): Promise<boolean> {
  const unsettled = await unsettledCheckouts(app, provider.key, customer.uuid)
  const others = unsettled.filter(({ _id }) => _id !== checkout._id)
  for (const other of others) {
    const ended = await changeCheckout(app, other, (journal) =>
      journal.attempts.some(isLive)
        ? {
            ...journal,
            attempts: journal.attempts.map((each) => (isLive(each) ? { ...each, state: 'expiring' } : each)),
          }
        : journal,
    )
    await askGateway(() => advanceCheckout(app, provider, ended))
  }
  return others.length > 0
}

/** Advances the checkout, and returns where the browser goes for this transaction. */
async function startPayment(call: Call, { _id: id, order }: StoredCheckout, transaction: string): Promise<Answer> {
  const { app, provider, http } = call
  const ordered = await requireCheckout(call, id)
  const checkout = await askGateway(() => advanceCheckout(app, provider, ordered))
  const attempt = attemptOf(checkout, transaction)
  const isWon = checkout.paidBy === transaction
  if (!isWon && attempt?.state !== 'open') {
    refusePaid(checkout)
    // Charged and refunded: another checkout has bought these lines meanwhile.
    const isBought = attempt?.state === 'refunding' || attempt?.state === 'refunded'
    if (isBought) throw new Failure('checkout.cart_changed')
    // Another window has sent the order with a different input since: it is paid there.
    const isNewest = checkout.attempts.at(-1)?.transaction === transaction
    throw new Failure(isNewest ? 'checkout.gateway' : 'checkout.superseded')
  }
  const page = paymentPageAddress(http, provider, transaction)
  page.searchParams.set('ticket', await makeTicket(app, provider, PAYMENT_TICKET, { transaction }))
  return { transaction: { uuid: transaction }, order: { uuid: order }, paymentHref: page.href }
}

/** A gateway that does not answer is an expected failure; the checkout continues with the next attempt. */
async function askGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayAway) throw new Failure('checkout.gateway', { cause: error })
    throw error
  }
}
