import type { Scene } from '@portraitkit/core/template/scene.ts'
import type { App } from '../../platform/app.ts'
import { parseStoredJson } from '../../platform/http/storedJson.ts'

/** Scenes by shop and hash. The hash identifies the content, so that what is cached is never outdated. */
type SceneCache = { scenes: Map<string, { scene: Scene; size: number }>; size: number }
const caches = new WeakMap<object, SceneCache>()
/** Of JSON in bytes; the parsed scenes take as much again. */
const MAX_BYTES = 16 * 1024 * 1024

function cacheOf(app: App): SceneCache {
  const cache = caches.get(app.db) ?? { scenes: new Map(), size: 0 }
  caches.set(app.db, cache)
  return cache
}

const keyOf = (provider: string, hash: string) => `${provider} ${hash}`

/** The scene with this hash, if this process has it. */
export function findCachedScene(app: App, provider: string, hash: string): Scene | undefined {
  return cacheOf(app).scenes.get(keyOf(provider, hash))?.scene
}

/** Caches a scene by its hash. Returns it as answers contain it, without being written again. */
export function cacheScene(app: App, provider: string, hash: string, json: string): Scene {
  const cache = cacheOf(app)
  const key = keyOf(provider, hash)
  const known = cache.scenes.get(key)
  if (known) return known.scene
  const bytes = Buffer.from(json)
  const scene = parseStoredJson<Scene>(bytes)
  cache.scenes.set(key, { scene, size: bytes.length })
  cache.size += bytes.length
  for (const [oldest, { size }] of cache.scenes) {
    if (cache.size <= MAX_BYTES) break
    cache.scenes.delete(oldest)
    cache.size -= size
  }
  return scene
}
