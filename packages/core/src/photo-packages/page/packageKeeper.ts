import { subscribe } from 'valtio/vanilla'
import { rememberReturn } from '../../account/returnAfterSignIn.ts'
import type { Route } from '../../routes.ts'
import type { Shop } from '../../shop.ts'
import type { PackageContent } from '../contract.ts'
import { packageContentOf } from '../packageItems.ts'
import { fetchCartPackage, type OpenedPackage, type PageOptions } from './openPackage.ts'
import type { PackagePageState } from './packagePageState.ts'
import { dropPackageDraft, type PackageSaver, savePackageDraft } from './savedPackage.ts'

/** Saves a package while it is edited: on the server for a customer, in this tab for everybody else. */
export type PackageKeeper = {
  saver(): PackageSaver | null
  /** Starts saving the opened package. */
  begin(opened: OpenedPackage): Promise<void>
  /** Saves the current package, or the given content. */
  keep(content?: PackageContent): void
  /** Stores it for after the login; `add`: it is added to the cart then. Returns the login's route. */
  toLogin(add: boolean): Route
  forgetDraft(): void
  /** Deletes the work, or resets it to the cart's version. */
  reset(): Promise<void>
  close(): Promise<void>
  /** Its page was closed, possibly while it was opening. */
  isClosed(): boolean
}

type PackageKeeperHost = {
  state: PackagePageState
  /** Another window has saved. */
  onElsewhere(): void
  /** The server has accepted a save, so it can be reached. */
  onSaved(): void
}

export function createPackageKeeper(
  shop: Shop,
  options: PageOptions,
  { state, onElsewhere, onSaved }: PackageKeeperHost,
): PackageKeeper {
  const line = lineOf(options)
  let saver: PackageSaver | null = null
  let stopWatching = () => {}
  let isClosed = false

  function watch(watched: PackageSaver): void {
    watched.onElsewhere(onElsewhere)
    stopWatching = subscribe(watched.state, () => {
      if (watched.state.status === 'signed-out') keepInTab(false)
      if (watched.state.status !== 'saved') return
      // The visitor has signed in elsewhere: this tab's draft is outdated from now on.
      forgetDraft()
      onSaved()
    })
  }

  function keepInTab(add: boolean): void {
    if (state.instance) savePackageDraft(shop.memory, { content: packageContentOf(state.instance), line, add })
  }

  function forgetDraft(): void {
    if (state.instance) dropPackageDraft(shop.memory, state.instance.uuid, line)
  }

  return {
    saver: () => saver,
    async begin({ saving, instance }) {
      await saver?.close()
      saver = saving
      saver?.setInitial(packageContentOf(instance))
      stopWatching()
      if (saver) watch(saver)
    },
    keep(content = state.instance ? packageContentOf(state.instance) : undefined) {
      if (content) saver?.save(content)
    },
    toLogin(add) {
      keepInTab(add)
      const { name, params } = 'package' in options ? packageRoute(options.package) : cartLineRoute(options.orderLine)
      if (state.instance) rememberReturn(shop, name, params)
      return { name: 'login', params: {} }
    },
    forgetDraft,
    async reset() {
      forgetDraft()
      const inCart = line ? await fetchCartPackage(shop, line) : undefined
      if (inCart) saver?.save(inCart.asSaved)
      await (inCart ? saver?.flush() : saver?.discard())
    },
    async close() {
      isClosed = true
      stopWatching()
      if ((await saver?.close()) === 'signed-out') keepInTab(false)
    },
    isClosed: () => isClosed,
  }
}

/** The line of the cart that a page edits. */
export function lineOf(options: PageOptions): string | null {
  return 'orderLine' in options ? options.orderLine : null
}

/** The route of a package's page. */
function packageRoute(uuid: string): Route {
  return { name: 'products.packages.create', params: { packageUuid: uuid } }
}

function cartLineRoute(uuid: string): Route {
  return { name: 'shoppingcart.edit', params: { orderLineUuid: uuid } }
}
