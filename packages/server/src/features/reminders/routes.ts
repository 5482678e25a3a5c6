import { reminders as contract, type ReminderSubject } from '@portraitkit/core/reminders/contract.ts'
import { Failure } from '../../platform/failure.ts'
import { bind, type CallContext, type Feature } from '../../platform/feature.ts'
import { grantedSubjects } from '../access/grants.ts'
import { findSubjects } from '../jobs/collection.ts'
import { choicesOf, reminderCollections, switchReminders, wantsReminders } from './collection.ts'
import { forgetReminders, mergeReminders } from './forgetSubjects.ts'
import { remindersPersonalData } from './personalData.ts'
import { newsRewriters } from './rewriteNews.ts'
import { notifyFamilies, reminderRun } from './sendReminders.ts'
import { stopPages } from './stopPage.ts'

/** Emails saying that pictures are ready, reminders, and customers' choices about them. */
export const reminders: Feature = {
  name: 'reminders',
  collections: reminderCollections,
  personalData: remindersPersonalData,
  forgetSubjects: forgetReminders,
  mergeSubjects: mergeReminders,
  pages: [...stopPages],
  background: [reminderRun],
  jobPublished: notifyFamilies,
  mailRewriters: newsRewriters,
  calls: bind(contract, {
    list: async (_input, call) => ({ subjects: await subjectsOf(call) }),

    set: async ({ subjects }, call) => {
      const { app, provider, customer } = call
      const granted = await grantedSubjects(app, provider, customer.uuid)
      const requested = new Map(subjects.map(({ uuid, remindersEnabled }) => [uuid, remindersEnabled]))
      if (![...requested.keys()].every((uuid) => granted.includes(uuid))) throw new Failure('reminders.unknown_subject')
      const named = (enabled: boolean) => granted.filter((uuid) => requested.get(uuid) === enabled)
      await switchReminders(app, provider.key, customer.email, { on: named(true), off: named(false) })
      return { subjects: await subjectsOf(call) }
    },
  }),
}

async function subjectsOf({ app, provider, customer }: CallContext<'customer'>): Promise<ReminderSubject[]> {
  const [granted, choices] = await Promise.all([
    grantedSubjects(app, provider, customer.uuid),
    choicesOf(app, provider.key, [customer.email]),
  ])
  const choice = choices.get(customer.email)
  const subjects = await findSubjects(app, provider.key, granted)
  return subjects.map(({ uuid, name }) => ({ uuid, name, remindersEnabled: wantsReminders(choice, uuid) }))
}
