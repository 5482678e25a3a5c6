import { randomUUID } from 'node:crypto'
import type { checkout as contract, DeliverySubject } from '@portraitkit/core/checkout/contract.ts'
import { type DeliveryType, deliveryProblems, tidyDelivery } from '@portraitkit/core/checkout/delivery.ts'
import { attemptOf, isLive, sameAttempt, withAttempt } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { AnswerOf, InputOf } from '@portraitkit/core/endpoint.ts'
import { orderReference } from '@portraitkit/core/orders/orderReference.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { makeTicket } from '../../platform/http/ticket.ts'
import { gatewayNamed, NOTHING_TO_PAY } from '../../ports/payments/index.ts'
import { findUser } from '../account/collection.ts'
import { readPhone } from '../account/phone.ts'
import { closedFailure } from '../cart/closed.ts'
import { scenesOf } from '../cart/collection.ts'
import { printedOf } from '../cart/lineKinds.ts'
import { type PricedCart, priceCart } from '../cart/priceCart.ts'
import { freezeScenes, type OrderContent } from '../orders/collection.ts'
import { consentIn } from '../orders/consentTexts.ts'
import { orderTextsIn } from '../orders/orderTexts.ts'
import type { AppliedVoucher } from '../vouchers/applyVoucher.ts'
import { holdVoucher } from '../vouchers/uses.ts'
import { orderAddresses, paymentPage, returnAddress, webhookAddress } from './addresses.ts'
import { advanceCheckout } from './advanceCheckout.ts'
import {
  changeCheckout,
  dropDrafts,
  findCheckout,
  type StoredAttempt,
  type StoredCheckout,
  saveDraft,
  unsettledCheckouts,
} from './collection.ts'
import {
  type ChosenDelivery,
  cartContents,
  deliveryTypeOf,
  requireDelivery,
  requirePickupSubject,
} from './deliveries.ts'
import { type ChosenPayment, feesOf, requirePayment } from './offers.ts'
import { paymentDataProblems, refuseProblems, sealPersonalId } from './paymentData.ts'
import { GatewayAway } from './steps.ts'

type Call = CallContext<'customer'>
type Input = InputOf<typeof contract.transaction>
type Answer = AnswerOf<typeof contract.transaction>
type Choice = { delivery: ChosenDelivery; payment: ChosenPayment; subject: DeliverySubject | null }

/** No real customer changes their mind this often. */
const MAX_ATTEMPTS = 50
export const PAYMENT_TICKET = 'payment'

/** Orders a checkout and opens its payment. The same input sent twice, at once or later, is one order and one payment. */
export async function createTransaction(sent: Input, call: Call): Promise<Answer> {
  const checkout = await requireCheckout(call, sent.checkoutUuid)
  const fingerprint = call.app.secrets.sign('checkout', canonicalJson(sent))
  const known = sameAttempt(checkout, fingerprint)?.transaction
  return startPayment(
    call,
    checkout,
    known ?? (await orderCheckout(sent, fingerprint, checkout, call).catch(orderedBefore)),
  )

  /** The input was refused because the same one from another window was faster: that one is ordered. */
  async function orderedBefore(error: unknown): Promise<string> {
    const same = error instanceof Failure && sameAttempt(await requireCheckout(call, sent.checkoutUuid), fingerprint)
    if (!same) throw error
    return same.transaction
  }
}

/** Adds the order to the checkout as an attempt to pay, and answers its transaction. */
async function orderCheckout(sent: Input, fingerprint: string, checkout: StoredCheckout, call: Call): Promise<string> {
  const { app, provider, language, now } = call
  refusePaid(checkout)
  const payment = requirePayment(provider, language, sent.paymentOptionUuid)
  checkForms(sent, deliveryTypeOf(provider, language, now, sent.deliveryOptionUuid), payment, call)
  const addresses = orderAddresses(call.http, app, provider, checkout.order, sent)
  let { priced, choice } = await checkOrder(call, checkout, payment, sent)
  // A refusal ends nothing of another window; a payment made there meanwhile has changed the cart.
  if (await endOthers(call, checkout)) ({ priced, choice } = await checkOrder(call, checkout, payment, sent))
  await reserveVoucher(call, checkout, priced)
  return addAttempt(call, checkout, priced, choice, sent, { fingerprint, ...addresses })
}

/** The order, if it is what the customer saw. */
async function checkOrder(call: Call, checkout: StoredCheckout, payment: ChosenPayment, sent: Input) {
  const { app, provider, customer, language, now } = call
  const priced = await priceCart(app, provider, customer.uuid, language)
  if (priced.version !== checkout.cartVersion) throw new Failure('checkout.cart_changed')
  // the deadline passed after the summary was shown: a paid order goes on, an unpaid one does not start
  const over = priced.unsold.find(({ closed }) => closed)?.closed
  if (over && priced.lines.length === 0) throw closedFailure(over, language)
  if (priced.lines.length === 0) throw new Failure('checkout.cart_changed')
  const delivery = requireDelivery(provider, priced, language, now, sent.deliveryOptionUuid)
  const choice: Choice = { delivery, payment, subject: requirePickupSubject(delivery, sent.deliveryOptionData.subject) }
  const { totalPrice } = feesOf(priced, delivery, payment)
  if (over && totalPrice !== sent.totalPrice) throw closedFailure(over, language)
  if (totalPrice !== sent.totalPrice) throw new Failure('checkout.price_changed')
  if (cartContents(priced.lines).digital && !sent.digitalConsent) throw new Failure('checkout.digital_consent')
  return { priced, choice }
}

/** Reserves the voucher for this order while its payment is under way. Throws if somebody else was faster. */
async function reserveVoucher(
  { app, provider, customer }: Call,
  { order }: StoredCheckout,
  { voucher }: PricedCart,
): Promise<void> {
  if (!voucher) return
  const outcome = await holdVoucher(app, provider.key, voucher.voucher, { customer: customer.uuid, order })
  if (outcome !== 'held') throw new Failure(outcome === 'used' ? 'voucher.used' : 'voucher.used_up')
}

export async function requireCheckout({ app, provider, customer }: Call, id: string): Promise<StoredCheckout> {
  const checkout = await findCheckout(app, provider.key, id, customer.uuid)
  if (!checkout) throw new Failure('checkout.unknown')
  return checkout
}

function refusePaid({ paidBy, order }: Pick<StoredCheckout, 'paidBy' | 'order'>): void {
  if (paidBy) throw new Failure('checkout.already_paid', { data: { orderUuid: order } })
}

/** Refuses incomplete forms, with a text per field. */
function checkForms(sent: Input, type: DeliveryType, payment: ChosenPayment, call: Call): void {
  const { provider } = call
  refuseProblems({
    ...deliveryProblems(type, sent.deliveryOptionData, { ...provider.options, country: provider.country }),
    ...paymentDataProblems(payment, sent.paymentOptionData, call),
  })
}

/**
 * Ends the payments that other checkouts of this customer have open at a gateway: the cart has changed since, and nobody should
 * pay both. One that turns out to be paid is closed, which changes the cart. Answers whether there were any.
 */
async function endOthers({ app, provider, customer }: Call, checkout: StoredCheckout): Promise<boolean> {
  const unsettled = await unsettledCheckouts(app, provider.key, customer.uuid)
  const others = unsettled.filter(({ _id }) => _id !== checkout._id)
  for (const other of others) {
    await changeCheckout(app, provider.key, other._id, (journal) =>
      journal.attempts.some(isLive)
        ? {
            ...journal,
            attempts: journal.attempts.map((each) => (isLive(each) ? { ...each, state: 'expiring' } : each)),
          }
        : journal,
    )
    await askGateway(() => advanceCheckout(app, provider, other._id))
  }
  return others.length > 0
}

/** Freezes the order and writes the attempt. Answers the transaction: another request's if the same input came twice. */
async function addAttempt(
  call: Call,
  { _id: id, order, attempts }: StoredCheckout,
  priced: PricedCart,
  choice: Choice,
  sent: Input,
  { fingerprint, receiptUrl, backUrl }: Pick<StoredAttempt, 'fingerprint' | 'receiptUrl' | 'backUrl'>,
): Promise<string> {
  const { app, provider, now } = call
  if (attempts.length >= MAX_ATTEMPTS) throw new Failure('throttle.wait')
  const transaction = randomUUID()
  const content = await contentOf(call, priced, choice, sent, { transaction, receiptUrl })
  const printed = priced.lines.flatMap(printedOf)
  const scenes = await scenesOf(app, provider.key, printed)
  if (scenes.size !== printed.length) throw new Failure('checkout.cart_changed')
  await Promise.all([
    freezeScenes(app, provider.key, order, scenes),
    saveDraft(app, provider.key, transaction, order, content),
  ])
  const attempt: StoredAttempt = {
    transaction,
    fingerprint,
    amount: content.totalPrice,
    state: 'opening',
    ordered: false,
    gateway: content.payment.gateway,
    href: null,
    receiptUrl,
    backUrl,
    created: now,
    payment: {
      transaction,
      reference: orderReference(order),
      amount: content.totalPrice,
      currency: content.currency,
      language: call.language,
      email: content.contact.email,
      returnUrl: returnAddress(call.http, app, provider, transaction, 'returned'),
      cancelUrl: returnAddress(call.http, app, provider, transaction, 'cancelled'),
      pageOrigins: [...new Set([receiptUrl, backUrl].map((address) => new URL(address).origin))],
      webhookUrl: webhookAddress(app, provider, content.payment.gateway),
    },
  }
  const changed = await changeCheckout(app, provider.key, id, (journal) => {
    if (sameAttempt(journal, fingerprint) || journal.paidBy) return journal
    return withAttempt(journal, attempt)
  })
  if (attemptOf(changed, transaction)) return transaction
  // Somebody was faster: the same input from another tab, or another order that is paid already.
  await dropDrafts(app, provider.key, { _id: transaction })
  const same = sameAttempt(changed, fingerprint)
  if (!same) refusePaid(changed)
  return same?.transaction ?? transaction
}

/** The order as the customer agrees to it. */
async function contentOf(
  call: Call,
  priced: PricedCart,
  { delivery, payment, subject }: Choice,
  sent: Input,
  { transaction, receiptUrl }: { transaction: string; receiptUrl: string },
): Promise<OrderContent> {
  const { app, provider, customer, language, now } = call
  const { method, option } = delivery
  const data = tidyDelivery(method.type, sent.deliveryOptionData, { ...provider.options, country: provider.country })
  const user = await findUser(app, provider, customer)
  const { mobilePhone } = sent.paymentOptionData
  const fees = feesOf(priced, delivery, payment)
  const isFree = fees.totalPrice === 0
  const gateway = isFree ? NOTHING_TO_PAY : payment.gateway
  return {
    customer: customer.uuid,
    language,
    currency: provider.currency,
    lines: priced.lines,
    ...fees,
    ...(priced.voucher && { voucher: usedVoucher(priced.voucher) }),
    delivery: {
      type: method.type,
      option: option.uuid,
      name: option.name || method.name,
      address: data.deliveryAddress ?? null,
      days: option.deliverytime,
      ...(data.verifiedAddress !== undefined && { verifiedAddress: data.verifiedAddress }),
      ...(method.type === 'store-pickup' && { pickup: pickupOf(option) }),
      ...(subject && { subject }),
    },
    payment: {
      option: payment.uuid,
      gateway,
      isInvoice: gatewayNamed(gateway).isInvoice,
      title: isFree ? orderTextsIn(language).nothingToPay : payment.title,
      transaction,
    },
    contact: {
      name: data.deliveryAddress?.name ?? data.contactInfo?.name ?? '',
      email: data.contactInfo?.emailAddress ?? customer.email,
      phone:
        (payment.verifyMobile && mobilePhone && readPhone(mobilePhone, provider.country)) || (user?.mobilePhone ?? ''),
    },
    personalId: isFree ? null : sealPersonalId(call, payment, sent.paymentOptionData),
    comment: provider.options.disableOrderComment ? '' : sent.comment.trim(),
    client: sent.client,
    terms: { text: inLanguage(provider.terms.purchase, language), accepted: now },
    ...(cartContents(priced.lines).digital && {
      digitalConsent: { text: consentIn(language).agreement, accepted: now },
    }),
    receiptUrl,
  }
}

/** What an order stores about its voucher. */
function usedVoucher({ voucher: { code, oncePerCustomer, stock, products } }: AppliedVoucher): OrderContent['voucher'] {
  return { code, oncePerCustomer, ...(stock !== undefined && { stock }), ...(products && { products }) }
}

function pickupOf({ pickupname, pickupaddress1, pickuppostalcode, pickupcity }: ChosenDelivery['option']) {
  return { name: pickupname, address: pickupaddress1, postalCode: pickuppostalcode, city: pickupcity }
}

/** Advances the checkout, and answers where the browser goes for this transaction. */
async function startPayment(call: Call, { _id: id, order }: StoredCheckout, transaction: string): Promise<Answer> {
  const { app, provider, http } = call
  const checkout = await askGateway(() => advanceCheckout(app, provider, id))
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
  const page = paymentPage(http, provider, transaction)
  page.searchParams.set('ticket', await makeTicket(app, provider, PAYMENT_TICKET, { transaction }))
  return { transaction: { uuid: transaction }, order: { uuid: order }, paymentHref: page.href }
}

/** A gateway that does not answer is an expected failure; the checkout goes on with the next attempt. */
async function askGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayAway) throw new Failure('checkout.gateway', { cause: error })
    throw error
  }
}
