import { proxy, ref } from 'valtio/vanilla'
import { UnknownLine } from '../../cart/unknownLine.ts'
import { isShopError } from '../../errors.ts'
import { onLanguageChange } from '../../onLanguageChange.ts'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { PackageInstance, PackageItem } from '../contract.ts'
import { createItemChanges, type ItemChanges } from './itemChanges.ts'
import { createItemHistory, type ItemHistory } from './itemHistory.ts'
import { isInCart, type OpenedPackage, openPackagePage, type PageOptions } from './openPackage.ts'
import { createPackageFiller, hasPendingScenes, type PackageFiller } from './packageFiller.ts'
import { createPackageKeeper, lineOf, type PackageKeeper } from './packageKeeper.ts'
import { emptyState, type PackagePageState } from './packagePageState.ts'
import { createPackagePurchase } from './packagePurchase.ts'
import { createPackageSync, type PackageSync } from './packageSync.ts'
import { isSaved, type OtherPackage } from './savedPackage.ts'

/** PKG-3: the page on which a package is filled. A surface creates one for what it shows and closes it when it is unmounted. */
export type PackagePage = Omit<PackageSync, 'isCurrent'> &
  ItemChanges & {
    readonly state: PackagePageState
    /** Fetches everything. Returns where to go if there is nothing to edit, or if it was added to the cart after the login. */
    open(): Promise<Route | undefined>
    undo(): void
    redo(): void
    /** Adds to the cart, or updates the line. Returns where to go: the cart, the login, or nowhere. */
    buy(): Promise<Route | undefined>
    /** Stores the work for after the login. */
    signIn(): Route
    /** Requests everything from the server again: pictures did not load, a price has ended. */
    renew(): Promise<void>
    /** Whether leaving the page would lose something, or leave changes that are not in the cart. */
    losesOnLeave(): boolean
    /** Whether the work exists only on this page. */
    losesOnUnload(): boolean
    /** Whether the visible package is the cart's version of the line, as far as this page knows. */
    isInCart(): boolean
    /** After a conflict of two windows: the other version. */
    theirs(): OtherPackage | undefined
    /** Deletes the saved version and starts again. */
    startOver(): Promise<void>
    reconnect(): Promise<void>
    flush(): Promise<void>
    close(): Promise<void>
  }

export function createPackagePage(shop: Shop, options: PageOptions): PackagePage {
  const state = proxy<PackagePageState>(emptyState())
  const line = lineOf(options)
  const stopTexts = onLanguageChange(shop, () => {
    Object.assign(state, { error: '', changeError: '', buyError: '' })
    if (state.status === 'ready') void filler.renew()
  })
  const filler = createPackageFiller(shop, state, (instance) => showPackage(state, instance))
  const keeper = createPackageKeeper(shop, options, {
    state,
    onElsewhere: () => void sync.refresh(),
    onSaved: () => layOutAnew(state, filler),
  })
  const { keep } = keeper
  const history = createItemHistory(state, {
    items: () => state.instance?.packageItems,
    show(packageItems) {
      filler.drop()
      showItems(packageItems)
    },
    onStep() {
      state.dirty = true
      keep()
    },
  })
  const sync = createPackageSync(shop, {
    saver: keeper.saver,
    instance: () => state.instance,
    isBusy: () => state.loading || state.isAddingToCart,
    follow(theirs) {
      history.forget()
      showPackage(state, theirs)
      state.dirty = state.origin === 'line'
    },
    saveMine: keep,
    reopen: () => open(),
  })
  const buy = createPackagePurchase(shop, { state, filler, keeper, line, isCurrent: sync.isCurrent })

  function showItems(packageItems: PackageItem[]): void {
    if (state.instance) state.instance = ref({ ...state.instance, packageItems })
  }

  const open = () => openPage(shop, options, { state, history, keeper, buy })

  const page: PackagePage = {
    state,
    open,
    ...createItemChanges(shop, { state, history, filler, showItems, keep }),
    undo: history.undo,
    redo: history.redo,
    buy,
    signIn: () => keeper.toLogin(false),
    async renew() {
      await filler.renew()
    },
    isInCart: () => line !== null && state.instance !== null && isInCart(shop, line, state.instance),
    losesOnLeave: () => state.dirty && (line ? !page.isInCart() : page.losesOnUnload()),
    losesOnUnload: () => state.dirty && !isSaved(state.saving?.status),
    ...sync,
    theirs: () => keeper.saver()?.otherVersion(),
    async startOver() {
      await keeper.reset()
      await open()
    },
    async reconnect() {
      layOutAnew(state, filler)
      await keeper.saver()?.flush()
    },
    flush: async () => keeper.saver()?.flush(),
    async close() {
      stopTexts()
      filler.drop()
      await keeper.close()
    },
  }
  return page
}

type OpeningHost = {
  state: PackagePageState
  history: ItemHistory
  keeper: PackageKeeper
  buy(): Promise<Route | undefined>
}

async function openPage(shop: Shop, options: PageOptions, host: OpeningHost): Promise<Route | undefined> {
  const { state, history, keeper, buy } = host
  Object.assign(state, emptyState())
  history.forget()
  try {
    const opened = await openPackagePage(shop, options)
    if (keeper.isClosed()) {
      // What is not saved yet is found by the next page.
      await opened.saving?.close()
      return undefined
    }
    await keeper.begin(opened)
    showPackage(state, opened.instance)
    Object.assign(state, openedState(opened))
    if (!opened.isDraft || !opened.saving) return undefined
    keeper.forgetDraft()
    keeper.keep()
    return opened.add ? buy() : undefined
  } catch (error) {
    if (error instanceof UnknownLine) return { name: 'shoppingcart', params: {} }
    if (!isShopError(error)) throw error
    Object.assign(state, { status: 'failed', error: error.message })
    return undefined
  }
}

/** The server can be reached again: lays out what was pending, and removes the error. */
function layOutAnew(state: PackagePageState, filler: PackageFiller): void {
  if (!filler.isUnreached()) return
  if (state.buyError === state.changeError) state.buyError = ''
  if (hasPendingScenes(state.instance)) void filler.renew()
  else state.changeError = ''
}

function showPackage(state: PackagePageState, instance: PackageInstance): void {
  const { remainingTime } = instance
  state.instance = ref(instance)
  state.endsAt = remainingTime > 0 ? performance.now() + remainingTime * 1000 : 0
}

function openedState({ origin, isContinued, isDraft, saving }: OpenedPackage): Partial<PackagePageState> {
  const dirty = isDraft || (origin === 'line' && isContinued)
  return { status: 'ready', origin, isContinued, saving: saving?.state ?? null, dirty }
}
