import {
  createCart,
  createCheckout,
  createDigitalPortraits,
  createEntry,
  createOrders,
  createPictureSets,
  createProviderSettings,
  createShop,
  formatMoney,
  snapshot,
} from '@portraitkit/core'

// The parts of the shop that this site uses. Each has a state, which `snapshot` reads and `subscribe` reports, and actions.

const { VITE_SHOP_API: api, VITE_SHOP_PROVIDER: provider } = import.meta.env
export const shop = createShop({ api, provider })
export const settings = shop.part(createProviderSettings)
export const entry = shop.part(createEntry)
export const sets = shop.part(createPictureSets)
export const files = shop.part(createDigitalPortraits)
export const cart = shop.part(createCart)
export const checkout = shop.part(createCheckout)
export const orders = shop.part(createOrders)

/** An amount in minor units, in the shop's currency and the visitor's language. */
export function money(amount: number): string {
  const currency = snapshot(settings).settings?.currencyCode
  return currency ? formatMoney(amount, currency, shop.locale.language) : ''
}
