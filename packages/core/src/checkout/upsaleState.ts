import { proxy } from 'valtio/vanilla'
import type { Cart, ChosenCatalogue } from '../cart/contract.ts'
import { createCart } from '../cart/state.ts'
import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { createCheckout } from './state.ts'
import type { UpsaleSteps, UpsaleType } from './upsale.ts'
import { upsales } from './upsaleContract.ts'

/**
 * The offers on the way to the order: `shop.part(createUpsale)`. A surface calls `arrive()` when the checkout is visible and
 * ready, shows `nextUpsale(checkout.state.upsaleList, state)`, and calls `end` with its type when it is answered.
 */
export type UpsaleState = { -readonly [S in keyof UpsaleSteps]: UpsaleType[] } & {
  adding: boolean
  /** Why sets were not added: a text of the server. */
  problem: string
}

export type UpsalePart = {
  readonly state: UpsaleState
  arrive(): void
  /** Answered with No thanks, or in the cart: not shown again before the next order, even after a reload. */
  end(type: UpsaleType): void
  /** Adds whole sets, and starts the checkout of the changed cart. False if that failed: see `problem`. */
  addSets(subjects: ReadonlyArray<{ uuid: string; name: string }>): Promise<boolean>
  /** Adds catalogues, in the same way. Throws ShopError. */
  addCatalogues(catalogues: ChosenCatalogue[]): Promise<void>
}

export function createUpsale(shop: Pick<Shop, 'call' | 'part' | 'memory'>): UpsalePart {
  const state = proxy<UpsaleState>({ offered: [], answered: [], adding: false, problem: '' })
  const checkout = shop.part(createCheckout)
  const cart = shop.part(createCart)

  /**
   * The period from one order of a customer to the next: a changed cart starts another checkout, but does not show the offers
   * again.
   */
  const offerPeriod = () => `${checkout.state.user?.uuid} ${shop.memory.read().purchased?.at(-1)}`

  async function add(what: unknown, send: (ids: Ids) => Promise<{ cart: Cart }>): Promise<void> {
    const checkoutUuid = checkout.state.checkoutUuid ?? ''
    await cart.addBy(what, (requestId) => send({ checkoutUuid, requestId }))
    await checkout.start()
  }

  return {
    state,
    arrive() {
      const { answers } = shop.memory.read()
      const answered = answers?.round === offerPeriod() ? answers.types : []
      Object.assign(state, { offered: checkout.state.upsaleList.map(({ type }) => type), answered, problem: '' })
    },
    end(type) {
      state.answered = [...state.answered, type]
      shop.memory.write({ answers: { round: offerPeriod(), types: [...state.answered] } })
    },
    async addSets(subjects) {
      Object.assign(state, { adding: true, problem: '' })
      try {
        const data = { subjects: [...subjects] }
        await add(data, (ids) => shop.call(upsales.addDigitalSets, { ...ids, data }))
        return true
      } catch (error) {
        if (!isShopError(error)) throw error
        state.problem = error.message
        return false
      } finally {
        state.adding = false
      }
    },
    addCatalogues: (catalogues) => add(catalogues, (ids) => shop.call(upsales.addCatalogues, { ...ids, catalogues })),
  }
}

type Ids = { checkoutUuid: string; requestId: string }
