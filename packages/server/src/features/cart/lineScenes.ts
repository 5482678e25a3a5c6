import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../platform/db/providerCollection.ts'
import type { NewScene } from './kinds/kind.ts'
import type { PrintedPart } from './line.ts'
import { cacheScene, findCachedScene } from './sceneCache.ts'

/**
 * The scene of a line as the customer saw it: neither a new font nor a new template version changes it. Stored as JSON: it is
 * read far more often than written, and a text is read several times faster than as many small documents.
 */
type StoredScene = { _id: string; provider: string; line: string; scene: string }

const scenes = (app: App, provider: string) => providerCollection<StoredScene>(app, 'cartScenes', provider)
const sceneId = (line: string, hash: string) => `${line} ${hash}`

/** Stores the scenes of lines. Called before the lines themselves are written: a line always has its scene. */
export async function keepScenes(
  app: App,
  provider: string,
  newScenes: ReadonlyArray<NewScene & { line: string }>,
): Promise<void> {
  if (newScenes.length === 0) return
  const documents = newScenes.map(({ line, sceneHash, scene }) => ({
    _id: sceneId(line, sceneHash),
    line,
    scene: JSON.stringify(scene),
  }))
  try {
    await scenes(app, provider).insertMany(documents, { ordered: false })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  // the next answer shows them
  for (const [index, { sceneHash }] of newScenes.entries()) {
    cacheScene(app, provider, sceneHash, documents[index]?.scene ?? '')
  }
}

/** The scenes of the printed parts, by key. They are shared: nobody may change them. */
export async function scenesOf(app: App, provider: string, parts: readonly PrintedPart[]): Promise<Map<string, Scene>> {
  const known = parts.map(({ sceneHash }) => findCachedScene(app, provider, sceneHash))
  const missing = parts.filter((_part, index) => !known[index])
  const read = await readScenes(app, provider, missing)
  return new Map(
    parts.flatMap(({ key, line, sceneHash }, index) => {
      const json = read.get(sceneId(line, sceneHash))
      const scene = json === undefined ? known[index] : cacheScene(app, provider, sceneHash, json)
      return scene ? [[key, scene] as const] : []
    }),
  )
}

/** The stored scenes of printed parts as JSON, by id. */
async function readScenes(app: App, provider: string, printed: readonly PrintedPart[]): Promise<Map<string, string>> {
  if (printed.length === 0) return new Map()
  const ids = printed.map(({ line, sceneHash }) => sceneId(line, sceneHash))
  const found = await scenes(app, provider)
    .find({ _id: { $in: ids } })
    .toArray()
  return new Map(found.map(({ _id, scene }) => [_id, scene]))
}

/**
 * Deletes all scenes of lines that are gone. The earlier scenes of an existing line stay: two tabs may be changing it at the
 * same moment, and one of them may just have selected what the other one drops.
 */
export async function dropScenes(app: App, provider: string, lines: readonly string[]): Promise<void> {
  await scenes(app, provider).deleteMany({ line: { $in: [...lines] } })
}
