import { proxy, ref } from 'valtio/vanilla'
import { type Catalogue, catalogues } from '../catalogues/contract.ts'
import { isShopError } from '../errors.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import type { ChosenCatalogue } from './contract.ts'
import { createCart } from './state.ts'

/** The catalogues that a customer may order, and the quantity of each: `shop.part(createCatalogueOffer)`. */
export type CatalogueOfferState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  catalogues: readonly Catalogue[]
  /** By `offerKey`. */
  quantities: Record<string, number>
  adding: boolean
  /** Why they could not be added: a text of the server, or 'nothing' if none was selected. */
  problem: string
}

/** Adds catalogues to the cart. Throws ShopError. */
export type SubmitCatalogues = (catalogues: ChosenCatalogue[]) => Promise<void>

export type CatalogueOffer = {
  readonly state: CatalogueOfferState
  /** Fetches the offer again, with its initial quantities. */
  load(): Promise<void>
  choose(key: string, quantity: number): void
  /** Adds the selected catalogues to the cart, or sends them in another way. False if that failed: see `problem`. */
  add(send?: SubmitCatalogues): Promise<boolean>
}

/** One catalogue may be offered for several children. */
export const offerKey = ({ uuid, subject }: Pick<Catalogue, 'uuid' | 'subject'>): string => `${uuid} ${subject.uuid}`

/** The selected catalogues, in the form that the cart accepts. */
export function selectedCatalogues(
  list: readonly Catalogue[],
  quantities: Readonly<Record<string, number>>,
): ChosenCatalogue[] {
  return list.flatMap((each) => {
    const quantity = quantities[offerKey(each)] ?? 0
    return quantity > 0 ? [{ uuid: each.uuid, subject: each.subject.uuid, quantity }] : []
  })
}

/** The total price of the selected catalogues, in minor units; the server calculates it again. */
export function offerTotal(list: readonly Catalogue[], quantities: Readonly<Record<string, number>>): number {
  return list.reduce((sum, each) => sum + each.price * (quantities[offerKey(each)] ?? 0), 0)
}

export function createCatalogueOffer(shop: Shop): CatalogueOffer {
  const state = proxy<CatalogueOfferState>(emptyState())
  const cart = shop.part(createCart)
  let requests = 0

  /** Fetches the list; `keep` preserves the selected quantities. */
  async function fetchOffer(keep: boolean): Promise<void> {
    const order = ++requests
    if (state.status !== 'ready') state.status = 'loading'
    try {
      const list = await shop.call(catalogues.list, {})
      if (order !== requests) return
      const offered = Object.fromEntries(list.map((each) => [offerKey(each), each.quantity]))
      const quantities = keep ? { ...offered, ...state.quantities } : offered
      Object.assign(state, { status: 'ready', error: '', problem: '', catalogues: ref(list), quantities })
    } catch (error) {
      if (!isShopError(error)) throw error
      if (order === requests) Object.assign(state, { status: 'failed', error: error.message })
    }
  }

  function forget(): void {
    requests += 1
    Object.assign(state, emptyState())
  }
  forgetWithCustomer(shop, forget)
  onLanguageChange(shop, () => {
    // Also while the answer in the other language is loading.
    if (state.status !== 'idle') void fetchOffer(true)
  })

  return {
    state,
    load: () => fetchOffer(false),
    choose(key, quantity) {
      state.quantities[key] = quantity
      state.problem = ''
    },
    async add(send = cart.addCatalogues) {
      const selected = selectedCatalogues(state.catalogues, state.quantities)
      if (selected.length === 0) {
        state.problem = 'nothing'
        return false
      }
      Object.assign(state, { adding: true, problem: '' })
      try {
        await send(selected)
        return true
      } catch (error) {
        if (!isShopError(error)) throw error
        state.problem = error.message
        return false
      } finally {
        state.adding = false
      }
    },
  }
}

function emptyState(): CatalogueOfferState {
  return { status: 'idle', error: '', catalogues: [], quantities: {}, adding: false, problem: '' }
}
