import { proxy, ref, subscribe } from 'valtio/vanilla'
import { UnknownLine } from '../cart/unknownLine.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { DesignContent } from '../template/design.ts'
import { type Action, performAction } from './actions/action.ts'
import type { EditorOptions } from './design/editorOptions.ts'
import { contentOf, createInstance, designOf, type EditorInstance } from './design/instance.ts'
import { createPictureAccess } from './design/pictureAccess.ts'
import { pictureIds } from './design/withheldPictures.ts'
import { overflowingTexts } from './drawing/overflowingTexts.ts'
import { createPainter } from './drawing/painter.ts'
import { createTypesetter, type Typesetter } from './drawing/typesetter.ts'
import { type EditorState, emptyState } from './editorState.ts'
import { followShopLanguage } from './input/languageChange.ts'
import { createPictureChoice, type PictureChoice } from './input/pictureChoice.ts'
import { createTextInput, type TextInput } from './input/textInput.ts'
import { addToCart, stateAfter } from './opening/addToCart.ts'
import { errorText, type OpenedEditor, openEditor, UnknownProduct } from './opening/openEditor.ts'
import { failureText, switchTemplate } from './opening/switchTemplate.ts'
import type { Autosave } from './saving/autosave.ts'
import { fetchCartLine } from './saving/cartLine.ts'
import { dropDraft } from './saving/draft.ts'
import { createDraftSync, type DraftSync } from './saving/draftSync.ts'
import { createTabDraft } from './saving/tabDraft.ts'

/** The template editor. A surface opens one for what it edits, shows `state` and closes it when it goes. */
export type Editor = PictureChoice &
  Omit<DraftSync, 'isCurrent'> & {
    readonly state: EditorState
    /** Fetches everything. Answers where to go where there is nothing to edit, or where a draft went into the cart. */
    open(): Promise<Route | undefined>
    /** Does an act; acts of one `gesture` are undone together. */
    act<Input>(action: Action<Input>, input: Input, gesture?: string): void
    /** Goes on in another template with what was made; see `changing` and `changeError`. */
    changeTemplate(template: string): Promise<void>
    /** Moves between the sub-screens. */
    move(step: (instance: EditorInstance) => EditorInstance): void
    readonly texts: Omit<TextInput, 'open' | 'shaperFor' | 'shaperNow'> & { open(fullId: string): Promise<void> }
    readonly typesetter: Typesetter
    setQuantity(quantity: number): void
    /** Wants a subproduct with each piece, or does not. */
    want(subProduct: string, isWanted: boolean): void
    /** Adds to the cart, or updates the line. Answers where to go: the cart, the login, or nowhere. */
    buy(): Promise<Route | undefined>
    /** Keeps what was made for after the login. */
    signIn(): Route
    /** Pictures did not come, their addresses have run out: fetches the scene anew. */
    renew(): Promise<void>
    /** Takes back everything since the editor was opened. */
    abandon(): Promise<void>
    /** Starts over from the template. */
    startOver(): Promise<void>
    /** The connection is back: what did not get through before can be tried again. */
    reconnect(): Promise<void>
    /** Saves at once what waits to be saved, as when the page is put away. */
    flush(): Promise<void>
    close(): Promise<void>
  }

export function createEditor(shop: Shop, options: EditorOptions): Editor {
  const state = proxy<EditorState>(emptyState())
  const typesetter = createTypesetter(shop)
  let autosave: Autosave | null = null
  let openedContent: DesignContent | undefined
  let areExtrasChosen = false
  let gesture = 0
  let stopWatching = () => {}
  const tab = createTabDraft(shop, options, {
    instance: () => state.instance,
    subProducts: () => state.subProducts,
    version: () => autosave?.version(),
  })

  const seeing = createPictureAccess({
    instance: () => state.instance,
    show(instance) {
      state.instance = ref(instance)
      painter.paint()
    },
  })

  const typing = createTextInput(shop, typesetter, {
    instance: () => state.instance,
    set,
    tell(status) {
      state.fonts = status
    },
  })
  const painter = createPainter(shop, typing, {
    instance: () => state.instance,
    show(shown) {
      state.shown = ref(shown)
    },
    wait(unset) {
      const before = state.unset ?? []
      state.unset = unset
      // They were written without their fonts.
      if (!unset && before.length > 0) void settleThose(before)
    },
    see: seeing.see,
    tell(refusal) {
      state.sceneError = refusal
    },
  })

  const meeting = createDraftSync(shop, {
    autosave: () => autosave,
    line: () => ('orderLine' in options ? options.orderLine : undefined),
    instance: () => state.instance,
    design: () => state.instance && seeing.design(state.instance),
    isBusy: () =>
      state.buying === 'adding' || state.changing !== null || ['image', 'text'].includes(state.instance?.menu ?? ''),
    follow(instance, { content, shown, lost }) {
      painter.take(shown, content)
      openedContent = content
      seeing.see(pictureIds(content), lost)
      state.instance = ref(seeing.hold(instance))
      painter.paint()
    },
    reopen: () => editor.open(),
  })

  const choosing = createPictureChoice(shop, {
    instance: () => state.instance,
    act: (action, input, gesture) => editor.act(action, input, gesture),
    settle: typing.settle,
    tell(error) {
      state.choiceError = error
    },
  })

  const stopTexts = followShopLanguage(shop, state, {
    set,
    paint: () => painter.paint(),
    settled: () => painter.settled(),
    settle: (fullId, gesture) => typing.settle(fullId, gesture),
  })

  async function settleThose(fullIds: readonly string[]): Promise<void> {
    const gesture = state.instance?.history.past.at(-1)?.gesture ?? 'typing'
    const long = overflowingTexts(state.shown).filter((each) => fullIds.includes(each))
    for (const fullId of long) await typing.settle(fullId, gesture)
  }

  function take(opened: OpenedEditor, asked: string): EditorInstance {
    const { definition, product, content, shown } = opened
    painter.take(shown, content, asked)
    openedContent = opened.found === 'design' ? content : undefined
    areExtrasChosen = opened.draft !== undefined
    autosave = opened.autosave
    seeing.begin(opened.lost)
    watch()
    autosave?.setInitial(content)
    const whole = contentOf(content.resources, content.year ?? null)
    const instance = seeing.hold(createInstance(definition, product.uuid, content.subject, whole))
    const dirty = opened.found === 'draft' || (opened.found === 'line' && opened.isContinued)
    Object.assign(state, {
      status: 'ready',
      error: '',
      instance: ref({ ...instance, dirty }),
      shown: ref(shown),
      product: ref(product),
      found: opened.found,
      isContinued: opened.isContinued,
      saving: autosave?.state ?? null,
      quantity: opened.quantity || Math.max(1, product.minorderpartquantity),
      // What the shop has stopped selling cannot be unchosen either.
      subProducts: opened.subProducts.filter((uuid) => product.subproducts.some((each) => each.uuid === uuid)),
      buying: 'idle',
    } satisfies Partial<EditorState>)
    return instance
  }

  /** What the server does not take any more, as from somebody who is signed out, stays in this tab until it does. */
  function watch(): void {
    const kept = autosave
    stopWatching()
    if (!kept) return
    kept.onElsewhere(() => void meeting.refresh())
    kept.onKept(seeing.see)
    stopWatching = subscribe(kept.state, () => {
      if (kept.state.status === 'signed-out') tab.keep(0)
      else if (kept.state.status === 'saved') tab.drop()
      if (kept.state.status !== 'stopped') return
      // All else goes on without pictures that are not kept any more.
      if (seeing.giveUp(kept.refused())) saveAgain()
      else void painter.renew()
    })
  }

  function saveAgain(): void {
    autosave?.resume()
    if (state.instance) keep(state.instance)
  }

  function set(made: EditorInstance): void {
    const before = state.instance
    if (made === before) return
    const next = made.content === before?.content ? made : seeing.hold(made)
    state.instance = ref(next)
    if (next.content === before?.content) return
    if (state.buying !== 'adding') state.buying = 'idle'
    keep(next)
    painter.paint()
  }

  /** Keeps the design: on the server for a customer, in this tab for everybody else. */
  function keep(instance: EditorInstance): void {
    if ('item' in options) return
    autosave?.save(seeing.design(instance))
    if (!autosave || autosave.state.status === 'stopped' || autosave.state.status === 'signed-out') tab.keep(0)
  }

  const editor: Editor = {
    state,
    typesetter,
    async open() {
      Object.assign(state, emptyState())
      const asked = shop.locale.language
      try {
        const opened = await openEditor(shop, options)
        const instance = take(opened, asked)
        // Somebody has chosen another language meanwhile.
        if (asked !== shop.locale.language) painter.paint()
        if (!opened.draft || !autosave) return undefined
        dropDraft(shop.memory, options)
        autosave.save(seeing.design(instance))
        if (opened.draft.quantity === 0) return undefined
        state.quantity = opened.draft.quantity
        return editor.buy()
      } catch (error) {
        if (error instanceof UnknownLine) return { name: 'shoppingcart', params: {} }
        state.status = 'failed'
        state.error = errorText(error) ?? ''
        if (!errorText(error) && !(error instanceof UnknownProduct)) throw error
        return undefined
      }
    },
    act(action, input, gesture) {
      if (state.instance) set(performAction(state.instance, action, input, gesture ?? null))
    },
    async changeTemplate(template) {
      const { instance } = state
      if (!instance || template === instance.definition.uuid || state.changing) return
      gesture += 1
      const name = `template ${gesture}`
      Object.assign(state, { changing: template, changeError: '' })
      try {
        const changed = await switchTemplate(shop, instance, template, name)
        // Cancelled or undone meanwhile: that counts.
        if (state.instance !== instance) return
        painter.take(changed.shown, designOf(changed.instance))
        set(changed.instance)
        for (const fullId of changed.overflowing) await typing.settle(fullId, name)
      } catch (error) {
        state.changeError = failureText(error)
      } finally {
        state.changing = null
      }
    },
    move(step) {
      if (state.buying === 'failed') state.buying = 'idle'
      if (state.instance) set(step(state.instance))
    },
    texts: {
      ...typing,
      open(fullId) {
        const nodes = state.shown?.scene.parts.flatMap((part) => part.nodes) ?? []
        const node = nodes.find((one) => one.kind === 'glyphs' && one.id === fullId)
        return typing.open(fullId, node?.kind === 'glyphs' && node.overflow === true)
      },
    },
    setQuantity(quantity) {
      state.quantity = quantity
    },
    want(subProduct, isWanted) {
      const others = state.subProducts.filter((uuid) => uuid !== subProduct)
      state.subProducts = isWanted ? [...others, subProduct] : others
      areExtrasChosen = true
    },
    async buy() {
      const { instance } = state
      if (!instance || !state.shown || state.buying === 'adding') return undefined
      state.buying = 'adding'
      await painter.settled()
      const isLine = state.found === 'line' && !state.isLineGone
      const outcome = await addToCart(shop, {
        instance,
        scene: state.shown.scene,
        quantity: state.quantity,
        subProducts: areExtrasChosen || !isLine ? state.subProducts : undefined,
        line: isLine && 'orderLine' in options ? options.orderLine : undefined,
        isCurrent: meeting.isCurrent,
      })
      Object.assign(state, stateAfter(outcome))
      if (outcome.kind === 'sign-in') return tab.toLogin(state.quantity)
      if (outcome.kind === 'differs') {
        painter.take(outcome.shown, designOf(instance))
        Object.assign(state, { shown: ref(outcome.shown), unset: null })
      }
      if (outcome.kind === 'failed' && outcome.reason === 'picture-sets.unknown') void painter.renew()
      if (outcome.kind !== 'done') return undefined
      state.instance = ref({ ...instance, dirty: false })
      dropDraft(shop.memory, options)
      // The cart does not wait for it. Of a line it stays: it is what other windows find of what is on the line now.
      if (!isLine) void autosave?.discard()
      return { name: 'shoppingcart', params: {} }
    },
    signIn: () => tab.toLogin(0),
    renew: painter.renew,
    ...choosing,
    ...meeting,
    /** What was taken back may have come again. */
    async refresh() {
      await meeting.refresh()
      if (seeing.isWithholding() || state.sceneError) await painter.renew()
      if (state.saving?.refusal && !state.sceneError) saveAgain()
    },
    async abandon() {
      if ('item' in options) return
      dropDraft(shop.memory, options)
      const before = 'orderLine' in options ? (await fetchCartLine(shop, options.orderLine))?.content : openedContent
      if (before) autosave?.save(before)
      await (before ? autosave?.flush() : autosave?.discard())
    },
    async startOver() {
      dropDraft(shop.memory, options)
      await (state.found === 'line' ? editor.abandon() : autosave?.discard())
      await editor.open()
    },
    async reconnect() {
      if (state.buying === 'failed') state.buying = 'idle'
      await autosave?.flush()
    },
    flush: async () => autosave?.flush(),
    async close() {
      stopTexts()
      stopWatching()
      painter.close()
      if ((await autosave?.close()) === 'signed-out') tab.keep(0)
    },
  }
  return editor
}
