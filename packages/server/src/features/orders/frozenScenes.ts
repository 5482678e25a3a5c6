import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { StoredOrder } from './collection.ts'

/**
 * The frozen scene of a line: glyph runs, fonts by hash, pictures. Printing lays nothing out again. One for which it was exchanged says for
 * what retake, and has its hash; the first one stays.
 */
type StoredScene = {
  _id: string
  provider: string
  order: string
  line: string
  scene: Scene
  retake?: string
  hash?: string
}

const scenes = (app: App, provider: string) => providerCollection<StoredScene>(app, 'orderScenes', provider)

/** Freezes the scenes of an order's lines. Repeating it leaves them as they are. */
export async function freezeScenes(
  app: App,
  provider: string,
  order: string,
  frozen: ReadonlyMap<string, Scene>,
): Promise<void> {
  if (frozen.size === 0) return
  // all in one write: an order of a hundred lines would wait for a hundred
  const documents = [...frozen].map(([line, scene]) => ({ _id: `${order} ${line}`, order, line, scene }))
  try {
    await scenes(app, provider).insertMany(documents, { ordered: false })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** The frozen scenes of an order by line uuid, without those of lines that were not sold; of an exchanged one the latest. */
export async function frozenScenes(
  app: App,
  provider: string,
  { _id: order, exchanges = [], unsold }: Pick<StoredOrder, '_id' | 'exchanges' | 'unsold'>,
): Promise<Map<string, Scene>> {
  const found = await scenes(app, provider).find({ order }).toArray()
  const latest = new Map(exchanges.map(({ line, ...exchange }) => [line, exchange]))
  const isLatest = ({ line, retake, hash }: StoredScene) =>
    retake === latest.get(line)?.retake && hash === latest.get(line)?.scene && !unsold?.prints.includes(line)
  return new Map(found.filter(isLatest).map(({ line, scene }) => [line, scene]))
}

/** The first frozen scene of each print of an order, and all for which it was exchanged at any time. */
export async function everyFrozenScene(
  app: App,
  provider: string,
  { _id: order }: Pick<StoredOrder, '_id'>,
): Promise<Map<string, { first: Scene; exchanged: Scene[] }>> {
  const found = await scenes(app, provider).find({ order }).toArray()
  return new Map(
    found
      .filter(({ hash }) => hash === undefined)
      .map(({ line, scene: first }) => {
        const others = found.filter((each) => each.line === line && each.hash !== undefined)
        return [line, { first, exchanged: others.map(({ scene }) => scene) }]
      }),
  )
}

/** Stores the scene for which a print would be exchanged. Repeating it leaves it as it is. */
export async function freezeExchange(
  app: App,
  provider: string,
  { order, line, retake, scene, hash }: { order: string; line: string; retake: string; scene: Scene; hash: string },
): Promise<void> {
  try {
    await scenes(app, provider).insertOne({
      _id: `${order} ${line} ${retake} ${hash}`,
      order,
      line,
      scene,
      retake,
      hash,
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** Deletes the frozen scenes of an order that was never placed, and cannot be any more. */
export async function dropFrozenScenes(app: App, provider: string, order: string): Promise<void> {
  await scenes(app, provider).deleteMany({ order })
}
