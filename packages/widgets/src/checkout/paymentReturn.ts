import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { PageShop } from '../pageShops.ts'

type HrefOf = (name: RouteName, params?: RouteParams) => string

/** The parameter that names the order when the customer returns from the payment. */
const PAID = 'pk-order'

/**
 * Where the browser returns after a payment: to the receipt if it succeeded, otherwise to the checkout. A page without an
 * address for the receipt is opened again and notified by `pk-navigate`; if it does not navigate, the receipt is shown in place
 * of the checkout.
 */
export function paymentReturn({ shop, routers }: PageShop, hrefOf: HrefOf): { returnTo: string; backTo: string } {
  const here = (address: string) => new URL(address, location.href)
  const receipt = here(hrefOf('receipt', { orderUuid: '{orderUuid}' }))
  const isElsewhere = shop.api !== '' && receipt.origin === here(shop.api).origin && receipt.origin !== location.origin
  const returnTo = isElsewhere ? here(location.href) : receipt
  if (isElsewhere) returnTo.searchParams.set(PAID, '{orderUuid}')
  return {
    // The server fills in the order's uuid; the address arrives percent-encoded.
    returnTo: returnTo.href.replaceAll('%7BorderUuid%7D', '{orderUuid}'),
    backTo: here(routers.length > 0 ? hrefOf('checkout') : location.href).href,
  }
}

/** The order of the payment from which the customer returns, on a page without an address for its receipt. */
export function paidOrder(): string | undefined {
  return new URL(location.href).searchParams.get(PAID) ?? undefined
}

/** Removes the order from the page's address. */
export function forgetPaidOrder(): void {
  const address = new URL(location.href)
  address.searchParams.delete(PAID)
  history.replaceState(history.state, '', address)
}
