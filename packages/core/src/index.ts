/**
 * The headless shop: everything that is published of it under a promise. `createShop` makes a shop; `shop.part(createCart)` and the
 * others are its parts, with state and actions; `subscribe` and `snapshot` read them.
 * @packageDocumentation
 */

export { createCodeRecovery } from './access/codeRecovery.ts'
export { createEntry } from './access/state.ts'
export { createPasswords } from './account/password/passwordState.ts'
export { createProfile } from './account/profile/profileState.ts'
export { createLogin } from './account/state.ts'
export { createAnalytics } from './analytics.ts'
export { createCategories } from './browsing/categories.ts'
export { createTemplateLists } from './browsing/state.ts'
export { createCart } from './cart/state.ts'
export { canBuy, canConfirmDelivery, canConfirmPayment, stepStatus, visibleProblem } from './checkout/form.ts'
export { createCheckout } from './checkout/state.ts'
export { createContent } from './content/state.ts'
export { createDigitalPortraits } from './digital-portraits/state.ts'
export { createEditor } from './editor/state.ts'
export { isShopError, ShopError } from './errors.ts'
export type { ShopEvents } from './events.ts'
export { formatMoney } from './money.ts'
export { createOrders } from './orders/state.ts'
export { createPackageOffers } from './photo-packages/offers/packageOffers.ts'
export { createPictureSets } from './picture-sets/state.ts'
export { createPriceList } from './products/state.ts'
export { priceAt } from './products/volumePrice.ts'
export { createProviderSettings } from './provider/state.ts'
export { createShares } from './sharing/sharesState.ts'
export { createShop, type Shop, type ShopOptions } from './shop.ts'
export type { ShopStorage, WebStorage } from './storage.ts'
export { snapshot, subscribe } from './subscribe.ts'
