import type { Document } from 'mongodb'
import { broughtBy } from '../../platform/feature.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { withContact } from './collection.ts'

/**
 * An export shows the roster's telephone number only if the address is proved, and another guardian's address never; miniatures
 * are pictures, not data.
 */
async function showSubjects(subjects: Document[], { email, isProved }: Owner): Promise<Document[]> {
  return subjects.map(({ contact, pictures, ...subject }) => ({
    ...subject,
    contact: { email, ...(isProved && { phone: contact.phone }) },
    pictures: (pictures as Document[]).map(({ placeholder: _miniature, ...picture }) => picture),
  }))
}

export const jobsPersonalData: readonly PersonalData[] = [
  {
    collection: 'subjects',
    of: async (owner, app) => ({
      ...withContact(owner.email),
      ...(!owner.isProved && { uuid: { $in: await broughtBy(app.features, 'codes').granted(app, owner) } }),
    }),
    hidden: ['_id', 'jobUuid', 'key'],
    shown: showSubjects,
    kept: { of: {}, because: 'the list of the photographed is the school’s, not the account’s' },
  },
]
