import type { ShopEventName, ShopEvents } from './events.ts'
import { createProviderSettings } from './provider/state.ts'
import type { Shop } from './shop.ts'

/** Something that analytics may hear: what happened, and nothing about whom it happened to. */
export type AnalyticsFact =
  | { event: 'login' | 'registration' }
  | { event: 'cart-change'; count: number }
  | ({ event: 'digital-toggle' } & ShopEvents['pk-digital-toggle'])
  | ({ event: 'purchase-success' } & ShopEvents['pk-purchase-success'])

type Facts = { readonly [N in Exclude<ShopEventName, 'pk-analytics'>]?: (detail: ShopEvents[N]) => AnalyticsFact }

/** What of all that a shop tells is for analytics, and as which fact. The one place to add another. */
const facts = {
  'pk-login': ({ method }) => ({ event: method }),
  'pk-cart-change': ({ count }) => ({ event: 'cart-change', count }),
  'pk-digital-toggle': (toggled) => ({ event: 'digital-toggle', ...toggled }),
  'pk-purchase-success': (purchase) => ({ event: 'purchase-success', ...purchase }),
} as const satisfies Facts

/** Analytics that did not come are no failure of the shop. */
const ignored = () => undefined

/**
 * The provider's analytics hook, `shop.part(createAnalytics)`: from the first asking on, facts are told as `pk-analytics`
 * where the provider's option `analyticsEnabled` is on, and put into `window.dataLayer` where `dataLayerEnabled` is on too.
 * Nothing is sent anywhere; who listens decides that.
 */
export function createAnalytics(shop: Shop): void {
  const settings = shop.part(createProviderSettings)

  async function tell(fact: AnalyticsFact): Promise<void> {
    if (!settings.state.settings) await settings.load()
    const { analyticsEnabled, dataLayerEnabled } = settings.state.settings?.options ?? {}
    if (!analyticsEnabled) return
    shop.events.emit('pk-analytics', fact)
    if (dataLayerEnabled) await import('./dataLayer.ts').then((layer) => layer.pushToDataLayer(fact), ignored)
  }

  function listen<N extends keyof typeof facts>(name: N): void {
    const factOf = facts[name] as (detail: ShopEvents[N]) => AnalyticsFact
    shop.events.on(name, (detail) => void tell(factOf(detail)))
  }
  for (const name of Object.keys(facts) as Array<keyof typeof facts>) listen(name)
}
