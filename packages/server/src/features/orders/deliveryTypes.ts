import type { DeliveryType } from '@portraitkit/core/provider/deliveryTypes.ts'

type DeliveryTypeRules = {
  /** Whether anything is sent or handed out. If not, the type is for orders of files alone, which are available at once. */
  readonly isDelivered: boolean
  /** Whether it is picked up in a store, which its options name. */
  readonly hasStores: boolean
}

/** What the server does for each delivery type; its form is in `core/provider/deliveryTypes.ts`. */
export const deliveryTypes: Record<DeliveryType, DeliveryTypeRules> = {
  postage: { isDelivered: true, hasStores: false },
  'store-pickup': { isDelivered: true, hasStores: true },
  'school-pickup': { isDelivered: true, hasStores: false },
  'digital-delivery': { isDelivered: false, hasStores: false },
}
