import type { Scene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { PrintedItem } from '../cart/kinds/kind.ts'
import { kindOf } from '../cart/lineKinds.ts'
import { ordersOf, type StoredOrder } from '../orders/collection.ts'
import { frozenScenes } from '../orders/frozenScenes.ts'
import { isProduced } from '../orders/printRun.ts'
import { grantedPictures } from '../template/scenes/showScene.ts'
import type { StoredRetake } from './collection.ts'
import { exchangedScene, type Replacement } from './exchangedScene.ts'

/** A print that shows a picture of which there is a retake: as it was ordered, and as it would be printed instead. */
export type AffectedPrint = {
  retake: StoredRetake
  order: StoredOrder
  item: PrintedItem
  ordered: Scene
  exchanged: Scene
  hash: string
  isProduced: boolean
}

/** The placed orders of people that were not refunded, of one customer or of all. */
export async function ordersOfSubjects(
  app: App,
  provider: string,
  { subjects, customer }: { subjects: readonly string[]; customer?: string },
): Promise<StoredOrder[]> {
  if (subjects.length === 0) return []
  const filter = {
    'content.lines.subjects.uuid': { $in: [...subjects] },
    confirmTime: { $ne: null },
    paymentState: { $ne: 'refunded' as const },
  }
  return ordersOf(app, provider)
    .find(customer === undefined ? filter : { ...filter, 'content.customer': customer })
    .toArray()
}

/** The prints of a customer that show pictures of which there are retakes. New pictures that the customer cannot see are left out. */
export async function findAffectedPrints(
  app: App,
  provider: Provider,
  customer: string,
  retakes: readonly StoredRetake[],
): Promise<AffectedPrint[]> {
  const subjects = [...new Set(retakes.map(({ subject }) => subject))]
  const orders = await ordersOfSubjects(app, provider.key, { subjects, customer })
  if (orders.length === 0) return []
  const after = retakes.flatMap(({ pictures }) => pictures.map((each) => each.after))
  const granted = await grantedPictures(app, provider, customer, after)
  const replacementOf = (uuid: string): Replacement[] => {
    const found = granted.get(uuid)
    if (!found) return []
    const { width, height } = found.picture
    return [{ uuid, width, height, ...('background' in found && { background: found.background ?? null }) }]
  }
  const found: AffectedPrint[] = []
  for (const order of orders) {
    for (const retake of retakes) {
      const replacements = new Map(
        retake.pictures.flatMap(({ before, after }) => replacementOf(after).map((each) => [before, each] as const)),
      )
      found.push(...(await printsOf(app, order, retake, replacements)))
    }
  }
  return found
}

async function printsOf(
  app: App,
  order: StoredOrder,
  retake: StoredRetake,
  replacements: ReadonlyMap<string, Replacement>,
): Promise<AffectedPrint[]> {
  if (replacements.size === 0) return []
  const earlier = (order.exchanges ?? []).filter((each) => each.retake !== retake.uuid)
  const scenes = await frozenScenes(app, order.provider, { _id: order._id, exchanges: earlier })
  const items = order.content.lines.flatMap((line, index) => kindOf(line).sheet(line, index + 1))
  const prints: AffectedPrint[] = []
  for (const item of items) {
    const ordered = 'catalogue' in item ? undefined : scenes.get(item.key)
    if ('catalogue' in item || !ordered) continue
    const exchanged = exchangedScene(ordered, replacements)
    if (exchanged === ordered) continue
    const hash = await sceneHash(exchanged)
    prints.push({ retake, order, item, ordered, exchanged, hash, isProduced: isProduced(order) })
  }
  return prints
}
