import { sharing as contract, type Share } from '@portraitkit/core/sharing/contract.ts'
import { recipientsOf } from '@portraitkit/core/sharing/recipients.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { translateTo } from '../../platform/texts.ts'
import { endShare } from '../access/endShare.ts'
import { ownSubjects } from '../access/grants.ts'
import { hasMaxShares, openSharesOf } from '../access/listShares.ts'
import { MAX_SHARES, type Share as StoredShare } from '../access/shares.ts'
import { findUser } from '../account/collection.ts'
import { type DeliveredSet, findDeliveredSets, findSubjects } from '../jobs/collection.ts'
import { rewriteShare } from './rewriteShare.ts'
import { MAILS_A_DAY, sendWithinLimits } from './sendShares.ts'
import { senderOf } from './sharedMail.ts'
import { lastDayOf, shareEnd } from './shareEnd.ts'
import { namesOf } from './shareReport.ts'
import { sharingTexts } from './sharingTexts.ts'

export const sharing: Feature = {
  name: 'sharing',
  mailRewriters: { share: rewriteShare },
  commands: [
    {
      name: 'shares',
      usage: 'shares list|end [<share>] --provider <key>',
      summary: 'lists what customers share with others, or ends a share',
      load: async () => (await import('./command.ts')).sharesCommand,
    },
  ],
  calls: bind(contract, {
    share: async ({ 'email[]': emails, 'subjects[]': uuids, until }, call) => {
      const { app, provider, customer, now } = call
      const t = translateTo(call.language)
      const recipients = recipientsOf(emails)
      if (recipients.length === 0) return { error: t(sharingTexts.noRecipients) }
      const user = await findUser(app, provider, customer)
      if (!user?.isAddressProved) return { error: t(sharingTexts.confirmFirst) }
      const sets = await sharedSets(call, uuids)
      if (sets.length === 0) return { error: t(sharingTexts.cannot) }
      const jobs = sets.map(({ job }) => job)
      const ends = shareEnd(until, jobs, provider, now)
      if (!ends) return { error: t(sharingTexts.wrongDay) }
      if (await hasMaxShares(app, provider.key, customer.uuid, recipients.length)) {
        return { error: t(sharingTexts.tooMany, { max: MAX_SHARES }) }
      }
      const subjects = sets.map(({ subject }) => subject)
      const from = senderOf(user.name, customer.email)
      const outcome = await sendWithinLimits(call, { from, recipients, subjects, ends })
      if (outcome === 'sent') return { recipients }
      return { error: t(outcome === 'enough' ? sharingTexts.enough : sharingTexts.enoughOfThese, { max: MAILS_A_DAY }) }
    },

    list: async (_input, call) => ({ shares: await sharesOfCustomer(call) }),

    end: async ({ uuid }, call) => {
      const ended = await endShare(call, uuid, { customer: call.customer.uuid })
      if (!ended) throw new Failure('sharing.unknown')
      return { shares: await sharesOfCustomer(call), ...(ended.opened && { opened: timesOf(ended.opened) }) }
    },
  }),
}

type CustomerCall = CallContext<'customer'>

/**
 * The sets, if all of them can be shared by the customer, who has their code: whoever sees them by a share cannot pass them on. The
 * answer does not reveal why one cannot be shared.
 */
async function sharedSets(
  { app, provider, customer }: CustomerCall,
  uuids: readonly string[],
): Promise<DeliveredSet[]> {
  const requested = [...new Set(uuids)]
  const own = await ownSubjects(app, provider, customer.uuid)
  if (!requested.every((uuid) => own.includes(uuid))) return []
  const sets = await findDeliveredSets(app, provider.key, requested)
  const open = sets.filter(({ job, pictures }) => !job.isArchived && pictures.length > 0)
  return open.length === requested.length ? open : []
}

async function sharesOfCustomer({ app, provider, customer }: CustomerCall): Promise<Share[]> {
  const shares = await openSharesOf(app, provider.key, customer.uuid)
  const subjects = await findSubjects(app, provider.key, [...new Set(shares.flatMap(({ open }) => open))])
  return shares.map(({ _id, recipient = '', open, created, ends, opened }) => ({
    uuid: _id,
    recipient,
    subjects: namesOf(open, subjects),
    created: created.toISOString(),
    until: lastDayOf({ ends }, provider),
    ...(opened && { opened: timesOf(opened) }),
  }))
}

function timesOf({ first, last, accounts }: NonNullable<StoredShare['opened']>): NonNullable<Share['opened']> {
  return { first: first.toISOString(), last: last.toISOString(), accounts }
}
