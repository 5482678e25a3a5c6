import { subscribe } from 'valtio/vanilla'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { EditorOptions } from '../design/editorOptions.ts'
import type { EditorInstance } from '../design/instance.ts'
import type { PictureAccess } from '../design/pictureAccess.ts'
import type { EditorState } from '../editorState.ts'
import type { OpenedEditor } from '../opening/openEditor.ts'
import type { Autosave } from './autosave.ts'
import { fetchCartLine } from './cartLine.ts'
import { dropDraft } from './loginDraft.ts'
import { createTabDraft } from './tabDraft.ts'

/** Saves a design while it is edited: on the server for a customer, in this tab for everybody else. */
export type DesignKeeper = {
  autosave(): Autosave | null
  /** Starts saving the opened design. */
  begin(opened: OpenedEditor): void
  /** Treats a version saved elsewhere as the opened one. */
  rebase(content: DesignContent): void
  keep(instance: EditorInstance): void
  /** Saves again what was refused. */
  saveAgain(): void
  /** Stores it for after the login, with the quantity to add to the cart then. Returns the login's route. */
  toLogin(quantity: number): Route
  /** A draft of this tab becomes an ordinary design. */
  takeOver(instance: EditorInstance): void
  /** Deletes the saved version; if `isLineKept`, a line's is kept for other windows to find. */
  forget(isLineKept: boolean): void
  /** Undoes everything since it was opened. */
  abandon(): Promise<void>
  /** Deletes the work, or resets it to the cart's version. */
  reset(isLine: boolean): Promise<void>
  close(): Promise<void>
  /** Its editor was closed, possibly while it was opening. */
  isClosed(): boolean
}

type DesignKeeperHost = {
  state: EditorState
  pictures: PictureAccess
  /** Another window has saved. */
  onElsewhere(): void
  /** The server refuses the design for a reason other than its pictures. */
  onRefusal(): void
}

export function createDesignKeeper(shop: Shop, options: EditorOptions, host: DesignKeeperHost): DesignKeeper {
  const { state, pictures } = host
  let autosave: Autosave | null = null
  let openedContent: DesignContent | undefined
  let stopWatching = () => {}
  let isClosed = false
  const tab = createTabDraft(shop, options, {
    instance: () => state.instance,
    subProducts: () => state.subProducts,
    version: () => autosave?.version(),
  })

  /** What the server no longer accepts, for example from a signed-out visitor, stays in this tab until it does. */
  function watch(watched: Autosave): void {
    watched.onElsewhere(host.onElsewhere)
    watched.onSaved(pictures.update)
    stopWatching = subscribe(watched.state, () => {
      if (watched.state.status === 'signed-out') tab.keep(0)
      else if (watched.state.status === 'saved') tab.drop()
      if (watched.state.status !== 'stopped') return
      // Continues without pictures that are no longer stored.
      if (pictures.markDeleted(watched.refusedPictures())) keeper.saveAgain()
      else host.onRefusal()
    })
  }

  const keeper: DesignKeeper = {
    autosave: () => autosave,
    begin(opened) {
      openedContent = opened.origin === 'design' ? opened.content : undefined
      stopWatching()
      void autosave?.close()
      autosave = opened.autosave
      pictures.begin(opened.hiddenPictures)
      if (autosave) watch(autosave)
      autosave?.setInitial(opened.content)
    },
    rebase(content) {
      openedContent = content
    },
    keep(instance) {
      if ('item' in options) return
      autosave?.save(pictures.design(instance))
      if (!autosave || autosave.state.status === 'stopped' || autosave.state.status === 'signed-out') tab.keep(0)
    },
    saveAgain() {
      autosave?.resume()
      if (state.instance) keeper.keep(state.instance)
    },
    toLogin: tab.toLogin,
    takeOver(instance) {
      dropDraft(shop.memory, options)
      autosave?.save(pictures.design(instance))
    },
    forget(isLineKept) {
      dropDraft(shop.memory, options)
      if (!isLineKept) void autosave?.discard()
    },
    async abandon() {
      if ('item' in options) return
      dropDraft(shop.memory, options)
      const before = 'orderLine' in options ? (await fetchCartLine(shop, options.orderLine))?.content : openedContent
      if (before) autosave?.save(before)
      await (before ? autosave?.flush() : autosave?.discard())
    },
    async reset(isLine) {
      dropDraft(shop.memory, options)
      await (isLine ? keeper.abandon() : autosave?.discard())
    },
    async close() {
      isClosed = true
      stopWatching()
      if ((await autosave?.close()) === 'signed-out') tab.keep(0)
    },
    isClosed: () => isClosed,
  }
  return keeper
}
