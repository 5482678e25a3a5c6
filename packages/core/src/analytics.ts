import type { ShopEvents } from './events.ts'
import { createProviderSettings } from './provider/state.ts'
import type { Shop } from './shop.ts'

/** A fact for analytics: what happened, without anything about the person. */
export type AnalyticsFact =
  | { event: 'login' | 'registration' }
  | { event: 'cart-change'; count: number }
  | ({ event: 'digital-toggle' } & ShopEvents['pk-digital-toggle'])
  | ({ event: 'purchase-success' } & ShopEvents['pk-purchase-success'])

/** The shop's events that are analytics facts. The one place to add another, which is a fact named after its event. */
const ANALYTICS_EVENTS = ['pk-login', 'pk-cart-change', 'pk-digital-toggle', 'pk-purchase-success'] as const

/**
 * The provider's analytics hook, `shop.part(createAnalytics)`: once created, it emits facts as `pk-analytics` if the provider's
 * option `analyticsEnabled` is on, and pushes them to `window.dataLayer` if `dataLayerEnabled` is on, too. It sends nothing
 * itself; that is up to the listeners. Kept small, because it is fetched with the first widget.
 */
export function createAnalytics(shop: Shop): void {
  const settings = shop.part(createProviderSettings)
  for (const name of ANALYTICS_EVENTS) {
    shop.events.on(name, async (detail) => {
      if (!settings.state.settings) await settings.load()
      const options = settings.state.settings?.options
      if (!options?.analyticsEnabled) return
      // A fact is named after its event, except for the two kinds of sign-in.
      const fact = (
        'method' in detail ? { event: detail.method } : { event: name.slice(3), ...detail }
      ) as AnalyticsFact
      shop.events.emit('pk-analytics', fact)
      // If the module cannot be fetched, as without a network, the shop has not failed.
      if (options.dataLayerEnabled) import('./dataLayer.ts').then(({ pushToDataLayer: put }) => put(fact), Boolean)
    })
  }
}
