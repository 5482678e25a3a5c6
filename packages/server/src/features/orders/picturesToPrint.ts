import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../platform/app.ts'
import { frozenScenes, ordersOf } from './collection.ts'

/**
 * Uuids of the subjects' pictures that still have to be printed: of orders that are placed, not yet printed, sent or refunded.
 */
export async function picturesToPrint(app: App, provider: string, subjects: readonly string[]): Promise<string[]> {
  const unprinted = {
    'content.lines.subjects.uuid': { $in: [...subjects] },
    confirmTime: { $ne: null },
    printed: { $exists: false },
    production: { $ne: 'sent' },
    paymentState: { $ne: 'refunded' },
  } as const
  const placed = await ordersOf(app, provider)
    .find(unprinted, { projection: { _id: 1 } })
    .toArray()
  return picturesOfOrders(
    app,
    provider,
    placed.map(({ _id }) => _id),
  )
}

/** Uuids of the pictures needed to print these orders. */
export async function picturesOfOrders(app: App, provider: string, orders: readonly string[]): Promise<string[]> {
  const pictures: string[] = []
  for (const order of orders) {
    for (const scene of (await frozenScenes(app, provider, order)).values()) pictures.push(...picturesInScene(scene))
  }
  return pictures
}

function picturesInScene({ parts }: Scene): string[] {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture.uuid] : [])),
  )
}
