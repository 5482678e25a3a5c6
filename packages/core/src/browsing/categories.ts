import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import { browsing, type Category } from './contract.ts'

/** What the shop sells, by category: `shop.part(createCategories)`. */
export type CategoriesState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  categories: readonly Category[]
}

/** A set that has nothing for a category, and the one that has. */
export type OtherSet = { current: string; other: { uuid: string; name: string } }

export type Categories = {
  readonly state: CategoriesState
  /** Loads once for each language, customer and chosen set, and is done when they are there. */
  load(): Promise<void>
  /** 001 §2.1: the set to change to before a category is opened; undefined where the chosen one will do. */
  otherSetFor(category: Category): OtherSet | undefined
}

export function createCategories(shop: Shop): Categories {
  const state = proxy<CategoriesState>({ status: 'idle', error: '', categories: [] })
  const sets = shop.part(createPictureSets)
  let loaded: string | undefined
  let request = 0
  let running: Promise<void> | undefined

  function fetchAll(): void {
    const mine = fetchOnce().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
  }

  async function fetchOnce(): Promise<void> {
    const mine = ++request
    // what is found out on the way changes the sets, which is no reason to begin again
    loaded = undefined
    if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    try {
      await currentSubject(shop)
      if (mine !== request) return
      loaded = keyOf()
      const { chosen } = sets.state
      const { categories } = await shop.call(browsing.categories, {
        lang: shop.locale.language,
        ...(chosen ? { subject: chosen } : {}),
      })
      if (mine === request) Object.assign(state, { status: 'ready', error: '', categories: ref(categories) })
    } catch (error) {
      if (mine !== request) return
      loaded = undefined
      if (!isShopError(error)) throw error
      Object.assign(state, { status: 'failed', error: error.message })
    }
  }

  function keyOf(): string {
    return JSON.stringify([shop.locale.language, sets.state.chosen, shop.session.state.user?.uuid])
  }

  function follow(): void {
    if (loaded !== undefined && loaded !== keyOf()) fetchAll()
  }
  subscribe(sets.state, follow)
  subscribe(shop.locale, follow)
  subscribe(shop.session.state, follow)
  onLanguageChange(shop, () => {
    state.error = ''
  })

  return {
    state,
    async load() {
      if (!running && loaded !== keyOf()) fetchAll()
      // What overtakes it on the way is waited for too.
      while (running) await running
    },
    otherSetFor({ firstQualifiedSubject: other }) {
      const current = sets.state.sets.find(({ subject }) => subject.uuid === sets.state.chosen)?.subject
      return current && other && other.uuid !== current.uuid ? { current: current.name, other } : undefined
    },
  }
}

/** Knows who is signed in and whose pictures the shop is about. */
export async function currentSubject(shop: Shop): Promise<string | null> {
  const sets = shop.part(createPictureSets)
  const { status } = await shop.session.ready()
  if (status !== 'signed-in') return null
  await sets.load()
  return sets.state.chosen
}
