import { proxy, ref } from 'valtio/vanilla'
import { onLanguage } from '../onLanguage.ts'
import type { Product } from '../products/contract.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { DesignContent } from '../template/design.ts'
import type { FillPicture } from '../template/fillResources.ts'
import type { ShownScene } from '../template/scene.ts'
import { type Action, act } from './action.ts'
import { choosePicture } from './actions/choosePicture.ts'
import { fillStrings } from './actions/fillStrings.ts'
import { replacePictures } from './actions/replacePictures.ts'
import type { Autosave } from './autosave.ts'
import { buy, pathOfEditor } from './buying.ts'
import { changedTo, failureText } from './changing.ts'
import { dropDraft, keepDraft } from './draft.ts'
import { contentOf, createInstance, designOf, type Instance } from './instance.ts'
import { createMeeting, type Meeting } from './meeting.ts'
import { type EditorOptions, type Opened, open, textOfError, UnknownLine, UnknownProduct } from './opening.ts'
import { createPainter } from './painter.ts'
import type { AutosaveState } from './saving.ts'
import { groupStrings } from './strings.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'
import { createTyping, type FontsStatus, type Typing } from './typing.ts'

/** The template editor. A surface opens one for what it edits, shows `state` and closes it when it goes. */
export type EditorState = {
  status: 'loading' | 'ready' | 'failed'
  /** The text for a person where loading failed. */
  error: string
  instance: Instance | null
  /** What the customer sees: the scene of the instance, with the addresses of its pictures. */
  shown: ShownScene | null
  product: Product | null
  /** Whether an unfinished card was brought back. */
  found: Opened['found']
  fonts: FontsStatus
  saving: AutosaveState | null
  quantity: number
  /** What is wanted with it at an extra price: subproducts by their uuids (PRC-3). */
  subProducts: readonly string[]
  /** 'differs': the server would print something else, which is shown now; adding again accepts it. */
  buying: 'idle' | 'adding' | 'differs' | 'failed'
  buyError: string
  /** The template that is on its way into the editor. */
  changing: string | null
  /** Why it did not come. */
  changeError: string
}

export type Editor = Omit<Meeting, 'isCurrent'> & {
  readonly state: EditorState
  /** Fetches everything. Answers where to go where there is nothing to edit, or where a draft went into the cart. */
  open(): Promise<Route | undefined>
  /** Does an act; acts of one `gesture` are undone together. */
  act<Input>(action: Action<Input>, input: Input, gesture?: string): void
  /** Puts a picture into a slot, or into all that take it. Answers whether it has brought texts, as group pictures do. */
  choose(
    fullId: string,
    picture: FillPicture & { groupPicture?: boolean },
    where: 'here' | 'everywhere',
  ): Promise<boolean>
  /** Goes on in another template with what was made; see `changing` and `changeError`. */
  changeTemplate(template: string): Promise<void>
  /** Moves between the sub-screens. */
  move(step: (instance: Instance) => Instance): void
  readonly texts: Omit<Typing, 'open' | 'shaperFor' | 'shaperNow'> & { open(fullId: string): Promise<void> }
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
  let gesture = 0

  const typing = createTyping(shop, typesetter, {
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
  })

  const meeting = createMeeting(shop, {
    autosave: () => autosave,
    instance: () => state.instance,
    isBusy: () =>
      state.buying === 'adding' || state.changing !== null || ['image', 'text'].includes(state.instance?.menu ?? ''),
    follow(instance, content, shown) {
      painter.take(shown, content)
      openedContent = content
      state.instance = ref(instance)
      painter.paint()
    },
    reopen: () => editor.open(),
  })

  const stopTexts = onLanguage(shop, () => {
    Object.assign(state, { error: '', buyError: '', changeError: '' })
    if (state.buying === 'failed') state.buying = 'idle'
  })

  function take(opened: Opened): Instance {
    const { definition, product, content, shown } = opened
    painter.take(shown, content)
    openedContent = opened.found === 'design' || opened.found === 'line' ? content : undefined
    autosave = opened.autosave
    autosave?.onElsewhere(() => void meeting.look())
    const instance = createInstance(
      definition,
      product.uuid,
      content.subject,
      contentOf(content.resources, content.year ?? null),
    )
    const dirty = opened.found === 'draft'
    Object.assign(state, {
      status: 'ready',
      error: '',
      instance: ref({ ...instance, dirty }),
      shown: ref(shown),
      product: ref(product),
      found: opened.found,
      saving: autosave?.state ?? null,
      quantity: opened.quantity || Math.max(1, product.minorderpartquantity),
      // What the shop has stopped selling cannot be unchosen either.
      subProducts: opened.subProducts.filter((uuid) => product.subproducts.some((each) => each.uuid === uuid)),
      buying: 'idle',
    } satisfies Partial<EditorState>)
    return instance
  }

  function set(next: Instance): void {
    const before = state.instance
    if (next === before) return
    state.instance = ref(next)
    if (next.content === before?.content) return
    if (state.buying !== 'adding') state.buying = 'idle'
    keep(next)
    painter.paint()
  }

  /** Keeps the design: on the server for a customer, in this tab for everybody else. */
  function keep(instance: Instance): void {
    if (!('template' in options)) return
    autosave?.save(designOf(instance))
    if (!autosave || autosave.state.status === 'stopped') keepInTab(instance, options.template, 0)
  }

  function keepInTab(instance: Instance, template: string, quantity: number): void {
    const { product } = instance
    keepDraft(shop.memory, { product, template, content: designOf(instance), quantity, subProducts: state.subProducts })
  }

  const editor: Editor = {
    state,
    typesetter,
    async open() {
      Object.assign(state, emptyState())
      try {
        const opened = await open(shop, options)
        const instance = take(opened)
        if (!opened.draft || !autosave) return undefined
        dropDraft(shop.memory)
        autosave.save(designOf(instance))
        if (opened.draft.quantity === 0) return undefined
        state.quantity = opened.draft.quantity
        return editor.buy()
      } catch (error) {
        if (error instanceof UnknownLine) return { name: 'shoppingcart', params: {} }
        state.status = 'failed'
        state.error = textOfError(error) ?? ''
        if (!textOfError(error) && !(error instanceof UnknownProduct)) throw error
        return undefined
      }
    },
    act(action, input, gesture) {
      if (state.instance) set(act(state.instance, action, input, gesture ?? null))
    },
    async choose(fullId, picture, where) {
      gesture += 1
      const name = `choice ${gesture}`
      editor.act(choosePicture, { fullId, picture }, name)
      if (where === 'everywhere') editor.act(replacePictures, { picture }, name)
      const { instance } = state
      if (!picture.groupPicture || !instance?.subject) return false
      const resources = await groupStrings(shop, instance, fullId, picture.uuid)
      // Somebody who has gone on to another picture meanwhile wants the texts of that one.
      const before = state.instance
      if (`choice ${gesture}` === name && resources.length > 0) editor.act(fillStrings, { resources }, name)
      return state.instance !== before
    },
    async changeTemplate(template) {
      const { instance } = state
      if (!instance || template === instance.definition.uuid || state.changing) return
      gesture += 1
      const name = `template ${gesture}`
      Object.assign(state, { changing: template, changeError: '' })
      try {
        const changed = await changedTo(shop, instance, template, name)
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
    },
    async buy() {
      const { instance, shown } = state
      if (!instance || !shown || state.buying === 'adding') return undefined
      state.buying = 'adding'
      await painter.settled()
      const { scene } = state.shown ?? shown
      const outcome = await buy(shop, {
        instance,
        scene,
        quantity: state.quantity,
        subProducts: state.subProducts,
        options,
        isCurrent: meeting.isCurrent,
      })
      if (outcome.kind === 'sign-in') return toLogin(state.quantity)
      if (outcome.kind === 'asked') {
        state.buying = 'idle'
        return undefined
      }
      state.buying = outcome.kind === 'done' ? 'idle' : outcome.kind
      state.buyError = outcome.kind === 'done' ? '' : outcome.text
      if (outcome.kind === 'differs') {
        painter.take(outcome.shown, designOf(instance))
        state.shown = ref(outcome.shown)
      }
      if (outcome.kind !== 'done') return undefined
      state.instance = ref({ ...instance, dirty: false })
      dropDraft(shop.memory)
      // The cart does not wait for it.
      void autosave?.discard()
      return { name: 'shoppingcart', params: {} }
    },
    signIn: () => toLogin(0),
    renew: painter.renew,
    ...meeting,
    async abandon() {
      if (!('template' in options)) return
      dropDraft(shop.memory)
      if (!openedContent) return autosave?.discard()
      autosave?.save(openedContent)
      await autosave?.flush()
    },
    async startOver() {
      dropDraft(shop.memory)
      await autosave?.discard()
      await editor.open()
    },
    async reconnect() {
      if (state.buying === 'failed') state.buying = 'idle'
      await autosave?.flush()
    },
    flush: async () => autosave?.flush(),
    async close() {
      stopTexts()
      painter.close()
      await autosave?.close()
    },
  }

  function toLogin(quantity: number): Route {
    const { instance } = state
    state.buying = 'idle'
    if (instance) {
      const template = 'template' in options ? options.template : instance.definition.uuid
      keepInTab(instance, template, quantity)
      shop.memory.write({ referrer: pathOfEditor(instance, template) })
    }
    return { name: 'login', params: {} }
  }

  return editor
}

function emptyState(): EditorState {
  return {
    status: 'loading',
    error: '',
    instance: null,
    shown: null,
    product: null,
    found: 'new',
    fonts: 'idle',
    saving: null,
    quantity: 0,
    subProducts: [],
    buying: 'idle',
    buyError: '',
    changing: null,
    changeError: '',
  }
}
