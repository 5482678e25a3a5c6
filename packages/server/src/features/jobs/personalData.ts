import type { Document } from 'mongodb'
import { requirePart } from '../../platform/feature.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { contactFilter } from './collection.ts'

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
    filterFor: async (owner, app) => ({
      ...contactFilter(owner.email),
      ...(!owner.isProved && { uuid: { $in: await requirePart(app.features, 'codes').grantedSubjects(app, owner) } }),
    }),
    hiddenFields: ['_id', 'jobUuid', 'key'],
    present: showSubjects,
    retained: { of: {}, because: 'the list of the photographed is the school’s, not the account’s' },
  },
]
