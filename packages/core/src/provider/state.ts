import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import type { SendBy } from '../sending.ts'
import type { Shop } from '../shop.ts'
import { provider, type Settings } from './contract.ts'

export type ProviderState = {
  status: 'loading' | 'ready' | 'failed'
  /** The provider's settings that the shop's pages need; kept while newer ones load. */
  settings: Settings | null
  /** The text for the visitor if loading failed. */
  error: string
  /** The failure's reason if the server refuses this page for good: it does not know the shop, or does not allow the website. */
  refusal: string | null
}

/** Nothing that a visitor can do changes these. */
const REFUSALS = ['origin.refused', 'provider.unknown']

export type ProviderSettings = {
  readonly state: ProviderState
  /**
   * Fetches the settings in the shop's language, by `send` if given; a second call for the same language waits for the first.
   */
  load(send?: SendBy): Promise<void>
  /** Uses settings in the shop's language from another source, such as the page. */
  take(settings: Settings): void
}

/** The provider's public settings, fetched once per language: `shop.part(createProviderSettings)`. */
export function createProviderSettings(shop: Pick<Shop, 'call' | 'locale'>): ProviderSettings {
  const state = proxy<ProviderState>({ status: 'loading', settings: null, error: '', refusal: null })
  let current: { language: string; done: Promise<void> } | undefined

  async function fetchIn(language: string, send: SendBy | undefined): Promise<void> {
    try {
      const settings = await shop.call(provider.settings, {}, send && { send })
      if (current?.language !== language) return
      state.settings = ref(settings)
      state.refusal = null
      state.status = 'ready'
    } catch (error) {
      if (current?.language !== language) return
      current = undefined
      if (!isShopError(error)) throw error
      state.error = error.message
      state.refusal = REFUSALS.includes(error.reason) ? error.reason : null
      // While it has settings of another language, the shop continues with those.
      state.status = state.settings ? 'ready' : 'failed'
    }
  }

  return {
    state,
    load(send) {
      const { language } = shop.locale
      if (current?.language !== language) {
        if (!state.settings) state.status = 'loading'
        // Set before the call, so that its own answer counts as current.
        current = { language, done: Promise.resolve() }
        current.done = fetchIn(language, send)
      }
      return current.done
    },
    take(settings) {
      current = { language: shop.locale.language, done: Promise.resolve() }
      state.settings = ref(settings)
      state.status = 'ready'
    },
  }
}
