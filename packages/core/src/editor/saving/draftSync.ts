import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { ShownScene } from '../../template/scene.ts'
import type { Design } from '../contract.ts'
import { fetchDefinition } from '../design/fetchTemplate.ts'
import { contentOf, type EditorInstance, withContent } from '../design/instance.ts'
import { fetchVisibleScene, type VisibleScene } from '../drawing/fetchScene.ts'
import type { Autosave, OtherVersion } from './autosave.ts'
import { isInCart } from './cartLine.ts'
import { type ConflictRule, createConflictRule } from './conflictRule.ts'

/** Keeps one design in step across windows and devices: follows versions saved elsewhere, or asks. */
export type DraftSync = ConflictRule & {
  /** After a conflict: when each version was changed, and where the other one was. */
  versions(): { mine: number | undefined; theirs: OtherVersion } | undefined
  /** The scene of the other version. Throws ShopError. */
  fetchOtherScene(): Promise<ShownScene | undefined>
  /** Whether the visible design is the cart's version of the line, as far as this page knows. */
  isInCart(): boolean
}

type DraftSyncHost = {
  autosave(): Autosave | null
  /** The line of the cart being edited. */
  line: string | undefined
  instance(): EditorInstance | null
  /** The design as it is saved. */
  design(): DesignContent | null
  /**
   * Whether the customer is buying, switching templates, or editing a picture or a text: another version must not be shown now.
   */
  isBusy(): boolean
  /** Shows a version saved elsewhere. */
  follow(instance: EditorInstance, seen: VisibleScene): void
  /** Opens the design again. */
  reopen(): Promise<unknown>
}

export function createDraftSync(shop: Shop, host: DraftSyncHost): DraftSync {
  const rule = createConflictRule<DesignContent, Design, { saved: StoredDesign; seen: VisibleScene }>({
    saver: host.autosave,
    current: () => host.instance()?.content,
    isBusy: host.isBusy,
    async fetchTheirs({ content }) {
      const [definition, seen] = await Promise.all([
        fetchDefinition(shop, content.template),
        fetchVisibleScene(shop, content),
      ])
      return { saved: { definition, content }, seen }
    },
    follow({ saved, seen }) {
      const now = host.instance()
      if (now) host.follow(withSavedContent(now, saved), seen)
    },
    saveMine() {
      const design = host.design()
      if (design) host.autosave()?.save(design)
    },
    reopen: host.reopen,
  })

  return {
    ...rule,
    isInCart() {
      const design = host.design()
      return host.line !== undefined && design !== null && isInCart(shop, host.line, design)
    },
    versions() {
      const autosave = host.autosave()
      const theirs = autosave?.otherVersion()
      return autosave && theirs ? { mine: autosave.changedAt(), theirs } : undefined
    },
    async fetchOtherScene() {
      const theirs = host.autosave()?.otherVersion()
      return theirs && (await fetchVisibleScene(shop, theirs.content)).shownScene
    },
  }
}

type StoredDesign = { definition: EditorInstance['definition']; content: DesignContent }

/** The instance with the content saved elsewhere, on the current screen if it still exists. */
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
