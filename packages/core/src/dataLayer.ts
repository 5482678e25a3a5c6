import type { AnalyticsFact } from './analytics.ts'
import { minorDigits } from './money.ts'

type Entry = Record<string, unknown>

/**
 * Pushes a fact to `window.dataLayer`, which Google Tag Manager and others read, in the form of GA4's ecommerce events. Creates
 * the layer if the page has none; sends nothing itself.
 */
export function pushToDataLayer(fact: AnalyticsFact): void {
  const page = globalThis as { dataLayer?: Entry[] }
  page.dataLayer ??= []
  const entry = entryOf(fact)
  // Required by GA4, so that items of an earlier entry are not merged into this one.
  if ('ecommerce' in entry) page.dataLayer.push({ ecommerce: null })
  page.dataLayer.push(entry)
}

function entryOf(fact: AnalyticsFact): Entry {
  if (fact.event === 'registration') return { event: 'sign_up' }
  if (fact.event === 'cart-change') return { event: 'cart_change', cart_count: fact.count }
  if (fact.event === 'digital-toggle') {
    const { currency, inCart, kind } = fact
    const price = major(fact.price, currency)
    const item = { item_id: fact.product, item_category: `digital ${kind}`, price, quantity: 1 }
    return {
      event: inCart ? 'add_to_cart' : 'remove_from_cart',
      ecommerce: { currency, value: price, items: [item] },
    }
  }
  if (fact.event === 'purchase-success') {
    const { currency } = fact
    const items = fact.items.map(({ product, name, quantity, price }) => ({
      item_id: product,
      item_name: name,
      // The average price of a piece: GA4 multiplies it again.
      price: Math.round((major(price, currency) / quantity) * 10_000) / 10_000,
      quantity,
    }))
    return {
      event: 'purchase',
      ecommerce: {
        transaction_id: fact.orderUuid,
        currency,
        value: major(fact.totalPrice - fact.fees, currency),
        shipping: major(fact.fees, currency),
        items,
      },
    }
  }
  return { event: fact.event }
}

const major = (amount: number, currency: string): number => amount / 10 ** minorDigits(currency)
