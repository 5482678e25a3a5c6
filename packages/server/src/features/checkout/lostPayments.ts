import { attemptOf, isLive, type Journal } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { findLostLines } from '../cart/lostLines.ts'
import { changeCheckout, findDraft, type StoredAttempt, type StoredCheckout } from './collection.ts'

/**
 * Ends the payments under way with which somebody would buy pictures that they may not see any more: the gateway is told by the checkout's next step, and
 * reports if it was faster. Returns the checkout with what is left of them.
 */
export async function endLostPayments(app: App, provider: Provider, checkout: StoredCheckout): Promise<StoredCheckout> {
  let current = checkout
  if (checkout.paidBy) return current
  for (const { transaction } of checkout.attempts.filter(isLive)) {
    const draft = await findDraft(app, provider.key, transaction)
    if (!draft) continue
    const lost = await findLostLines(app, provider, draft.customer, draft.lines)
    if (lost.length > 0) current = await changeCheckout(app, current, (journal) => cancelAttempt(journal, transaction))
  }
  return current
}

/** An attempt that can no longer be paid: the gateway ends it. */
export function cancelAttempt(journal: Journal<StoredAttempt>, transaction: string): Journal<StoredAttempt> {
  const cancelled = attemptOf(journal, transaction)
  if (!cancelled || !isLive(cancelled)) return journal
  const attempts = journal.attempts.map(
    (each): StoredAttempt => (each.transaction === transaction ? { ...each, state: 'expiring' } : each),
  )
  return { ...journal, attempts }
}
