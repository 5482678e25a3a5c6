import type { Cart } from '@portraitkit/core/cart/contract.ts'
import type { DeliveryMethod, DeliveryOption, PaymentOption } from '@portraitkit/core/checkout/contract.ts'
import { isOffered } from '@portraitkit/core/checkout/delivery.ts'
import { deliveryPrice } from '@portraitkit/core/checkout/fees.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { Chosen } from '../cart/chosen.ts'
import { showCart, type Viewer } from '../cart/show.ts'
import { Failure } from '../http/failure.ts'
import type { Fee } from '../orders/collection.ts'
import { summaryLines } from '../orders/show.ts'
import type { Provider } from '../provider/document.ts'
import { ownHtml } from '../provider/ownHtml.ts'

/** The ways to deliver, each with the options that can be chosen now. */
export function offeredDelivery(provider: Provider, language: string, now: Date): DeliveryMethod[] {
  return provider.deliveryMethods.flatMap(({ type, name, deliveryOptions }) => {
    const offered = deliveryOptions.filter((option) => isOffered(option, now))
    if (offered.length === 0) return []
    const shown = offered.map((option) => ({
      ...option,
      name: inLanguage(option.name, language),
      description: inLanguage(option.description, language),
    }))
    return [{ type, name: inLanguage(name, language), deliveryOptions: shown }]
  })
}

/** The same with what each costs for these products. */
export function pricedDelivery(
  provider: Provider,
  chosen: Priced,
  methods: readonly DeliveryMethod[],
): DeliveryMethod[] {
  return methods.map((method) => ({
    ...method,
    deliveryOptions: method.deliveryOptions.map((option) => ({ ...option, price: priceOf(provider, chosen, option) })),
  }))
}

type Priced = Pick<Chosen, 'totalPrice' | 'freeDeliveryUntil'>

function priceOf(provider: Provider, { totalPrice, freeDeliveryUntil }: Priced, option: DeliveryOption): number {
  return deliveryPrice(option, totalPrice, provider.freeShippingThreshold, freeDeliveryUntil !== null)
}

/** The ways to pay. What the provider wrote as HTML is sanitised where it is shown. */
export function offeredPayment(provider: Provider, language: string): PaymentOption[] {
  return provider.paymentOptions.map(({ uuid, title, description, verifyMobile, requirePersonNo }) => {
    const [words, html] = [inLanguage(title, language), ownHtml(inLanguage(description, language))]
    return {
      uuid,
      title: words,
      mobileTitle: words,
      description: html,
      mobileDescription: html,
      verifyMobile,
      requirePersonNo,
    }
  })
}

export type ChosenDelivery = { method: DeliveryMethod; option: DeliveryOption }

/** The option with its method. Throws where it is not offered (any more). */
export function theDelivery(provider: Provider, language: string, now: Date, uuid: string): ChosenDelivery {
  for (const method of offeredDelivery(provider, language, now)) {
    const option = method.deliveryOptions.find((each) => each.uuid === uuid)
    if (option) return { method, option }
  }
  throw new Failure('checkout.delivery_option')
}

export type ChosenPayment = PaymentOption & Pick<Provider['paymentOptions'][number], 'gateway' | 'fee'>

/** The payment option with its gateway. Throws where it is not offered. */
export function thePayment(provider: Provider, language: string, uuid: string): ChosenPayment {
  const kept = provider.paymentOptions.find((each) => each.uuid === uuid)
  const shown = offeredPayment(provider, language).find((each) => each.uuid === uuid)
  if (!kept || !shown) throw new Failure('checkout.payment_option')
  return { ...shown, gateway: kept.gateway, fee: kept.fee }
}

/** What is added to the products, and what the customer pays in all. Decided here, never by a browser. */
export function feesOf(
  provider: Provider,
  chosen: Priced,
  { method, option }: ChosenDelivery,
  payment?: ChosenPayment,
): { fees: Fee[]; totalPrice: number } {
  const price = priceOf(provider, chosen, option)
  const fees: Fee[] = [{ uuid: option.uuid, kind: 'delivery', description: option.name || method.name, price }]
  if (payment && payment.fee > 0) {
    fees.push({ uuid: payment.uuid, kind: 'payment', description: payment.title, price: payment.fee })
  }
  return { fees, totalPrice: fees.reduce((sum, fee) => sum + fee.price, chosen.totalPrice) }
}

/** The cart as it will be ordered: products, fees, total. */
export function cartWithFees(
  call: Viewer & { language: string },
  chosen: Chosen,
  { fees, totalPrice }: { fees: readonly Fee[]; totalPrice: number },
  previews: ReadonlyMap<string, ShownScene>,
): Cart {
  const cart = showCart(call, chosen, previews)
  return {
    ...cart,
    orderLines: [...cart.orderLines, ...summaryLines(fees, totalPrice, call.language)],
    summary: { totalPrice },
  }
}
