import { setTimeout as sleep } from 'node:timers/promises'
import { passwords as contract } from '@portraitkit/core/account/password/passwordContract.ts'
import { Failure, wrongField } from '../../../platform/failure.ts'
import { type BoundCall, bind, type CallContext } from '../../../platform/feature.ts'
import { type Limited, throttled } from '../../../platform/http/throttle.ts'
import { networkAddress } from '../../../platform/networkAddress.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { translateTo } from '../../../platform/texts.ts'
import { customersOf, findCustomerByEmail } from '../collection.ts'
import { requireConfirmation } from '../confirmation/confirmation.ts'
import { hashPassword } from '../passwordHash.ts'
import { findSession, forgetSessions, sessionsOf } from '../sessions/sessions.ts'
import { resetSignInLimits } from '../sessions/signInLimits.ts'
import { passwordTexts } from './passwordTexts.ts'
import { dropResetKey, isResetKey, makeResetKey, useResetKey } from './resetKeys.ts'
import { passwordChangedMail, resetMail } from './resetMail.ts'

const HOUR_MS = 60 * 60_000
/** Emails to one account, whoever requests them: more than a person needs, too few to fill a mailbox. */
const accountReminders = { kind: 'remind', limit: 5, windowMs: HOUR_MS }
/** Requests from one address, which may belong to a whole school. */
const addressReminders = { kind: 'remind-address', limit: 30, windowMs: HOUR_MS }
/**
 * Minimum duration of the answer, whether an email was queued or not: longer than the work for a real customer, so that the
 * duration does not reveal whether the address has an account.
 */
const MIN_REMIND_MS = 250

/** Wrong keys. Above the shared limit, answers become slow but still come. */
const addressKeys = { kind: 'reset-key', limit: 20, windowMs: HOUR_MS }
const providerKeys = { kind: 'reset-key-provider', limit: 1000, windowMs: HOUR_MS, slowMs: 1500 }

/** Each change costs a hash and an email. */
const changes = { kind: 'change-password', limit: 10, windowMs: HOUR_MS }

/** Forgotten passwords, reset by email; and changed ones, for signed-in customers. */
export function passwordCalls(): BoundCall[] {
  return bind(contract, {
    remind: async ({ email }, call) => {
      const { http, language } = call
      const enough = sleep(MIN_REMIND_MS)
      await throttled(call, [{ limit: addressReminders, who: networkAddress(http.ip) }], async () => {
        await sendReminder(call, email)
        return { failed: true, answer: null }
      })
      await enough
      return { message: translateTo(language)(passwordTexts.request) }
    },

    checkResetKey: async ({ key }, call) => {
      const valid = await throttled(call, guessLimits(call), async () => {
        const found = await isResetKey(call.app, call.provider, key)
        return { failed: !found, answer: found }
      })
      if (!valid) recordSecurityEvent(call, { event: 'password-reset-failed' })
      return { valid }
    },

    reset: async ({ key, password }, call) => {
      const { app, provider } = call
      const customer = await throttled(call, guessLimits(call), async () => {
        const found = await useResetKey(app, provider, key)
        return { failed: found === null, answer: found }
      })
      if (!customer || !(await setPassword(call, { customer, password, isProof: true }))) {
        recordSecurityEvent(call, { event: 'password-reset-failed' })
        throw new Failure('account.reset_key')
      }
      return { success: true as const }
    },

    changePassword: async ({ password, reTypePassword }, call) => {
      const { app, provider, http, customer } = call
      if (password.trim() === '') throw wrongField('password', { code: 'password-blank' })
      if (reTypePassword !== password) throw wrongField('reTypePassword', { code: 'passwords-differ' })
      await requireConfirmation(call)
      const current = await findSession(app, provider, http, app.clock())
      const changed = await throttled(call, [{ limit: changes, who: customer.uuid }], async () => ({
        failed: true,
        answer: await setPassword(call, { customer: customer.uuid, password, stays: current?.id }),
      }))
      if (!changed) throw new Failure('session.required')
      return { status: 'OK' as const }
    },
  })
}

/**
 * Sends the owner of the account with this address an email. An account that has had enough emails gets no more, and the answer
 * does not say so.
 */
async function sendReminder(call: CallContext, email: string): Promise<void> {
  const { app, provider } = call
  const limits: Limited[] = [{ limit: accountReminders, who: email }]
  try {
    await throttled(call, limits, async () => {
      const customer = await findCustomerByEmail(app, provider, email)
      if (customer) {
        const key = await makeResetKey(app, provider, customer._id)
        await app.mail.queue(resetMail(app, provider, customer, key))
      }
      return { failed: true, answer: null }
    })
  } catch (error) {
    if (!(error instanceof Failure && error.reason === 'throttle.wait')) throw error
  }
}

function guessLimits({ http }: CallContext): Limited[] {
  return [
    { limit: addressKeys, who: networkAddress(http.ip) },
    { limit: providerKeys, who: '' },
  ]
}

type Change = {
  customer: string
  password: string
  /** The session that stays open. */
  stays?: string | undefined
  /** Whether it is done by the link in an email, which only the owner of the address can read. */
  isProof?: true
}

/**
 * Sets a password and locks out anybody who knew the former one: ends every session except `stays`, and the key in any mail.
 * False if the customer no longer exists.
 */
async function setPassword(call: CallContext, { customer, password, stays, isProof }: Change) {
  const { app, provider, http, now } = call
  const change = { $set: { password: await hashPassword(password), ...(isProof && { addressProved: now }) } }
  const stored = await customersOf(app, provider).findOneAndUpdate({ _id: customer }, change)
  if (!stored) return false
  await dropResetKey(app, provider, customer)
  await sessionsOf(app, provider).deleteMany({
    'customer.uuid': customer,
    ...(stays !== undefined && { _id: { $ne: stays } }),
  })
  forgetSessions(app)
  if (isProof) await resetSignInLimits(app, provider, stored.email, http.ip)
  await app.mail.queue(passwordChangedMail(app, provider, stored, now))
  recordSecurityEvent(call, { event: isProof ? 'password-reset' : 'password-changed', customer })
  return true
}
