import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from './app.ts'
import { ofProvider } from './db/ofProvider.ts'

type Order = {
  _id: string
  confirmTime: Date | null
  printed?: Date
  production: string
  paymentState: string
  content: { lines: Array<{ subjects: Array<{ uuid: string }> }> }
}

/**
 * The pictures that still have to be printed with these subjects: of orders that are placed, not printed yet and not
 * refunded, and of payments that are under way.
 */
export async function picturesToPrint(
  app: App,
  provider: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const of = { 'content.lines.subjects.uuid': { $in: [...subjects] } }
  const unprinted = {
    confirmTime: { $ne: null },
    printed: { $exists: false },
    production: { $ne: 'sent' },
    paymentState: { $ne: 'refunded' },
  }
  const [placed, begun] = await Promise.all([
    ofProvider<Order>(app, 'orders', provider)
      .find({ ...of, ...unprinted }, { projection: { _id: 1 } })
      .toArray(),
    ofProvider<{ order: string; due: Date | null }>(app, 'checkouts', provider)
      .find({ due: { $ne: null } }, { projection: { order: 1 } })
      .toArray(),
  ])
  const orders = [...placed.map(({ _id }) => _id), ...begun.map(({ order }) => order)]
  const needed = new Set<string>()
  for (const order of orders) {
    const scenes = await ofProvider<{ order: string; scene: Scene }>(app, 'orderScenes', provider)
      .find({ order })
      .toArray()
    for (const uuid of scenes.flatMap(({ scene }) => picturesIn(scene))) needed.add(uuid)
  }
  return needed
}

function picturesIn({ parts }: Scene): string[] {
  return parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture.uuid] : [])),
  )
}
