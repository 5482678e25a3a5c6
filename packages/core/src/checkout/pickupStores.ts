import type { DeliveryOption } from './contract.ts'

/** 000 §5: the pickup options of one store have uuids with the same beginning, and the express one ends in ones. */

const STORE_LENGTH = 23
const EXPRESS_END = '-111111111111'

/** The store of a pickup option. */
export function storeOf(uuid: string): string {
  return uuid.slice(0, STORE_LENGTH).toLowerCase()
}

/** Whether a pickup option is its store's express one. */
export function isExpressPickup(uuid: string): boolean {
  return uuid.endsWith(EXPRESS_END)
}

type PickupOption = Pick<DeliveryOption, 'uuid'>

/** Options by store, in their order: the first of each is the store's own. */
export function groupByStore<O extends PickupOption>(options: readonly O[]): O[][] {
  return [...Map.groupBy(options, ({ uuid }) => storeOf(uuid)).values()]
}

/** The alternatives to the selected option: those of its store if the method has stores, otherwise all. */
export function variantsOf<O extends PickupOption>(
  { pickupLocations, deliveryOptions }: { pickupLocations: readonly unknown[]; deliveryOptions: readonly O[] },
  selectedUuid: string | null,
): O[] {
  if (pickupLocations.length === 0) return [...deliveryOptions]
  return deliveryOptions.filter(({ uuid }) => selectedUuid !== null && storeOf(uuid) === storeOf(selectedUuid))
}
