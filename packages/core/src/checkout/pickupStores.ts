import type { DeliveryMethod, DeliveryOption } from './contract.ts'

/** 000 §5: the ways to fetch an order in one store are options whose uuids begin alike, and the express one ends in ones. */

const STORE_LENGTH = 23
const EXPRESS_END = '-111111111111'

/** The store that a pickup option is of. */
export function storeOf(uuid: string): string {
  return uuid.slice(0, STORE_LENGTH).toLowerCase()
}

/** Whether a pickup option is its store's express one. */
export function isExpressPickup(uuid: string): boolean {
  return uuid.endsWith(EXPRESS_END)
}

type PickupOption = Pick<DeliveryOption, 'uuid'>

/** Options by their store, in the order in which they stand: the first of each is the store's own. */
export function groupByStore<O extends PickupOption>(options: readonly O[]): O[][] {
  return [...Map.groupBy(options, ({ uuid }) => storeOf(uuid)).values()]
}

/** The options to choose from beside the chosen one: of a pickup those of its store, else all. */
export function variantsOf<O extends PickupOption>(
  { type, deliveryOptions }: { type: DeliveryMethod['type']; deliveryOptions: readonly O[] },
  selected: string | null,
): O[] {
  if (type !== 'store-pickup') return [...deliveryOptions]
  return deliveryOptions.filter(({ uuid }) => selected !== null && storeOf(uuid) === storeOf(selected))
}
