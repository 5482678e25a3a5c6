import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { PageShop } from '../pageShops.ts'

type HrefOf = (name: RouteName, params?: RouteParams) => string

/** Stands in the address of a page that is told of the order when the customer has paid and comes back. */
const PAID = 'pk-order'

/**
 * Where the browser comes back to from a payment: with it the receipt, without it the checkout. A page that has no address for the
 * receipt is come back to itself and told by `pk-navigate`; where it does not go on, the receipt is shown in place of the checkout.
 */
export function paymentReturn({ shop, routers }: PageShop, hrefOf: HrefOf): { returnTo: string; backTo: string } {
  const here = (address: string) => new URL(address, location.href)
  const receipt = here(hrefOf('receipt', { orderUuid: '{orderUuid}' }))
  const isElsewhere = shop.api !== '' && receipt.origin === here(shop.api).origin && receipt.origin !== location.origin
  const returnTo = isElsewhere ? here(location.href) : receipt
  if (isElsewhere) returnTo.searchParams.set(PAID, '{orderUuid}')
  return {
    // The server puts the order's uuid in; the address arrives percent-encoded.
    returnTo: returnTo.href.replaceAll('%7BorderUuid%7D', '{orderUuid}'),
    backTo: here(routers.length > 0 ? hrefOf('checkout') : location.href).href,
  }
}

/** The order that somebody comes back from paying, to a page that has no address for its receipt. */
export function paidOrder(): string | undefined {
  return new URL(location.href).searchParams.get(PAID) ?? undefined
}

/** The page's address is that of the page alone again. */
export function forgetPaidOrder(): void {
  const address = new URL(location.href)
  address.searchParams.delete(PAID)
  history.replaceState(history.state, '', address)
}
