import { handOvers as contract } from '@portraitkit/core/account/handOver/handOverContract.ts'
import { Failure } from '../../../platform/failure.ts'
import { type BoundCall, bind, type CallContext } from '../../../platform/feature.ts'
import { isCrossSite, originOf } from '../../../platform/http/origin.ts'
import { recordSecurityEvent } from '../../../platform/security/record.ts'
import { findUser } from '../collection.ts'
import {
  closeSession,
  endWithFamily,
  findSession,
  joinFamily,
  openCookieSession,
  type StoredSession,
  sessionsOf,
} from '../sessions/sessions.ts'
import { makeHandOver, makeQuestion, shopPage, useHandOver } from './handOver.ts'

/** Taking a signed-in customer along from a page of another site to the shop's own. */
export function handOverCalls(): BoundCall[] {
  return bind(contract, {
    createHandOver: async ({ target }, call) => {
      const { app, provider, http, now } = call
      const current = await findSession(app, provider, http, now)
      const session = current && (await sessionsOf(app, provider).findOne({ _id: current.id, kind: 'key' }))
      const [page, referrer] = [shopPage(app, provider, target), originOf(http)]
      // A cookie of the shop's own site needs no code.
      if (!session?.publicKey || page === null || referrer === null) throw new Failure('account.no_hand_over')
      const handOver = { session: session._id, key: session.publicKey, target: page, referrer }
      return { code: await makeHandOver(app, provider, handOver) }
    },

    acceptHandOver: async (input, call) => {
      const { app, provider, http, customer } = call
      // Only a page of the shop itself may: on another site the session would not be for this page.
      const found = isCrossSite(http) ? null : await useHandOver(app, provider, http, input)
      const user = found && (await findUser(app, provider, found.session.customer))
      if (!found || !user) throw new Failure('account.hand_over_ended')
      const isOther = customer && (customer.uuid !== found.session.customer.uuid || customer.isSimulated)
      if (isOther && !input.agreed) {
        const code = await makeQuestion(app, provider, found.handOver)
        return { user: null, question: { code, emailAddress: user.emailAddress } }
      }
      await arrive(call, found.session)
      return { user, question: null }
    },
  })
}

/** Signs the customer of a session in on this page; in place of somebody else, whose session ends. */
async function arrive({ app, provider, http, now, customer }: CallContext, session: StoredSession): Promise<void> {
  const current = await findSession(app, provider, http, now)
  const isSame = current && customer?.uuid === session.customer.uuid && !customer.isSimulated
  if (isSame) return joinFamily(app, provider, current.id, session)
  if (current) await closeSession(app, provider, http)
  await openCookieSession(app, provider, http, session.customer, session)
  // It may have ended meanwhile, by a sign-out or a new password. The child is written before this look, and theirs ends
  // all children that are written: so in either order one of the two notices the other.
  if ((await sessionsOf(app, provider).count({ _id: session._id })) === 0) {
    await endWithFamily(app, provider, session)
    throw new Failure('account.hand_over_ended')
  }
  recordSecurityEvent({ app, provider, http }, { event: 'sign-in', customer: session.customer.uuid })
}
