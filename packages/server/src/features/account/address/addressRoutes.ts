import { addressProofs as contract } from '@portraitkit/core/account/address/addressContract.ts'
import { Failure } from '../../../platform/failure.ts'
import { type BoundCall, bind } from '../../../platform/feature.ts'
import { throttled } from '../../../platform/http/throttle.ts'
import { customersOf, isAddressProved, userOf } from '../collection.ts'
import { queueAddressMail } from './addressMail.ts'

const HOUR_MS = 60 * 60_000
/** Links by email, in addition to that of the registration: more than a person needs, too few to fill a mailbox. */
const mailLimit = { kind: 'address-mail', limit: 5, windowMs: HOUR_MS }

/** Sending the link again that proves the customer's address. */
export function addressCalls(): BoundCall[] {
  return bind(contract, {
    sendAddressLink: async (_input, call) => {
      const { app, provider, customer } = call
      const stored = await customersOf(app, provider).findOne({ _id: customer.uuid })
      if (!stored) throw new Failure('session.required')
      if (!isAddressProved(stored)) {
        await throttled(call, [{ limit: mailLimit, who: customer.uuid }], async () => {
          await queueAddressMail(app, provider, stored)
          return { failed: true, answer: null }
        })
      }
      return { user: userOf(stored, customer.isSimulated) }
    },
  })
}
