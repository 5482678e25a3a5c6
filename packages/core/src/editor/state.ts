import { proxy, ref } from 'valtio/vanilla'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { type Action, performAction } from './actions/action.ts'
import type { EditorOptions } from './design/editorOptions.ts'
import type { EditorInstance } from './design/instance.ts'
import type { PictureAccess } from './design/pictureAccess.ts'
import { pictureIds } from './design/withheldPictures.ts'
import { overflowingTexts } from './drawing/overflowingTexts.ts'
import type { Painter } from './drawing/painter.ts'
import type { Typesetter } from './drawing/typesetter.ts'
import { type EditorState, emptyState, isBusy } from './editorState.ts'
import { createEditorView } from './editorView.ts'
import { followShopLanguage } from './input/followShopLanguage.ts'
import { createPictureChoice, type PictureChoice } from './input/pictureChoice.ts'
import type { TextInput } from './input/textInput.ts'
import { createPurchase, type Purchase } from './opening/buyDesign.ts'
import { openDesign } from './opening/openDesign.ts'
import { createTemplateSwitch } from './opening/switchTemplate.ts'
import { createDesignKeeper, type DesignKeeper } from './saving/designKeeper.ts'
import { createDraftSync, type DraftSync } from './saving/draftSync.ts'

/** The template editor. A surface opens one for what it edits, shows `state` and closes it when it is unmounted. */
export type Editor = PictureChoice &
  Omit<DraftSync, 'isCurrent'> &
  Omit<Purchase, 'begin'> & {
    readonly state: EditorState
    /** Fetches everything. Returns where to go if there is nothing to edit, or if a draft was added to the cart. */
    open(): Promise<Route | undefined>
    /** Performs an action; actions of one `gesture` are undone together. */
    act<Input>(action: Action<Input>, input: Input, gesture?: string): void
    /** Continues the design in another template; see `changing` and `changeError`. */
    changeTemplate(template: string): Promise<void>
    /** Navigates between the sub-screens. */
    move(step: (instance: EditorInstance) => EditorInstance): void
    readonly texts: Omit<TextInput, 'open' | 'shaperFor' | 'shaperNow'> & { open(fullId: string): Promise<void> }
    readonly typesetter: Typesetter
    /** Stores the work for after the login. */
    signIn(): Route
    /** Fetches the scene again, because its pictures' addresses have expired. */
    renew(): Promise<void>
    /** Undoes everything since the editor was opened. */
    abandon(): Promise<void>
    /** Starts over from the template. */
    startOver(): Promise<void>
    /** The connection is back: retries what failed before. */
    reconnect(): Promise<void>
    /** Saves waiting changes at once, for example when the page is hidden. */
    flush(): Promise<void>
    close(): Promise<void>
  }

export function createEditor(shop: Shop, options: EditorOptions): Editor {
  const state = proxy<EditorState>(emptyState())
  const { painter, pictures, texts, typesetter } = createEditorView(shop, state, set)
  const keeper = createDesignKeeper(shop, options, {
    state,
    pictures,
    onElsewhere: () => void sync.refresh(),
    onRefusal: () => void painter.renew(),
  })
  const sync = createSync(shop, options, { state, painter, pictures, keeper, reopen: () => open() })
  const purchase = createPurchase(shop, options, { state, painter, keeper, isCurrent: sync.isCurrent })
  const { settle } = texts
  const choosing = createPictureChoice(shop, {
    instance: () => state.instance,
    act,
    settle,
    showError(error) {
      state.choiceError = error
    },
  })
  const { paint, settled, renew } = painter
  const stopTexts = followShopLanguage(shop, state, { set, paint, settled, settle })

  function set(made: EditorInstance): void {
    const before = state.instance
    if (made === before) return
    const next = made.content === before?.content ? made : pictures.applyTo(made)
    state.instance = ref(next)
    if (next.content === before?.content) return
    if (state.buying !== 'adding') state.buying = 'idle'
    keeper.keep(next)
    painter.paint()
  }

  function act<Input>(action: Action<Input>, input: Input, gesture?: string): void {
    if (state.instance) set(performAction(state.instance, action, input, gesture ?? null))
  }

  const open = () => openDesign(shop, options, { state, painter, pictures, keeper, purchase })

  return {
    state,
    typesetter,
    open,
    act,
    changeTemplate: createTemplateSwitch(shop, { state, take: painter.take, set, settle }),
    move(step) {
      if (state.buying === 'failed') state.buying = 'idle'
      if (state.instance) set(step(state.instance))
    },
    texts: { ...texts, open: (fullId) => texts.open(fullId, overflowingTexts(state.shownScene).includes(fullId)) },
    ...purchase,
    signIn: () => keeper.toLogin(0),
    renew,
    ...choosing,
    ...sync,
    /** Withdrawn pictures may be visible again. */
    async refresh() {
      await sync.refresh()
      if (pictures.isWithholding() || state.sceneError) await renew()
      if (state.saving?.refusal && !state.sceneError) keeper.saveAgain()
    },
    abandon: keeper.abandon,
    async startOver() {
      await keeper.reset(state.origin === 'line')
      await open()
    },
    async reconnect() {
      if (state.buying === 'failed') state.buying = 'idle'
      await keeper.autosave()?.flush()
    },
    flush: async () => keeper.autosave()?.flush(),
    async close() {
      stopTexts()
      painter.close()
      await keeper.close()
    },
  }
}

type SyncHost = {
  state: EditorState
  painter: Painter
  pictures: PictureAccess
  keeper: DesignKeeper
  reopen(): Promise<unknown>
}

function createSync(shop: Shop, options: EditorOptions, host: SyncHost): DraftSync {
  const { state, painter, pictures, keeper, reopen } = host
  return createDraftSync(shop, {
    autosave: keeper.autosave,
    line: 'orderLine' in options ? options.orderLine : undefined,
    instance: () => state.instance,
    design: () => state.instance && pictures.design(state.instance),
    isBusy: () => isBusy(state),
    follow(next, { content, shownScene, hiddenPictures }) {
      painter.take(shownScene, content)
      keeper.rebase(content)
      pictures.update(pictureIds(content), hiddenPictures)
      state.instance = ref(pictures.applyTo(next))
      painter.paint()
    },
    reopen,
  })
}
