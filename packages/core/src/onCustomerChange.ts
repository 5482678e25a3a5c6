import { subscribe } from 'valtio/vanilla'
import type { SessionState } from './account/sessionRequest.ts'
import type { Shop } from './shop.ts'

/**
 * Calls `onChange` when a different customer is signed in than before, or none any more, here or in another tab; not when the
 * first customer becomes known. Returns a function that stops it.
 */
export function onCustomerChange(shop: Pick<Shop, 'session'>, onChange: () => void): () => void {
  const { state } = shop.session
  let known = customerOf(state)
  const look = () => {
    const before = known
    known = customerOf(state)
    if (before !== undefined && before !== known) onChange()
  }
  // Synchronously: a listener that learns of the new customer and requests something must not get the previous one's data.
  return subscribe(state, look, true)
}

/** Null if nobody is signed in, undefined while it is not known. */
function customerOf({ status, user }: SessionState): string | null | undefined {
  return status === 'unknown' ? undefined : (user?.uuid ?? null)
}
