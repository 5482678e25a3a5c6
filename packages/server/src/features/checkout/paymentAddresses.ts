import type { Context } from 'koa'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import { isAllowedOrigin } from '../../platform/http/origin.ts'
import type { Provider } from '../../platform/provider/document.ts'

/** The addresses around a payment: the gateway's page, the page to return to, and the target of the gateway's webhooks. */

const RETURN = 'payment return'
export type ReturnOutcome = 'returned' | 'cancelled'

/** The address of the host that received the call; the framework's `origin` is that of the page that sent it. */
const hostAddress = ({ protocol, host }: Context) => `${protocol}://${host}`

/** The page that redirects to a payment, on the host that received the call. */
export function paymentPageAddress(http: Context, provider: Provider, transaction: string): URL {
  const url = new URL(`/m/shopping-cart/checkout/payment/${transaction}`, hostAddress(http))
  url.searchParams.set('provider', provider.key)
  return url
}

/** The same page for a browser that returns from the gateway: the address carries a token that opens it any number of times. */
export function returnAddress(
  http: Context,
  app: App,
  provider: Provider,
  transaction: string,
  way: ReturnOutcome,
): string {
  const url = paymentPageAddress(http, provider, transaction)
  url.searchParams.set(way, app.secrets.sign(RETURN, `${provider.key} ${transaction} ${way}`))
  return url.href
}

/** Whether `comeBack` made this address. */
export function isReturnAddress(
  app: App,
  provider: Provider,
  transaction: string,
  way: ReturnOutcome,
  signature: string,
): boolean {
  return app.secrets.verify(RETURN, `${provider.key} ${transaction} ${way}`, signature)
}

export function webhookAddress(app: App, provider: Provider, gateway: string): string {
  return `${app.env.publicUrl}/payments/${provider.key}/${gateway}/webhook`
}

/** The receipt and the return address of an order: those that the page requested, otherwise the shop's own on this host. */
export function orderAddresses(
  http: Context,
  app: App,
  provider: Provider,
  order: string,
  input: { returnTo?: string | undefined; backTo?: string | undefined },
): { receiptUrl: string; backUrl: string } {
  const receiptUrl = input.returnTo
    ? checkAddress(http, app, provider, input.returnTo.replaceAll('{orderUuid}', order))
    : shopPageAddress(http, provider, `/shopping-cart/checkout/payment/receipt/${order}`)
  if (input.backTo) return { receiptUrl, backUrl: checkAddress(http, app, provider, input.backTo) }
  // If a page names only its receipt, the customer returns there; the receipt says what happened.
  return {
    receiptUrl,
    backUrl: input.returnTo ? receiptUrl : shopPageAddress(http, provider, '/shopping-cart/checkout'),
  }
}

/** A page of the shop on this host; on a host of several shops the address names the shop. */
export function shopPageAddress(http: Context, provider: Provider, path: string): string {
  const url = new URL(path, hostAddress(http))
  if (!provider.hosts.includes(http.hostname)) url.searchParams.set('provider', provider.key)
  return url.href
}

/** Refuses an address of anything but a page of the shop or of the provider. */
function checkAddress(http: Context, app: App, provider: Provider, address: string): string {
  const url = URL.parse(address)
  const isPage = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isPage || url.username || url.password || !isAllowedOrigin(http, app, provider, url.origin)) {
    throw new Failure('checkout.return_refused')
  }
  return url.href
}
