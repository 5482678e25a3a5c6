import { proxy, ref } from 'valtio/vanilla'
import { forgetWithCustomer } from '../forgetWithCustomer.ts'
import { createLatestAnswer, type LatestAnswer } from '../latestAnswer.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { backgrounds, type PictureBackground } from './contract.ts'

/** The backgrounds of the pictures requested so far: `shop.part(createBackgrounds)`. */
export type BackgroundsState = { byPicture: Record<string, BackgroundsOfPicture> }

export type BackgroundsOfPicture = {
  status: 'loading' | 'ready' | 'failed'
  backgrounds: readonly PictureBackground[]
}

export type Backgrounds = {
  readonly state: BackgroundsState
  /** Loads the backgrounds of one picture once. */
  load(picture: string): Promise<void>
  /** Loads them again when addresses have expired; if that fails, the old ones stay. */
  refresh(picture: string): Promise<void>
}

export function createBackgrounds(shop: Shop): Backgrounds {
  const state = proxy<BackgroundsState>({ byPicture: {} })
  const loading = new Map<string, Promise<void>>()
  const latest = new Map<string, LatestAnswer>()

  async function fetchThem(picture: string): Promise<void> {
    const isReady = () => state.byPicture[picture]?.status === 'ready'
    if (!isReady()) state.byPicture[picture] = { status: 'loading', backgrounds: ref([]) }
    const ask = latest.get(picture) ?? createLatestAnswer()
    latest.set(picture, ask)
    const found = await ask(
      () => shop.call(backgrounds.ofPicture, { uuid: picture }),
      () => {
        loading.delete(picture)
        if (!isReady()) state.byPicture[picture] = { status: 'failed', backgrounds: ref([]) }
      },
    )
    if (found) state.byPicture[picture] = { status: 'ready', backgrounds: ref(found) }
  }

  function refresh(picture: string): Promise<void> {
    const fetching = fetchThem(picture)
    loading.set(picture, fetching)
    return fetching
  }

  function forget(): void {
    // Answers to requests from before the customer or the language changed are dropped.
    for (const each of latest.values()) each.drop()
    loading.clear()
    state.byPicture = {}
  }
  // their names are in the customer's language
  onLanguageChange(shop, forget)
  forgetWithCustomer(shop, forget)

  return { state, load: (picture) => loading.get(picture) ?? refresh(picture), refresh }
}
