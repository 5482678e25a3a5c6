import { subscribe } from 'valtio/vanilla'
import type { SessionState } from './account/session.ts'
import type { Shop } from './shop.ts'

/**
 * Calls `changed` when somebody else is signed in than before, or nobody any more, here or in another tab; not when it becomes
 * known who it is. Answers how to stop.
 */
export function onCustomerChange(shop: Pick<Shop, 'session'>, changed: () => void): () => void {
  const { state } = shop.session
  let known = customerOf(state)
  const look = () => {
    const before = known
    known = customerOf(state)
    if (before !== undefined && before !== known) changed()
  }
  // At once: whoever hears of the new customer and asks for something does not get what was the other one's.
  return subscribe(state, look, true)
}

/** Null for nobody, undefined while it is not known. */
function customerOf({ status, user }: SessionState): string | null | undefined {
  return status === 'unknown' ? undefined : (user?.uuid ?? null)
}
