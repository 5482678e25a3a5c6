import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { ShownScene } from '../../template/scene.ts'
import { fetchDefinition } from '../design/fetchTemplate.ts'
import { contentOf, type EditorInstance, withContent } from '../design/instance.ts'
import { fetchVisibleScene, type VisibleScene } from '../drawing/fetchScene.ts'
import type { Autosave, OtherVersion } from './autosave.ts'
import { isInCart } from './cartLine.ts'

/** What becomes of one design in several windows and on several devices: it follows what was saved elsewhere, or asks. */
export type DraftSync = {
  /** Asks what is stored, as when the window comes into view again. What was saved elsewhere is shown where nothing is lost by it. */
  refresh(): Promise<void>
  /** Whether what this window shows is what is stored; else the customer is asked. Throws ShopError. */
  isCurrent(): Promise<boolean>
  /** After a conflict: when each card was changed, where this one was, and where the other one. */
  versions(): { mine: number | undefined; theirs: OtherVersion } | undefined
  /** How the other card looks. Throws ShopError. */
  fetchOtherScene(): Promise<ShownScene | undefined>
  resolve(whose: 'mine' | 'theirs'): Promise<void>
  /** Whether what is shown is what the cart has on the line, as far as is known here. */
  isInCart(): boolean
}

type DraftSyncHost = {
  autosave(): Autosave | null
  /** The line of the cart that it is. */
  line(): string | undefined
  instance(): EditorInstance | null
  /** It as it is kept. */
  design(): DesignContent | null
  /** Somebody is about to buy, to go on in another template, or at work on a picture or a text: it is no time to show another card. */
  isBusy(): boolean
  /** Shows what was saved elsewhere. */
  follow(instance: EditorInstance, seen: VisibleScene): void
  /** Opens the design anew. */
  reopen(): Promise<unknown>
}

export function createDraftSync(shop: Shop, held: DraftSyncHost): DraftSync {
  let looking: Promise<void> | undefined

  async function find(): Promise<void> {
    const autosave = held.autosave()
    const instance = held.instance()
    if (!autosave || !instance || held.isBusy()) return
    if ((await autosave.checkStored()) !== 'elsewhere') return
    const theirs = autosave.otherVersion()
    if (!theirs) return
    const { content } = theirs
    const [definition, seen] = await Promise.all([
      fetchDefinition(shop, content.template),
      fetchVisibleScene(shop, content),
    ])
    // Somebody has gone on here meanwhile: the next save asks.
    if (held.isBusy() || held.instance()?.content !== instance.content) return
    await autosave.resolve('theirs')
    const now = held.instance()
    if (now) held.follow(withSavedContent(now, { definition, content }), seen)
  }

  return {
    refresh() {
      looking ??= find()
        // It is asked again the next time.
        .catch((error: unknown) => {
          if (!isShopError(error)) throw error
        })
        .finally(() => {
          looking = undefined
        })
      return looking
    },
    async isCurrent() {
      const autosave = held.autosave()
      const seen = await autosave?.checkStored()
      if (seen === 'elsewhere') autosave?.raiseConflict()
      return seen === undefined || seen === 'same'
    },
    isInCart() {
      const [line, design] = [held.line(), held.design()]
      return line !== undefined && design !== null && isInCart(shop, line, design)
    },
    versions() {
      const autosave = held.autosave()
      const theirs = autosave?.otherVersion()
      return autosave && theirs ? { mine: autosave.changed(), theirs } : undefined
    },
    async fetchOtherScene() {
      const theirs = held.autosave()?.otherVersion()
      return theirs && (await fetchVisibleScene(shop, theirs.content)).shown
    },
    async resolve(whose) {
      const autosave = held.autosave()
      const design = held.design()
      // What is kept here may never have been saved by this window.
      if (whose === 'mine' && design) autosave?.save(design)
      await autosave?.resolve(whose)
      if (whose === 'theirs' && autosave) await held.reopen()
    },
  }
}

type StoredDesign = { definition: EditorInstance['definition']; content: DesignContent }

/** The instance with what was saved elsewhere, on the screen where the customer stands as far as it is still there. */
function withSavedContent(instance: EditorInstance, { definition, content }: StoredDesign): EditorInstance {
  const next = withContent(instance, {
    definition,
    content: contentOf(content.resources, content.year ?? null),
  })
  const isSame = definition.uuid === instance.definition.uuid
  const place = isSame ? {} : ({ menu: 'main', currentResource: null } as const)
  const history = { past: [], future: [] }
  const saved = instance.saved && isSame ? { content: next.content, definition, history, dirty: false } : null
  return { ...next, ...place, dirty: false, history, saved }
}
