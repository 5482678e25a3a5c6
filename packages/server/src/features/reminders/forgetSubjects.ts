import type { App } from '../../platform/app.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { MergeSubjects } from '../../platform/subjectMerge.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { customersOf } from '../account/collection.ts'
import { findAllSubjects } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { copyChoices, forgetChoicesAbout } from './collection.ts'

/** The choices about reminders of deleted subjects, of everybody who could make one. */
export const forgetReminders: NonNullable<Feature['forgetSubjects']> = async (app, provider, { subjects }) => {
  const emails = await addressesAbout(app, provider, subjects)
  return [{ what: 'choice about reminders', count: await forgetChoicesAbout(app, provider.key, emails, subjects) }]
}

/** Whoever wants no reminders of one subject wants none of the other one, unless they have asked for them. Nothing is switched on again. */
export const mergeReminders: MergeSubjects = {
  async merge(app, provider, { from, into }) {
    await copyChoices(app, provider.key, await addressesAbout(app, provider, [from, into]), { from, into })
  },
}

/** Everybody who could make a choice about these subjects. */
async function addressesAbout(app: App, provider: Provider, subjects: readonly string[]): Promise<string[]> {
  const stored = await findAllSubjects(app, provider.key, subjects)
  const customers = await customersOf(app, provider)
    .find({ _id: { $in: await everHolders(app, provider.key, subjects) } }, { projection: { email: 1 } })
    .toArray()
  return [...new Set([...stored.flatMap(contactAddresses), ...customers.map(({ email }) => email)])]
}
