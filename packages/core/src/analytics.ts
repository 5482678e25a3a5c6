import type { ShopEventName, ShopEvents } from './events.ts'
import { createProviderSettings } from './provider/state.ts'
import type { Shop } from './shop.ts'

/** Something that analytics may hear: what happened, and nothing about whom it happened to. */
export type AnalyticsFact =
  | { event: 'login' | 'registration' }
  | { event: 'digital-toggle'; kind: 'file' | 'set'; inCart: boolean; product: string; price: number; currency: string }

type Facts = { readonly [N in Exclude<ShopEventName, 'pk-analytics'>]?: (detail: ShopEvents[N]) => AnalyticsFact }

/** What of all that a shop tells is for analytics, and as which fact. The one place to add another. */
const facts = {
  'pk-login': ({ method }) => ({ event: method }),
  'pk-digital-toggle': (toggled) => ({ event: 'digital-toggle', ...toggled }),
} as const satisfies Facts

/**
 * The provider's analytics hook, `shop.part(createAnalytics)`: from the first asking on, facts are told as `pk-analytics`
 * where the provider's option `analyticsEnabled` is on. Nothing is sent anywhere; who listens decides that.
 */
export function createAnalytics(shop: Shop): void {
  const settings = shop.part(createProviderSettings)

  async function tell(fact: AnalyticsFact): Promise<void> {
    if (!settings.state.settings) await settings.load()
    if (settings.state.settings?.options.analyticsEnabled) shop.events.emit('pk-analytics', fact)
  }

  function listen<N extends keyof typeof facts>(name: N): void {
    const factOf = facts[name] as (detail: ShopEvents[N]) => AnalyticsFact
    shop.events.on(name, (detail) => void tell(factOf(detail)))
  }
  for (const name of Object.keys(facts) as Array<keyof typeof facts>) listen(name)
}
