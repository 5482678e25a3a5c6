import type { AnalyticsFact } from './analytics.ts'
import type { RouteName, RouteParams } from './routes.ts'

/**
 * The events that a shop dispatches to its page. Every event bubbles out of the element as a composed, cancelable CustomEvent.
 */
export type ShopEvents = {
  'pk-navigate': { name: RouteName; params: RouteParams; href: string }
  'pk-error': { reason: string; message: string }
  'pk-cart-change': { count: number }
  /** The number of items in the cart is known, or another one: on every page, after signing in or out, and after each change. */
  'pk-cart-count': { count: number }
  'pk-login': { method: 'login' | 'registration' }
  'pk-code-added': { subjects: string[] }
  'pk-logout': Record<string, never>
  /** A fact for the provider's analytics, if the provider wants them: see `analytics.ts`. */
  'pk-analytics': AnalyticsFact
  /** A picture or a whole set was added to the cart as a download, or removed. */
  'pk-digital-toggle': { kind: 'file' | 'set'; inCart: boolean; product: string; price: number; currency: string }
  /** An order was placed: dispatched once per order, on whichever page shows its receipt first. Prices are in minor units. */
  'pk-purchase-success': {
    orderUuid: string
    totalPrice: number
    /** The part that is delivery and payment. */
    fees: number
    currency: string
    /** `price` is the whole line's. */
    items: Array<{ product: string; name: string; quantity: number; price: number }>
  }
}
export type ShopEventName = keyof ShopEvents

/** What a shop without elements tells: only an element navigates. */
export type CoreEventName = Exclude<ShopEventName, 'pk-navigate'>

export type Emitter = {
  /** Calls back on every event. */
  onAny(listen: (name: CoreEventName, detail: ShopEvents[CoreEventName]) => void): () => void
  on<N extends CoreEventName>(name: N, listen: (detail: ShopEvents[N]) => void): () => void
  emit<N extends CoreEventName>(name: N, detail: ShopEvents[N]): void
}

/** A listener that throws does not keep the others from being called; its error is thrown afterwards. */
export function createEmitter(): Emitter {
  const listeners = new Set<(name: CoreEventName, detail: never) => void>()
  const onAny: Emitter['onAny'] = (listen) => {
    listeners.add(listen)
    return () => listeners.delete(listen)
  }
  return {
    onAny,
    on: (name, listen) => onAny((emitted, detail) => void (emitted === name && listen(detail as never))),
    emit(name, detail) {
      for (const listen of [...listeners]) {
        try {
          listen(name, detail as never)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
