import { proxy, ref } from 'valtio/vanilla'
import type { Product } from '../products/contract.ts'
import type { Route } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { DesignContent } from '../template/design.ts'
import type { ShownScene } from '../template/scene.ts'
import { type Action, act } from './action.ts'
import type { Autosave, AutosaveState } from './autosave.ts'
import { buy, pathOfEditor } from './buying.ts'
import { dropDraft, keepDraft } from './draft.ts'
import { contentOf, createInstance, designOf, type Instance } from './instance.ts'
import { type EditorOptions, type Opened, open, sceneOf, textOfError, UnknownLine, UnknownProduct } from './opening.ts'
import { type Baked, changedTexts, repaint, type SetTexts } from './stage.ts'
import { addressesOf, settingOf } from './subject.ts'
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
  /** 'differs': the server would print something else, which is shown now; adding again accepts it. */
  buying: 'idle' | 'adding' | 'differs' | 'failed'
  buyError: string
}

export type Editor = {
  readonly state: EditorState
  /** Fetches everything. Answers where to go where there is nothing to edit, or where a draft went into the cart. */
  open(): Promise<Route | undefined>
  /** Does an act; acts of one `gesture` are undone together. */
  act<Input>(action: Action<Input>, input: Input, gesture?: string): void
  /** Moves between the sub-screens. */
  move(step: (instance: Instance) => Instance): void
  readonly texts: Omit<Typing, 'open' | 'shaperFor'> & { open(fullId: string): Promise<void> }
  readonly typesetter: Typesetter
  setQuantity(quantity: number): void
  /** Adds to the cart, or updates the line. Answers where to go: the cart, the login, or nowhere. */
  buy(): Promise<Route | undefined>
  /** Keeps what was made for after the login. */
  signIn(): Route
  /** Pictures did not come, their addresses have run out: fetches the scene anew. */
  renew(): Promise<void>
  /** After a conflict of two windows. */
  resolve(whose: 'mine' | 'theirs'): Promise<void>
  /** Takes back everything since the editor was opened. */
  abandon(): Promise<void>
  /** Starts over from the template. */
  startOver(): Promise<void>
  /** Saves at once what waits to be saved, as when the page is put away. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createEditor(shop: Shop, options: EditorOptions): Editor {
  const state = proxy<EditorState>(emptyState())
  const typesetter = createTypesetter(shop)
  let autosave: Autosave | null = null
  let baked: Baked | undefined
  let openedContent: DesignContent | undefined
  let painting = 0
  const setTexts: SetTexts = new WeakMap()

  const typing = createTyping(shop, typesetter, {
    instance: () => state.instance,
    set,
    tell(status) {
      state.fonts = status
    },
  })

  function take(opened: Opened): Instance {
    const { definition, product, content, shown } = opened
    baked = { shown, content }
    openedContent = opened.found === 'design' || opened.found === 'line' ? content : undefined
    autosave = opened.autosave
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
    void paint()
  }

  /** Keeps the design: on the server for a customer, in this tab for everybody else. */
  function keep(instance: Instance): void {
    if ('orderLine' in options) return
    autosave?.save(designOf(instance))
    if (!autosave || autosave.state.status === 'stopped')
      keepDraft(shop.memory, { product: instance.product, content: designOf(instance), quantity: 0 })
  }

  /** Shows the scene of the instance; a later change overtakes an earlier one. */
  async function paint(): Promise<void> {
    const order = ++painting
    const { instance } = state
    if (!instance || !baked) return
    const content = designOf(instance)
    try {
      const texts = changedTexts(baked.content, content).flatMap((each) => (setTexts.has(each) ? [] : [each.fullId]))
      const shaper = texts.length > 0 ? await typing.shaperFor(instance, texts) : undefined
      if (order !== painting || !baked) return
      const scene = repaint(baked, instance.definition, content, settingOf(shop, instance.subject), shaper, setTexts)
      if (scene) state.shown = ref({ hash: '', scene, addresses: addressesOf(shop, baked.shown) })
    } catch {
      // Without fonts the server sets the text, a moment later.
      if (order === painting) await renew()
    }
  }

  async function renew(): Promise<void> {
    const { instance } = state
    if (!instance) return
    const content = designOf(instance)
    const shown = await sceneOf(shop, content).catch(() => undefined)
    if (!shown || !state.instance) return
    baked = { shown, content }
    void paint()
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
    move(step) {
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
    async buy() {
      const { instance, shown } = state
      if (!instance || !shown || state.buying === 'adding') return undefined
      state.buying = 'adding'
      const outcome = await buy(shop, { instance, scene: shown.scene, quantity: state.quantity, options })
      if (outcome.kind === 'sign-in') return toLogin(state.quantity)
      state.buying = outcome.kind === 'done' ? 'idle' : outcome.kind
      state.buyError = outcome.kind === 'done' ? '' : outcome.text
      if (outcome.kind === 'differs') {
        baked = { shown: outcome.shown, content: designOf(instance) }
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
    renew,
    async resolve(whose) {
      const theirs = autosave?.theirs()
      await autosave?.keep(whose)
      if (whose === 'theirs' && theirs) await editor.open()
    },
    async abandon() {
      if ('orderLine' in options) return
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
    flush: async () => autosave?.flush(),
    async close() {
      painting += 1
      await autosave?.close()
    },
  }

  function toLogin(quantity: number): Route {
    const { instance } = state
    state.buying = 'idle'
    if (instance) {
      keepDraft(shop.memory, { product: instance.product, content: designOf(instance), quantity })
      shop.memory.write({ referrer: pathOfEditor(instance) })
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
    buying: 'idle',
    buyError: '',
  }
}
