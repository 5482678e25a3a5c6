import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../../platform/app.ts'
import { ordersOf, type StoredOrder } from '../collection.ts'
import { frozenScenes } from '../frozenScenes.ts'
import { owedReprints } from '../owedOrders.ts'

/**
 * Uuids of the subjects' pictures that still have to be printed: of orders that are placed, and not yet printed, sent or refunded, or have to
 * be printed again.
 */
export async function picturesToPrint(app: App, provider: string, subjects: readonly string[]): Promise<string[]> {
  const orders = await ordersOf(app, provider)
    .find(
      {
        'content.lines.subjects.uuid': { $in: [...subjects] },
        confirmTime: { $ne: null },
        paymentState: { $ne: 'refunded' },
      },
      { projection: { printed: 1, printedExchanges: 1, production: 1, exchanges: 1, unsold: 1 } },
    )
    .toArray()
  const placed = orders.filter(
    (order) => (!order.printed && order.production !== 'sent') || owedReprints(order).length > 0,
  )
  return picturesOfOrders(app, provider, placed)
}

/** Uuids of the pictures needed to print these orders. */
export async function picturesOfOrders(
  app: App,
  provider: string,
  orders: ReadonlyArray<Pick<StoredOrder, '_id' | 'exchanges' | 'unsold'>>,
): Promise<string[]> {
  const pictures: string[] = []
  for (const order of orders) {
    for (const scene of (await frozenScenes(app, provider, order)).values())
      pictures.push(...filesInScene(scene).map(({ uuid }) => uuid))
  }
  return pictures
}

/** The pictures in a scene, each with the version of its file. */
export function filesInScene({ parts }: Scene): Array<{ uuid: string; version?: string | undefined }> {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture] : [])),
  )
}
