import type { MailRewriter } from '../../platform/feature.ts'
import { reachOf } from '../access/sharedGrants.ts'
import { sharesOf } from '../access/shares.ts'
import { makeShareToken } from '../access/shareToken.ts'
import { customersOf } from '../account/collection.ts'
import { findDeliveredSets } from '../jobs/collection.ts'
import { senderOf, sharedMail } from './sharedMail.ts'

/** The email of a share of several children, of whom one was withdrawn while it waited: with the others. */
export const rewriteShare: MailRewriter = async (app, provider, mail) => {
  const [, uuid = ''] = mail.key.split(' ')
  const share = await sharesOf(app, provider.key).findOne({ _id: uuid })
  const customer = share && (await customersOf(app, provider).findOne({ _id: share.sharedBy }))
  if (!share || !customer) return null
  const open = (await reachOf(app, provider.key, [share])).get(uuid)?.open ?? []
  const sets = await findDeliveredSets(app, provider.key, open)
  const subjects = sets.filter(({ pictures }) => pictures.length > 0).map(({ subject }) => subject)
  if (subjects.length === 0) return null
  const { sharedBy: sender, ends } = share
  return sharedMail(app, provider, {
    ...{ share: uuid, token: makeShareToken(app, provider.key, uuid), sender, ends, subjects },
    from: senderOf(customer.name, customer.email),
    to: mail.to,
    language: customer.language,
    day: app.clock(),
  })
}
