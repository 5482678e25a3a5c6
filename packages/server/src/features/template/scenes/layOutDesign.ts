import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { fontTexts, type LayoutSetting, layOut, withPictures } from '@portraitkit/core/template/layOut.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import { canonicalJson } from '@portraitkit/core/template/sceneHash.ts'
import { startYear } from '@portraitkit/core/template/year.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/failure.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { findSubjects } from '../../jobs/collection.ts'
import { calendarFor } from '../calendarWordsOf.ts'
import { templateOf } from '../collection.ts'
import { shaper } from '../fonts/fonts.ts'

/**
 * The scene of a design, laid out on the server: compared with what a customer saw, and frozen in orders. The caller checks
 * whether the customer may use its subject and pictures. Throws Failure('template.unknown').
 */
export async function layOutDesign(
  app: App,
  provider: Provider,
  content: DesignContent,
  language: string,
): Promise<Scene> {
  const definition = await templateOf(app, provider.key, content.template.uuid, content.template.version)
  if (!definition) throw new Failure('template.unknown')
  const [subject] = content.subject ? await findSubjects(app, provider.key, [content.subject]) : []
  const names = { name: subject?.name, group: subject?.group }
  return layOutOf(app, provider, definition, content, { names, language })
}

type LayOutOptions = Pick<LayoutSetting, 'names' | 'language'> & {
  /** Called if the scene was not cached, with its size in characters of JSON, which is proportional to the cost of the layout. */
  onLaidOut?: ((size: number) => void) | undefined
}

/** The scene of a design with a given template and names. */
export async function layOutOf(
  app: App,
  provider: Provider,
  definition: TemplateDefinition,
  content: DesignContent,
  { names, language, onLaidOut }: LayOutOptions,
): Promise<Scene> {
  const setting = {
    names,
    language,
    defaultYear: startYear(definition, app.clock()),
    calendar: calendarFor(definition, provider, language),
  }
  const { scene, newSize } = await bakedScene(app, definition, content, setting)
  if (newSize !== null) onLaidOut?.(newSize)
  return withPictures(scene, definition, content)
}

/**
 * Cached scenes with their texts but any pictures, by everything the texts depend on: shaping is nearly the whole cost of a
 * layout.
 */
const sceneCaches = new WeakMap<object, SceneCache>()
type SceneCache = { scenes: Map<string, CachedScene>; size: number }
type CachedScene = { scene: Promise<Scene>; size: number }
const MAX_SCENES = 200
/** In characters of JSON: outlines are long, and their length depends on callers. */
const MAX_SCENES_CHARS = 32 * 1024 * 1024

/** `newSize` is null for a scene that was cached. */
async function bakedScene(
  app: App,
  definition: TemplateDefinition,
  content: DesignContent,
  setting: LayoutSetting,
): Promise<{ scene: Scene; newSize: number | null }> {
  const memory: SceneCache = sceneCaches.get(app.db) ?? { scenes: new Map(), size: 0 }
  sceneCaches.set(app.db, memory)
  const texts = content.resources.filter(({ type }) => type === 'STRING')
  const depends = canonicalJson([definition.uuid, definition.version, texts, content.year, setting])
  const key = createHash('sha256').update(depends).digest('base64url')
  const known = memory.scenes.get(key)
  if (known) return { scene: await known.scene, newSize: null }
  const entry: CachedScene = { scene: bake(definition, content, setting), size: 0 }
  memory.scenes.set(key, entry)
  try {
    const scene = await entry.scene
    const newSize = JSON.stringify(scene).length
    if (memory.scenes.get(key) === entry) {
      entry.size = newSize
      memory.size += newSize
      evictOldest(memory)
    }
    return { scene, newSize }
  } catch (error) {
    // A failure is not cached: the next call tries again.
    memory.scenes.delete(key)
    throw error
  }
}

function evictOldest(memory: SceneCache): void {
  for (const [key, { size }] of memory.scenes) {
    if (memory.scenes.size <= MAX_SCENES && memory.size <= MAX_SCENES_CHARS) return
    memory.scenes.delete(key)
    memory.size -= size
  }
}

async function bake(definition: TemplateDefinition, content: DesignContent, setting: LayoutSetting): Promise<Scene> {
  // Each in a turn of its own: a call with many scenes must not block others.
  await nextTurn()
  await shaper().prepare(fontTexts(definition, content, setting))
  return layOut(definition, content, { ...setting, shaper: shaper() })
}
