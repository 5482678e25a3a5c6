import { proxy, ref, subscribe } from 'valtio/vanilla'
import { createCart } from '../../cart/state.ts'
import { UnknownLine } from '../../cart/unknownLine.ts'
import { isShopError } from '../../errors.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import { pathOf, type Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import type { ShownScene } from '../../template/scene.ts'
import type { PackageInstance, PackageItem } from '../contract.ts'
import { packageContentOf, toChosenItem, withDesign } from '../packageItems.ts'
import { createChangeAllItems } from './changeAllItems.ts'
import { createItemHistory } from './itemHistory.ts'
import { fetchCartPackage, isInCart, openPackagePage, type PageOptions } from './openPackage.ts'
import { createPackageFiller, hasPendingScenes } from './packageFiller.ts'
import { emptyState, type PackagePageState } from './packagePageState.ts'
import { createPackageSync, type PackageSync } from './packageSync.ts'
import { dropPackageDraft, isSaved, type OtherPackage, type PackageSaver, savePackageDraft } from './savedPackage.ts'

/** PKG-3: the page on which a package is made. A surface makes one for what it shows and closes it when it goes. */
export type PackagePage = PackageSync & {
  readonly state: PackagePageState
  /** Fetches everything. Answers where to go where there is nothing to make, or where it went into the cart after the login. */
  open(): Promise<Route | undefined>
  /** Takes the design that was made of an item, and how it looks. */
  replaceItem(uuid: string, design: DesignContent, shown: ShownScene): Promise<void>
  /** Keeps what is being made of an item, should the tab be closed before it is taken; null: nothing is any more. */
  saveOpenItem(uuid: string, design: DesignContent | null): void
  /** Fills an item for another picture set. */
  changeSubject(uuid: string, subject: string): Promise<boolean>
  /** PKG-4: one picture in every template item. Answers on how many it came; undefined where that could not be done. */
  changeAll(picture: FillPicture): Promise<number | undefined>
  undo(): void
  redo(): void
  /** Adds to the cart, or puts the items on the line. Answers where to go: the cart, the login, or nowhere. */
  buy(): Promise<Route | undefined>
  /** Keeps what was made for after the login. */
  signIn(): Route
  /** Asks the server for all of it once more: pictures did not come, a price has ended. */
  renew(): Promise<void>
  /** Whether leaving the page would lose something, or leave something behind that is not in the cart. */
  losesOnLeave(): boolean
  /** Whether what was made is nowhere but on this page. */
  losesOnUnload(): boolean
  /** Whether what is shown is what the cart has on the line, as far as is known here. */
  isInCart(): boolean
  /** After a conflict of two windows. */
  theirs(): OtherPackage | undefined
  resolve(whose: 'mine' | 'theirs'): Promise<void>
  /** Forgets what was kept and begins anew. */
  startOver(): Promise<void>
  reconnect(): Promise<void>
  flush(): Promise<void>
  close(): Promise<void>
}

export function createPackagePage(shop: Shop, options: PageOptions): PackagePage {
  const state = proxy<PackagePageState>(emptyState())
  const cart = shop.part(createCart)
  const changeAll = createChangeAllItems(shop)
  let saving: PackageSaver | null = null
  let isOpenKept = false
  const line = 'orderLine' in options ? options.orderLine : null
  let stopWatching = () => {}

  const stopTexts = onLanguageChange(shop, () => {
    Object.assign(state, { error: '', changeError: '', buyError: '' })
    if (state.status === 'ready') void page.renew()
  })

  function show(instance: PackageInstance): void {
    const { remainingTime } = instance
    state.instance = ref(instance)
    state.endsAt = remainingTime > 0 ? performance.now() + remainingTime * 1000 : 0
  }

  function showItems(packageItems: PackageItem[]): void {
    if (state.instance) state.instance = ref({ ...state.instance, packageItems })
  }

  const { fill, renew, drop, settled, isUnreached } = createPackageFiller(shop, state, show)

  const history = createItemHistory(state, {
    items: () => state.instance?.packageItems,
    show(packageItems) {
      drop()
      showItems(packageItems)
    },
    onStep() {
      state.dirty = true
      keep()
    },
  })

  function keep(): void {
    if (state.instance) saving?.save(packageContentOf(state.instance))
  }

  /** What is shown at once, and what the server makes of it; where it does not come about, nothing has happened. */
  async function change(next: PackageItem[]): Promise<boolean> {
    const before = state.instance?.packageItems ?? []
    showItems(next)
    const filled = await fill(next.map(toChosenItem))
    if (filled === 'done') history.step(before)
    else if (filled !== 'overtaken') showItems(before)
    return filled === 'done'
  }

  /** What somebody has made stays and is kept, though it be laid out only once the server can be reached; a refusal takes it back. */
  async function take(next: PackageItem[]): Promise<void> {
    const before = state.instance?.packageItems ?? []
    showItems(next)
    history.step(before)
    const filled = await fill(next.map(toChosenItem))
    if (filled === 'done') keep()
    if (filled === 'refused') history.retract()
  }

  const following = createPackageSync(shop, {
    saving: () => saving,
    instance: () => state.instance,
    isBusy: () => state.loading || state.isAddingToCart,
    follow(theirs) {
      history.forget()
      show(theirs)
      state.dirty = state.found === 'line'
    },
  })

  /** The server is reached again: what could not be laid out is, and that it was not reached is said no longer. */
  function layOutAnew(): void {
    if (!isUnreached()) return
    if (state.buyError === state.changeError) state.buyError = ''
    if (hasPendingScenes(state.instance)) void renew()
    else state.changeError = ''
  }

  function watch(kept: PackageSaver): void {
    kept.onElsewhere(() => void page.refresh())
    stopWatching = subscribe(kept.state, () => {
      if (kept.state.status === 'signed-out') keepInTab(false)
      if (kept.state.status !== 'saved') return
      // Somebody has signed in elsewhere: what this tab holds is older from now on.
      forgetTab()
      layOutAnew()
    })
  }

  /** For after the login. */
  function keepInTab(add: boolean): void {
    if (state.instance) savePackageDraft(shop.memory, { content: packageContentOf(state.instance), line, add })
  }

  function forgetTab(): void {
    if (state.instance) dropPackageDraft(shop.memory, state.instance.uuid, line)
  }

  function toLogin(add: boolean): Route {
    keepInTab(add)
    const here = 'package' in options ? packageRoute(options.package) : cartLineRoute(options.orderLine)
    if (state.instance) shop.memory.write({ referrer: pathOf(here.name, here.params) })
    return { name: 'login', params: {} }
  }

  const page: PackagePage = {
    state,
    async open() {
      Object.assign(state, emptyState())
      history.forget()
      try {
        const opened = await openPackagePage(shop, options)
        await saving?.close()
        saving = opened.saving
        saving?.setInitial(packageContentOf(opened.instance))
        show(opened.instance)
        stopWatching()
        if (saving) watch(saving)
        const { found, isContinued, isDraft } = opened
        const dirty = isDraft || (found === 'line' && isContinued)
        Object.assign(state, { status: 'ready', found, isContinued, saving: saving?.state ?? null, dirty })
        if (!isDraft || !saving) return undefined
        forgetTab()
        keep()
        return opened.add ? page.buy() : undefined
      } catch (error) {
        if (error instanceof UnknownLine) return { name: 'shoppingcart', params: {} }
        if (!isShopError(error)) throw error
        Object.assign(state, { status: 'failed', error: error.message })
        return undefined
      }
    },
    async replaceItem(uuid, design, shown) {
      isOpenKept = false
      const items = state.instance?.packageItems ?? []
      await take(items.map((item) => (item.uuid === uuid ? withDesign(item, design, shown) : item)))
    },
    saveOpenItem(uuid, design) {
      const { instance } = state
      if (!instance || (!design && !isOpenKept)) return
      isOpenKept = design !== null
      const packageItems = instance.packageItems.map((item) =>
        design && item.uuid === uuid ? withDesign(item, design, null) : item,
      )
      saving?.save(packageContentOf({ ...instance, packageItems }))
    },
    async changeSubject(uuid, subject) {
      const { instance } = state
      if (!instance) return false
      const before = instance.packageItems
      const filled = await fill(
        before.map((item) => {
          if (item.uuid !== uuid) return toChosenItem(item)
          const { template } = toChosenItem(item)
          return { uuid, version: item.version + 1, subject, ...(template ? { template } : {}) }
        }),
      )
      if (filled === 'done') history.step(before)
      return filled === 'done'
    },
    async changeAll(picture) {
      const items = state.instance?.packageItems ?? []
      state.changeError = ''
      let changed: PackageItem[]
      try {
        changed = await changeAll(items, picture)
      } catch (error) {
        if (!isShopError(error)) throw error
        state.changeError = error.message
        return undefined
      }
      const count = changed.filter((item) => !items.includes(item)).length
      if (count === 0) return 0
      // How it looked stays until the new scene is there.
      const shown = changed.map((item, index) => ({ ...item, preview: item.preview ?? items[index]?.preview ?? null }))
      return (await change(shown)) ? count : undefined
    },
    undo: history.undo,
    redo: history.redo,
    async buy() {
      if (state.isAddingToCart) return undefined
      Object.assign(state, { isAddingToCart: true, buyError: '' })
      try {
        const { status } = await shop.session.ready()
        if (status !== 'signed-in') return toLogin(true)
        const seen = await saving?.checkStored()
        if (seen === 'elsewhere') saving?.raiseConflict()
        if (seen === 'elsewhere' || seen === 'conflict') return undefined
        await settled()
        // What was brought back by undo was laid out before; anything else waits for its scene.
        if (hasPendingScenes(state.instance) && (await renew()) !== 'done') {
          if (shop.session.state.status === 'signed-out') return toLogin(true)
          state.buyError = state.changeError
          return undefined
        }
        const { instance } = state
        if (!instance) return undefined
        const packageItems = instance.packageItems.map(toChosenItem)
        if (line && !state.isLineGone) await cart.changePackage(line, packageItems)
        else await cart.addPackage({ ...packageContentOf(instance), packageItems })
        state.dirty = false
        forgetTab()
        // The cart does not wait for it. Of a line it stays: it is what other windows find of what is on the line now.
        if (state.found !== 'line' || state.isLineGone) void saving?.discard()
        return { name: 'shoppingcart', params: {} }
      } catch (error) {
        if (!isShopError(error)) throw error
        if (error.reason === 'session.required') return toLogin(true)
        state.buyError = error.message
        if (error.reason === 'cart.unknown_line') state.isLineGone = true
        // The server would print something else: that is shown now.
        if (error.reason === 'editor.preview_differs') await page.renew()
        return undefined
      } finally {
        state.isAddingToCart = false
      }
    },
    signIn: () => toLogin(false),
    async renew() {
      await renew()
    },
    isInCart: () => line !== null && state.instance !== null && isInCart(shop, line, state.instance),
    losesOnLeave: () => state.dirty && (line ? !page.isInCart() : page.losesOnUnload()),
    losesOnUnload: () => state.dirty && !isSaved(saving?.state.status),
    ...following,
    theirs: () => saving?.otherVersion(),
    async resolve(whose) {
      // What is kept here may never have been saved by this window.
      if (whose === 'mine') keep()
      await saving?.resolve(whose)
      if (whose === 'theirs') await page.open()
    },
    async startOver() {
      forgetTab()
      const inCart = line ? await fetchCartPackage(shop, line) : undefined
      if (inCart) saving?.save(inCart.kept)
      await (inCart ? saving?.flush() : saving?.discard())
      await page.open()
    },
    async reconnect() {
      layOutAnew()
      await saving?.flush()
    },
    flush: async () => saving?.flush(),
    async close() {
      stopTexts()
      stopWatching()
      drop()
      if ((await saving?.close()) === 'signed-out') keepInTab(false)
    },
  }
  return page
}

/** The page of a package. */
export function packageRoute(uuid: string): Route {
  return { name: 'products.packages.create', params: { packageUuid: uuid } }
}

function cartLineRoute(uuid: string): Route {
  return { name: 'shoppingcart.edit', params: { orderLineUuid: uuid } }
}
