import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { backgrounds, type PictureBackground } from './contract.ts'

/** The backgrounds of pictures, as far as somebody asked for them: `shop.part(createBackgrounds)`. */
export type BackgroundsState = { byPicture: Record<string, BackgroundsOfPicture> }

export type BackgroundsOfPicture = {
  status: 'loading' | 'ready' | 'failed'
  backgrounds: readonly PictureBackground[]
}

export type Backgrounds = {
  readonly state: BackgroundsState
  /** Loads those of one picture once. */
  load(picture: string): Promise<void>
  /** Loads them anew, for addresses that have run out; where that fails those that are there stay. */
  refresh(picture: string): Promise<void>
}

export function createBackgrounds(shop: Shop): Backgrounds {
  const state = proxy<BackgroundsState>({ byPicture: {} })
  const loading = new Map<string, Promise<void>>()
  // What was asked before the customer or the language changed is not looked at any more.
  let era = 0

  async function fetchThem(picture: string): Promise<void> {
    const mine = era
    const before = state.byPicture[picture]
    if (before?.status !== 'ready') state.byPicture[picture] = { status: 'loading', backgrounds: ref([]) }
    try {
      const found = await shop.call(backgrounds.ofPicture, { uuid: picture })
      if (mine === era) state.byPicture[picture] = { status: 'ready', backgrounds: ref(found) }
    } catch (error) {
      if (!isShopError(error)) throw error
      if (mine !== era) return
      loading.delete(picture)
      if (before?.status !== 'ready') state.byPicture[picture] = { status: 'failed', backgrounds: ref([]) }
    }
  }

  function refresh(picture: string): Promise<void> {
    const fetching = fetchThem(picture)
    loading.set(picture, fetching)
    return fetching
  }

  function forget(): void {
    era += 1
    loading.clear()
    state.byPicture = {}
  }
  // their names are in the customer's language
  onLanguageChange(shop, forget)
  forgetWithCustomer(shop, forget)

  return { state, load: (picture) => loading.get(picture) ?? refresh(picture), refresh }
}
