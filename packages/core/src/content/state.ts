import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { content, type PageModule } from './contract.ts'

/** `missing`: there is no such page, in contrast to one that could not be fetched. */
type LoadedPage<T> = { status: 'loading' | 'ready' | 'missing' | 'failed'; value: T | null; error: string }

/**
 * The provider's pages, in the shop's language: `shop.part(createContent)`. Call `loadPage(id)` when shown and after a change
 * of language, and draw `state.pages[id]`; the same for the privacy policy.
 */
export type ContentState = {
  pages: Record<string, LoadedPage<readonly PageModule[]>>
  privacyPolicy: LoadedPage<string>
}

export type Content = {
  readonly state: ContentState
  loadPage(id: string): Promise<void>
  loadPrivacyPolicy(): Promise<void>
}

export function createContent(shop: Pick<Shop, 'call'>): Content {
  // A page may have any name, such as `constructor`.
  const state = proxy<ContentState>({ pages: Object.create(null), privacyPolicy: loadingPage() })
  const requestNumbers = new WeakMap<object, number>()

  /** The last request counts: an answer in the previous language does not replace it. */
  async function fill<T>(entry: LoadedPage<T>, fetchIt: () => Promise<T>): Promise<void> {
    const order = (requestNumbers.get(entry) ?? 0) + 1
    requestNumbers.set(entry, order)
    if (!entry.value) entry.status = 'loading'
    const show = (change: Partial<LoadedPage<T>>) => {
      if (requestNumbers.get(entry) === order) Object.assign(entry, change)
    }
    try {
      show({ status: 'ready', value: await fetchIt(), error: '' })
    } catch (error) {
      if (!isShopError(error)) throw error
      const isMissing = error.status === 404
      show({ status: isMissing ? 'missing' : entry.value ? 'ready' : 'failed', error: error.message })
    }
  }

  return {
    state,
    async loadPage(id) {
      state.pages[id] ??= loadingPage()
      await fill(state.pages[id], async () => ref((await shop.call(content.page, { id })).modules))
    },
    async loadPrivacyPolicy() {
      await fill(state.privacyPolicy, async () => (await shop.call(content.privacyPolicy, {})).data.privacyPolicy)
    },
  }
}

function loadingPage<T>(): LoadedPage<T> {
  return { status: 'loading', value: null, error: '' }
}
