import type { Feature } from '../../platform/feature.ts'
import { everHolders } from '../access/forgetSubjects.ts'
import { customersOf } from '../account/collection.ts'
import { findAllSubjects } from '../jobs/collection.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { forgetChoicesAbout } from './collection.ts'

/** The choices about reminders of deleted subjects, of everybody who could make one. */
export const forgetReminders: NonNullable<Feature['forgetSubjects']> = async (app, provider, { subjects }) => {
  const stored = await findAllSubjects(app, provider.key, subjects)
  const customers = await customersOf(app, provider)
    .find({ _id: { $in: await everHolders(app, provider.key, subjects) } }, { projection: { email: 1 } })
    .toArray()
  const emails = [...new Set([...stored.flatMap(contactAddresses), ...customers.map(({ email }) => email)])]
  return [{ what: 'choice about reminders', count: await forgetChoicesAbout(app, provider.key, emails, subjects) }]
}
