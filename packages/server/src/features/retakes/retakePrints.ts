import type { Scene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { PrintedItem } from '../cart/kinds/kind.ts'
import { doublesOf } from '../jobs/subjects/mergedSubjects.ts'
import { type AppliedRetake, ordersOf, type SceneExchange, type StoredOrder } from '../orders/collection.ts'
import { everyFrozenScene } from '../orders/frozenScenes.ts'
import { isProduced } from '../orders/printing/printRun.ts'
import { sheetItems } from '../orders/unsoldLines.ts'
import { grantedPictures } from '../template/scenes/showScene.ts'
import type { StoredRetake } from './collection.ts'
import { changedPictures, exchangedScene, type NewPictures, type Replacement } from './exchangedScene.ts'

/** A print that shows a picture of which there is a retake: without its new pictures, and as it would be printed with them. */
export type AffectedPrint = {
  retake: StoredRetake
  order: StoredOrder
  item: PrintedItem
  /** With the other retakes for which it was exchanged. */
  base: PrintVersion
  exchanged: PrintVersion
  /** Whether `exchanged` is what production takes now. */
  isExchanged: boolean
  /** From which both are made. */
  latest: SceneExchange | undefined
  isProduced: boolean
}

/** A scene that can be confirmed, with the retakes of which it is made. */
export type PrintVersion = { scene: Scene; hash: string; applied: AppliedRetake[] }

/** The placed orders of people that were not refunded, of one customer or of all; also those of before somebody became one person with them. */
export async function ordersOfSubjects(
  app: App,
  provider: string,
  { subjects, customer }: { subjects: readonly string[]; customer?: string },
): Promise<StoredOrder[]> {
  if (subjects.length === 0) return []
  const all = [...subjects, ...(await doublesOf(app, provider, subjects))]
  const filter = {
    'content.lines.subjects.uuid': { $in: all },
    confirmTime: { $ne: null },
    paymentState: { $ne: 'refunded' as const },
  }
  return ordersOf(app, provider)
    .find(customer === undefined ? filter : { ...filter, 'content.customer': customer })
    .toArray()
}

/** The prints of a customer that show, or have shown, pictures of which there are retakes, as far as the customer may choose. */
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
    const { version, width, height } = found.picture
    const look = { uuid, ...(version && { version }), width, height }
    return [{ ...look, ...('background' in found && { background: found.background ?? null }) }]
  }
  const replacements = new Map(after.flatMap((uuid) => replacementOf(uuid).map((each) => [uuid, each] as const)))
  const found: AffectedPrint[] = []
  for (const order of orders) {
    const scenes = await everyFrozenScene(app, provider.key, order)
    const items = sheetItems(order)
    for (const retake of retakes) {
      for (const item of items) {
        const own = 'catalogue' in item ? undefined : scenes.get(item.key)
        if ('catalogue' in item || !own) continue
        const print = await compareVersions(order, retake, item, own.first, { replacements, scenes: own.exchanged })
        if (print && isOffered(print, granted)) found.push(print)
      }
    }
  }
  return found
}

/** Nobody is offered a picture that they may not see; but who has exchanged for one that was taken from them may go back. */
function isOffered({ base, exchanged, isExchanged }: AffectedPrint, granted: ReadonlyMap<string, unknown>): boolean {
  const changed = changedPictures(base.scene, exchanged.scene)
  const areNewVisible = changed.every(({ after }) => granted.has(after))
  return areNewVisible || (isExchanged && changed.every(({ before }) => granted.has(before)))
}

/**
 * A print without and with a retake; null if that makes no difference. A retake for which it was exchanged stays in its place among the others,
 * unless a later one has replaced its pictures: then it would become the latest.
 */
async function compareVersions(
  order: StoredOrder,
  retake: StoredRetake,
  item: PrintedItem,
  first: Scene,
  newPictures: NewPictures,
): Promise<AffectedPrint | null> {
  const latest = order.exchanges?.findLast(({ line }) => line === item.key)
  const current = latest?.applied ?? []
  const own = { retake: retake.uuid, pictures: retake.pictures }
  const others = current.filter((each) => each.retake !== retake.uuid)
  const at = current.findIndex((each) => each.retake === retake.uuid)
  const base = exchangedScene(first, others, newPictures)
  const candidates = [...(at < 0 ? [] : [current.with(at, own)]), [...others, own]]
  const exchanged = candidates
    .map((applied) => exchangedScene(first, applied, newPictures))
    .find(({ scene }) => changedPictures(base.scene, scene).length > 0)
  if (!exchanged) return null
  const hash = await sceneHash(exchanged.scene)
  return {
    retake,
    order,
    item,
    base: { ...base, hash: await sceneHash(base.scene) },
    exchanged: { ...exchanged, hash },
    isExchanged: at >= 0 && latest?.scene === hash,
    latest,
    isProduced: isProduced(order),
  }
}
