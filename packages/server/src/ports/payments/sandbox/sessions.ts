import { randomBytes } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../../platform/db/providerCollection.ts'
import { createRest } from '../../../platform/db/rest.ts'
import { PAYMENT_WINDOW_MS, type Payment } from '../gateway.ts'

export type SandboxState = 'open' | 'paid' | 'declined' | 'expired' | 'refunded'

/** A payment as the sandbox stores it. State and charge change in one write: a paid session has exactly one charge. */
export type SandboxSession = {
  /** Part of the page's address, and impossible to guess. */
  _id: string
  provider: string
  transaction: string
  reference: string
  amount: number
  currency: string
  language: string
  returnUrl: string
  cancelUrl: string
  pageOrigins?: readonly string[]
  webhookUrl: string
  state: SandboxState
  created: Date
  expires: Date
  charged?: Date
  refunded?: Date
  /** What was refunded before the rest. */
  refundedPart?: number
  /** The notification that the shop has not confirmed yet. */
  news?: { state: SandboxState; due: Date; tries: number }
}

const REST_MS = 5000
/** A process rests from looking for notifications to send; what it adds itself is sent at once. */
export const notificationRest = createRest(REST_MS)

export function sandboxSessions(app: App, provider: string) {
  return providerCollection<SandboxSession>(app, 'sandboxSessions', provider)
}

/** Opens the session of a transaction, or finds the existing one. */
export async function openSession(
  app: App,
  provider: string,
  payment: Payment,
  state: 'open' | 'expired' = 'open',
): Promise<SandboxSession> {
  const known = await findSession(app, provider, { transaction: payment.transaction })
  if (known) return known
  const now = app.clock()
  const { transaction, reference, amount, currency, language, returnUrl, cancelUrl, webhookUrl, pageOrigins } = payment
  const session: SandboxSession = {
    _id: randomBytes(18).toString('base64url'),
    provider,
    ...{ transaction, reference, amount, currency, language, returnUrl, cancelUrl, webhookUrl, pageOrigins, state },
    created: now,
    expires: new Date(now.getTime() + PAYMENT_WINDOW_MS),
  }
  try {
    await sandboxSessions(app, provider).insertOne(session)
    return session
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return openSession(app, provider, payment, state)
  }
}

/** The current session: an expired one is marked as expired by the first read. */
export async function findSession(
  app: App,
  provider: string,
  by: { _id: string } | { transaction: string },
): Promise<SandboxSession | null> {
  const session = await sandboxSessions(app, provider).findOne(by)
  if (session?.state !== 'open' || session.expires > app.clock()) return session
  return changeState(app, session, 'open', 'expired')
}

/**
 * Changes the state of a session if it still is `from`. Returns the session as it is afterwards: with another request's change if
 * that one was faster.
 */
export async function changeState(
  app: App,
  { _id, provider }: SandboxSession,
  from: SandboxState,
  to: Exclude<SandboxState, 'open'>,
): Promise<SandboxSession> {
  const now = app.clock()
  const sessions = sandboxSessions(app, provider)
  const moved = await sessions.findOneAndUpdate(
    { _id, state: from },
    {
      $set: {
        state: to,
        news: { state: to, due: now, tries: 0 },
        ...(to === 'paid' && { charged: now }),
        ...(to === 'refunded' && { refunded: now }),
      },
    },
    { returnDocument: 'after' },
  )
  if (moved) notificationRest.end(app)
  const current = moved ?? (await sessions.findOne({ _id }))
  if (!current) throw new Error(`The session ${_id} is gone`)
  return current
}

/** Refunds a part of a paid session, once. */
export async function recordPart(app: App, { _id, provider }: SandboxSession, part: number): Promise<void> {
  const first = { _id, state: 'paid' as const, refundedPart: { $exists: false } }
  await sandboxSessions(app, provider).updateOne(first, { $set: { refundedPart: part } })
}
