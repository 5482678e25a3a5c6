import type { ShopEvents } from './events.ts'
import { createProviderSettings } from './provider/state.ts'
import type { Shop } from './shop.ts'

/** Something that analytics may hear: what happened, and nothing about whom it happened to. */
export type AnalyticsFact =
  | { event: 'login' | 'registration' }
  | { event: 'cart-change'; count: number }
  | ({ event: 'digital-toggle' } & ShopEvents['pk-digital-toggle'])
  | ({ event: 'purchase-success' } & ShopEvents['pk-purchase-success'])

/** What of all that a shop tells is for analytics. The one place to add another, which is a fact of its own name. */
const ANALYTICS_EVENTS = ['pk-login', 'pk-cart-change', 'pk-digital-toggle', 'pk-purchase-success'] as const

/**
 * The provider's analytics hook, `shop.part(createAnalytics)`: from the first asking on, facts are told as `pk-analytics`
 * where the provider's option `analyticsEnabled` is on, and put into `window.dataLayer` where `dataLayerEnabled` is on too.
 * Nothing is sent anywhere; who listens decides that. Few bytes, for it is fetched with the first widget.
 */
export function createAnalytics(shop: Shop): void {
  const settings = shop.part(createProviderSettings)
  for (const name of ANALYTICS_EVENTS) {
    shop.events.on(name, async (detail) => {
      if (!settings.state.settings) await settings.load()
      const options = settings.state.settings?.options
      if (!options?.analyticsEnabled) return
      // A fact is called as its event is, but for the two ways in.
      const fact = (
        'method' in detail ? { event: detail.method } : { event: name.slice(3), ...detail }
      ) as AnalyticsFact
      shop.events.emit('pk-analytics', fact)
      // What does not come, as without a network, is no failure of the shop.
      if (options.dataLayerEnabled) import('./dataLayer.ts').then(({ pushToDataLayer: put }) => put(fact), Boolean)
    })
  }
}
