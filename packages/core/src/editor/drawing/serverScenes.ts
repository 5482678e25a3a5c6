import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { Scene, ShownScene } from '../../template/scene.ts'
import type { Shaper } from '../../template/shaper.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { pictureIds, savedDesignOf } from '../design/withheldPictures.ts'
import { fetchVisibleScene } from './fetchScene.ts'
import { layoutSetting } from './layoutSetting.ts'
import { changedTexts, repaint, type ServerScene, type TextNodeCache, withoutTexts } from './repaint.ts'

/** The server's scenes, onto which everything else is painted, and the texts set in the browser since then. */
export type ServerScenes = {
  /** Takes a scene of the server. It is in the shop's language, unless it was requested in another one. */
  take(scene: ShownScene, content: DesignContent, language?: string): void
  /** How an instance can be painted in the shop's language; undefined if the server has to lay it out first. */
  of(instance: EditorInstance): PaintableScene | undefined
}

type PaintableScene = {
  /** The server's scene as the base of the painting. */
  readonly shownScene: ShownScene
  /** The texts that have to be set for it. */
  texts(): string[]
  /** Undefined if a text cannot be set without a shaper. */
  paint(shaper: Shaper | undefined): Scene | undefined
  /** Without the texts that cannot be set yet, and which ones those are. */
  paintWithoutTexts(): { scene: Scene; unset: readonly string[] }
}

export function createServerScenes(shop: Shop): ServerScenes {
  const scenes = new Map<string, ServerScene>()
  const textsByLanguage = new Map<string, TextNodeCache>()

  return {
    take(shownScene, content, language = shop.locale.language) {
      scenes.set(keyOf(content, language), { shownScene, content })
    },
    of(instance) {
      const { definition, subject } = instance
      const content = designOf(instance)
      const { language } = shop.locale
      const baked = scenes.get(keyOf(content, language))
      if (!baked) return undefined
      const known = textsByLanguage.get(language) ?? new WeakMap()
      textsByLanguage.set(language, known)
      const setting = () => layoutSetting(shop, subject)
      return {
        shownScene: baked.shownScene,
        texts: () => changedTexts(baked.content, content).flatMap((each) => (known.has(each) ? [] : [each.fullId])),
        paint: (shaper) => repaint(baked, definition, content, setting(), shaper, known),
        paintWithoutTexts: () => withoutTexts(baked, definition, content, setting(), known),
      }
    },
  }
}

export type ServerSceneHost = {
  /** Why the server no longer lays it out; empty if it does. */
  onRefusal(refusal: string): void
  /** Of `pictures`, those in `lost` may not be seen now. */
  updateAccess(pictures: readonly string[], lost: readonly string[]): void
}

/** Whether the server has laid a design out; one that it refuses will probably be refused again. */
export type ServerAnswer = 'laid-out' | 'refused' | 'unanswered'

/** Has the server lay the design out. */
export async function fetchServerScene(
  shop: Shop,
  scenes: ServerScenes,
  instance: EditorInstance,
  host: ServerSceneHost,
): Promise<ServerAnswer> {
  // With all chosen pictures: withheld ones may be visible again.
  const content = savedDesignOf(instance)
  const { language } = shop.locale
  let refusal = ''
  const seen = await fetchVisibleScene(shop, content).catch((error: unknown) => {
    refusal = refusalOf(error)
    return undefined
  })
  if (seen || refusal) host.onRefusal(refusal)
  if (!seen) return refusal ? 'refused' : 'unanswered'
  scenes.take(seen.shownScene, content, language)
  host.updateAccess(pictureIds(content), seen.hiddenPictures)
  return 'laid-out'
}

/** The server's refusal; no answer, an overload or an internal error may be temporary. */
function refusalOf(error: unknown): string {
  return isShopError(error) && error.status >= 400 && error.status < 500 && error.status !== 429 ? error.message : ''
}

/** The key of a base scene: a template with its year, in a language. */
function keyOf({ template, year }: DesignContent, language: string): string {
  return `${template.uuid} ${template.version} ${year ?? ''} ${language}`
}
