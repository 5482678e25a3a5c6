import { confirmations as contract } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { Failure } from '../../../platform/failure.ts'
import { type BoundCall, bind } from '../../../platform/feature.ts'
import { throttled } from '../../../platform/http/throttle.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { recordAddressProof } from '../address/provedAddress.ts'
import { customersOf } from '../collection.ts'
import { recordConfirmation } from '../sessions/sessions.ts'
import { confirmByPassword, sessionIdOf } from './confirmation.ts'
import { makeConfirmationCode, tryConfirmationCode } from './confirmationCodes.ts'
import { confirmationMail } from './confirmationMail.ts'

const HOUR_MS = 60 * 60_000
/** Codes by email: more than a person needs, too few to fill a mailbox. */
const mailLimit = { kind: 'confirmation-mail', limit: 5, windowMs: HOUR_MS }
/** Wrong codes, over all codes of the customer together. */
const codeLimit = { kind: 'confirmation-code', limit: 10, windowMs: HOUR_MS }

/** Confirming the customer's identity, before actions that must not be possible at an unattended device. */
export function confirmationCalls(): BoundCall[] {
  return bind(contract, {
    confirm: async ({ password }, call) => {
      await confirmByPassword(call, password)
      return {}
    },

    sendConfirmationCode: async (_input, call) => {
      const { app, provider, customer } = call
      await throttled(call, [{ limit: mailLimit, who: customer.uuid }], async () => {
        const stored = await customersOf(app, provider).findOne({ _id: customer.uuid })
        if (!stored) throw new Failure('session.required')
        const session = await sessionIdOf(call)
        const code = await makeConfirmationCode(app, provider, { session, customer: stored })
        await app.mail.queue(confirmationMail(provider, stored, code))
        return { failed: true, answer: null }
      })
      return {}
    },

    confirmByCode: async ({ code }, call) => {
      const { app, provider, customer, now } = call
      const session = await sessionIdOf(call)
      const tried = await throttled(call, [{ limit: codeLimit, who: customer.uuid }], async () => {
        const answer = await tryConfirmationCode(app, provider, session, code)
        return { failed: answer.outcome !== 'right', answer }
      })
      const event = tried.outcome === 'right' ? 'confirmed' : 'confirm-failed'
      recordSecurityEvent(call, { event, customer: customer.uuid })
      if (tried.outcome === 'ended') throw new Failure('account.confirmation_code_ended')
      if (tried.outcome === 'wrong') throw new Failure('account.confirmation_code')
      await recordConfirmation(app, provider, session, now)
      if (tried.email) await recordAddressProof(app, provider, { customer: customer.uuid, email: tried.email })
      return {}
    },
  })
}
