import type { Shop } from '../shop.ts'
import type { Cart } from './contract.ts'

/**
 * The customer's cart. A surface takes it by `shop.part(createCart)`, calls `load()` when it is shown and reads `state` with
 * `useSnapshot`: `status` determines what to draw, `lines[uuid]` marks the lines that are 'updating' (prices read '...') or
 * 'deleting' (dimmed), `problems[uuid]` is a text to show at a line. `cart.orderLines` always contains the server's lines; while
 * a new quantity is being sent, `quantities[uuid]` is the customer's choice. `count` is the number in the badge.
 */
export type CartState = {
  /** 'signed-out' has no cart; 'failed' has `error` and may still show an older cart. */
  status: 'unknown' | 'loading' | 'ready' | 'failed' | 'signed-out'
  cart: Cart | null
  count: number
  error: string
  adding: 'idle' | 'saving'
  lines: Record<string, 'updating' | 'deleting'>
  quantities: Record<string, number>
  problems: Record<string, string>
}

export function emptyCart(): CartState {
  return { status: 'unknown', cart: null, count: 0, error: '', adding: 'idle', lines: {}, quantities: {}, problems: {} }
}

/** The parts of the shop that the cart needs. */
export type CartShop = Pick<
  Shop,
  'api' | 'provider' | 'call' | 'ended' | 'ended' | 'session' | 'memory' | 'events' | 'locale'
>
