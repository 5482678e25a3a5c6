import { Failure } from '../../../platform/failure.ts'
import type { CallContext } from '../../../platform/feature.ts'
import { throttled } from '../../../platform/http/throttle.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { customersOf, type StoredCustomer } from '../collection.ts'
import { isPassword } from '../passwordHash.ts'
import { findSession, isConfirmed, recordConfirmation } from '../sessions/sessions.ts'

type CustomerCall = CallContext<'customer'>

/** Wrong passwords in an open session, perhaps on a device that was left unattended. */
const passwordLimit = { kind: 'password-again', limit: 10, windowMs: 15 * 60_000 }

/** The id of the session that makes a call. */
export async function sessionIdOf({ app, provider, http, now }: CustomerCall): Promise<string> {
  const session = await findSession(app, provider, http, now)
  if (!session) throw new Failure('session.required')
  return session.id
}

/** Throws `account.confirm` unless this session's customer signed in or confirmed recently. */
export async function requireConfirmation(call: CustomerCall): Promise<void> {
  const { app, provider, now } = call
  if (!(await isConfirmed(app, provider, await sessionIdOf(call), now))) throw new Failure('account.confirm')
}

/** Confirms the session if the password is correct, and returns the customer. Throws `account.password`. */
export async function confirmByPassword(call: CustomerCall, password: string): Promise<StoredCustomer> {
  const { app, provider, customer, now } = call
  const stored = await throttled(call, [{ limit: passwordLimit, who: customer.uuid }], async () => {
    const found = await customersOf(app, provider).findOne({ _id: customer.uuid })
    const right = await isPassword(password, found?.password ?? null)
    return { failed: !right, answer: right ? found : null }
  })
  if (!stored) {
    recordSecurityEvent(call, { event: 'confirm-failed', customer: customer.uuid })
    throw new Failure('account.password')
  }
  await recordConfirmation(app, provider, await sessionIdOf(call), now)
  recordSecurityEvent(call, { event: 'confirmed', customer: customer.uuid })
  return stored
}
