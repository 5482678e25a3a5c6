import type { Cart } from '@portraitkit/core/cart/contract.ts'
import type { PaymentOption } from '@portraitkit/core/checkout/contract.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { sanitiseHtml } from '../../platform/provider/sanitiseHtml.ts'
import { gatewayFault } from '../../ports/payments/gateway.ts'
import { gatewayNamed } from '../../ports/payments/index.ts'
import type { Fee } from '../cart/fee.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import { showCart, voucherFees } from '../cart/showCart.ts'
import type { Viewer } from '../cart/viewer.ts'
import { summaryLines } from '../orders/showOrder.ts'
import type { ChosenDelivery } from './deliveries.ts'

/** The payment methods that this server offers. HTML written by the provider is sanitised for display. */
export function offeredPayment(app: App, provider: Provider, language: string): PaymentOption[] {
  const usable = provider.paymentOptions.filter(({ gateway }) => !gatewayFault(app, provider, gatewayNamed(gateway)))
  return usable.map((option) => {
    const [title, html] = [inLanguage(option.title, language), sanitiseHtml(inLanguage(option.description, language))]
    const { mobileTitle, mobileDescription } = option
    return {
      uuid: option.uuid,
      title,
      // If a provider has no separate text for phones, they get the same text.
      mobileTitle: (mobileTitle && inLanguage(mobileTitle, language)) || title,
      description: html,
      mobileDescription: (mobileDescription && sanitiseHtml(inLanguage(mobileDescription, language))) || html,
      verifyMobile: option.verifyMobile,
      requirePersonNo: option.requirePersonNo,
      minimumAge: option.minimumAge ?? DEFAULT_MINIMUM_AGE,
      price: option.fee,
    }
  })
}

/** Minimum age to owe money, if the provider does not set one. */
const DEFAULT_MINIMUM_AGE = 18

export type ChosenPayment = PaymentOption & Pick<Provider['paymentOptions'][number], 'gateway'>

/** The payment option with its gateway. Throws if it is not offered. */
export function requirePayment(app: App, provider: Provider, language: string, uuid: string): ChosenPayment {
  const stored = provider.paymentOptions.find((each) => each.uuid === uuid)
  const offered = offeredPayment(app, provider, language).find((each) => each.uuid === uuid)
  if (!stored || !offered) throw new Failure('checkout.payment_option')
  return { ...offered, gateway: stored.gateway }
}

/** The fees on top of the products, and the total that the customer pays. Decided here, never by a browser. */
export function feesOf(
  cart: Pick<PricedCart, 'totalPrice' | 'voucher'>,
  { method, option }: ChosenDelivery,
  payment?: ChosenPayment,
): { fees: Fee[]; totalPrice: number } {
  const description = option.name || method.name
  const owed = cart.totalPrice + option.price
  const fees: Fee[] = [{ uuid: option.uuid, kind: 'delivery', description, price: option.price }]
  // There is no payment fee if nothing is to be paid.
  if (payment && payment.price > 0 && owed > 0) {
    fees.push({ uuid: payment.uuid, kind: 'payment', description: payment.title, price: payment.price })
  }
  const totalPrice = fees.reduce((sum, fee) => sum + fee.price, cart.totalPrice)
  return { fees: [...voucherFees(cart), ...fees], totalPrice }
}

/** The cart as it will be ordered: products, fees, total. */
export function cartWithFees(
  call: Viewer & { language: string },
  priced: PricedCart,
  { fees, totalPrice }: { fees: readonly Fee[]; totalPrice: number },
  previews: ReadonlyMap<string, ShownScene>,
): Cart {
  const cart = showCart(call, priced, previews)
  return {
    ...cart,
    orderLines: [...cart.orderLines.filter(({ type }) => type === 0), ...summaryLines(fees, totalPrice, call.language)],
    summary: { totalPrice },
  }
}
