import type { ShopEvents } from '../events.ts'
import { requestId } from '../requestId.ts'
import type { Shop } from '../shop.ts'
import type { TabMemory } from '../tabMemory.ts'
import { type Order, orders } from './contract.ts'

type Purchase = ShopEvents['pk-purchase-success']

/** The event of a purchase (RCP-2): what was bought and for how much, without anything about the buyer. */
export function purchaseOf({ uuid, currency, orderLines, summary }: Order): Purchase {
  const fees = orderLines.filter(({ type }) => type === 3)
  return {
    orderUuid: uuid,
    totalPrice: summary.totalPrice,
    currency,
    fees: fees.reduce((sum, { actualLinePrice }) => sum + actualLinePrice, 0),
    items: orderLines.flatMap(({ type, product, quantity, actualLinePrice: price }) =>
      type === 0 && product ? [{ product: product.uuid, name: product.name, quantity, price }] : [],
    ),
  }
}

/**
 * Dispatches a purchase to the page, once per order: not again after a reload, in another tab or on another device. The first
 * page that asks the server may dispatch it; if the answer was lost, it is requested again with the same claim.
 */
export async function emitPurchase(shop: Pick<Shop, 'call' | 'memory' | 'events'>, order: Order): Promise<void> {
  if (order.confirmTime === null || isEmitted(shop.memory, order.uuid)) return
  const { orderUuid: uuid, claim } = claimOf(shop.memory, order.uuid)
  const { isFirst } = await shop.call(orders.claimPurchase, { orderUuid: uuid, claim })
  // Two simultaneous openings of one page use one claim.
  if (isEmitted(shop.memory, uuid)) return
  const { purchased = [] } = shop.memory.read()
  shop.memory.write({ purchased: [...purchased, uuid].slice(-20), purchaseClaim: undefined })
  if (isFirst) shop.events.emit('pk-purchase-success', purchaseOf(order))
}

const isEmitted = (memory: TabMemory, uuid: string): boolean => memory.read().purchased?.includes(uuid) ?? false

function claimOf(memory: TabMemory, orderUuid: string): { orderUuid: string; claim: string } {
  const stored = memory.read().purchaseClaim
  if (stored?.orderUuid === orderUuid) return stored
  const purchaseClaim = { orderUuid, claim: requestId() }
  memory.write({ purchaseClaim })
  return purchaseClaim
}
