import type { checkout as contract, DeliverySubject } from '@portraitkit/core/checkout/contract.ts'
import { deliveryProblems } from '@portraitkit/core/checkout/requiredFields.ts'
import type { InputOf } from '@portraitkit/core/endpoint.ts'
import type { DeliveryType } from '@portraitkit/core/provider/deliveryTypes.ts'
import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { closedFailure } from '../cart/closedJobs.ts'
import { uuidOf } from '../cart/line.ts'
import { type PricedCart, priceCart } from '../cart/priceCart.ts'
import { hasLostPicture } from '../cart/showCart.ts'
import { findCheckout, type StoredCheckout } from './collection.ts'
import { type ChosenDelivery, cartContents, requireDelivery, requirePickupSubject } from './deliveries.ts'
import { paymentDataProblems, refuseProblems } from './paymentData.ts'
import { type ChosenPayment, feesOf } from './paymentOptions.ts'
import { isSummary } from './summary.ts'

type Call = CallContext<'customer'>
type Input = InputOf<typeof contract.transaction>

/** The selected delivery and payment of an order. */
export type Choice = { delivery: ChosenDelivery; payment: ChosenPayment; subject: DeliverySubject | null }

export async function requireCheckout({ app, provider, customer }: Call, id: string): Promise<StoredCheckout> {
  const checkout = await findCheckout(app, provider.key, id, customer.uuid)
  if (!checkout) throw new Failure('checkout.unknown')
  return checkout
}

export function refusePaid({ paidBy, order }: Pick<StoredCheckout, 'paidBy' | 'order'>): void {
  if (paidBy) throw new Failure('checkout.already_paid', { data: { orderUuid: order } })
}

/** Refuses incomplete forms, with a text per field. */
export function checkForms(input: Input, type: DeliveryType, payment: ChosenPayment, call: Call): void {
  const { provider } = call
  refuseProblems({
    ...deliveryProblems(type, input.deliveryOptionData, { ...provider.options, country: provider.country }),
    ...paymentDataProblems(payment, input.paymentOptionData, call),
  })
}

/** Throws if the cart, a picture in it, the content of a whole set or the class of a catalogue is another one than at the start of the checkout. */
export function requireSameCart(
  { version, lines, replaced, reduced, moved }: PricedCart,
  { cartVersion }: Pick<StoredCheckout, 'cartVersion'>,
): void {
  const isDifferent = lines.some(({ uuid }) => replaced.has(uuid) || reduced.has(uuid) || moved.has(uuid))
  if (version !== cartVersion || isDifferent) throw new Failure('checkout.cart_changed')
}

/** The order, if it is what the customer saw. */
export async function checkOrder(call: Call, checkout: StoredCheckout, payment: ChosenPayment, input: Input) {
  const { app, provider, customer, language, now } = call
  const priced = await priceCart(app, provider, customer.uuid, language)
  requireSameCart(priced, checkout)
  // the deadline passed after the summary was shown: a paid order continues, an unpaid one does not start
  const over = unsoldFailure(priced, language)
  if (over && priced.lines.length === 0) throw over
  if (priced.lines.length === 0) throw new Failure('checkout.cart_changed')
  const delivery = deliveryOf(priced)
  const choice: Choice = {
    delivery,
    payment,
    subject: requirePickupSubject(delivery, input.deliveryOptionData.subject),
  }
  const { totalPrice } = feesOf(priced, delivery, payment)
  if (over && totalPrice !== input.totalPrice) throw over
  if (totalPrice !== input.totalPrice) throw new Failure('checkout.price_changed')
  // a voucher may pay for other lines than those of the summary, too
  if (!isSummary(checkout, priced.lines.map(uuidOf))) throw over ?? new Failure('checkout.cart_changed')
  if (cartContents(priced.lines).digital && !input.digitalConsent) throw new Failure('checkout.digital_consent')
  return { priced, choice }

  /** Without the lines that cannot be ordered now, a delivery may not be offered any more: the lines are the reason. */
  function deliveryOf(cart: PricedCart): ChosenDelivery {
    try {
      return requireDelivery(provider, cart, language, now, input.deliveryOptionUuid)
    } catch (error) {
      throw over && error instanceof Failure ? over : error
    }
  }
}

/** Why a line cannot be ordered now, as a failure; undefined if there is none of which the customer is to know. */
function unsoldFailure({ unsold }: PricedCart, language: string): Failure | undefined {
  if (unsold.some(hasLostPicture)) return new Failure('cart.picture_lost')
  const closed = unsold.find((each) => each.closed)?.closed
  return closed && closedFailure(closed, language)
}
