import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { Scene, ShownScene } from '../../template/scene.ts'
import type { Shaper } from '../../template/shaper.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { pictureIds, savedDesignOf } from '../design/withheldPictures.ts'
import { fetchVisibleScene } from './fetchScene.ts'
import { layoutSetting } from './layoutSetting.ts'
import { changedTexts, repaint, type ServerScene, type TextNodeCache, withoutTexts } from './stage.ts'

/** The scenes of the server that everything else is painted onto, and the texts that were set here since. */
export type ServerScenes = {
  /** Takes a scene of the server's. In the shop's language, unless it was asked for in another one. */
  take(scene: ShownScene, content: DesignContent, language?: string): void
  /** How an instance can be painted in the shop's language; undefined where the server has to lay it out first. */
  of(instance: EditorInstance): PaintableScene | undefined
}

type PaintableScene = {
  /** The server's scene onto which it is painted. */
  readonly shownScene: ShownScene
  /** The texts that have to be set for it. */
  texts(): string[]
  /** Undefined where a text cannot be set without a shaper. */
  paint(shaper: Shaper | undefined): Scene | undefined
  /** Without the texts that cannot be set yet, and which those are. */
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
  /** Why the server lays it out no more; empty where it does. */
  tell(refusal: string): void
  /** Of these pictures those that are lost may not be seen now. */
  see(pictures: readonly string[], lost: readonly string[]): void
}

/** Has the server lay out what was made. Answers whether it did. */
export async function fetchServerScene(
  shop: Shop,
  scenes: ServerScenes,
  instance: EditorInstance,
  host: ServerSceneHost,
): Promise<boolean> {
  // With all that was chosen: what was withheld may be seen again.
  const content = savedDesignOf(instance)
  const { language } = shop.locale
  let refusal = ''
  const seen = await fetchVisibleScene(shop, content).catch((error: unknown) => {
    refusal = refusalOf(error)
    return undefined
  })
  if (seen || refusal) host.tell(refusal)
  if (!seen) return false
  scenes.take(seen.shownScene, content, language)
  host.see(pictureIds(content), seen.hiddenPictures)
  return true
}

/** The server has looked at it and said no; no answer, an overload or a fault may pass. */
function refusalOf(error: unknown): string {
  return isShopError(error) && error.status >= 400 && error.status < 500 && error.status !== 429 ? error.message : ''
}

/** What pictures and typed texts are painted onto: a template with its year, in a language. */
function keyOf({ template, year }: DesignContent, language: string): string {
  return `${template.uuid} ${template.version} ${year ?? ''} ${language}`
}
