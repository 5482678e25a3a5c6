import type { Document } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { requirePart } from '../../platform/feature.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { contactFilter, findOwnPictures } from './collection.ts'
import { deliverTo } from './picture.ts'

/**
 * An export shows the roster's telephone number only if the address is proved, and another guardian's address never. Of pictures
 * it shows the facts, as the parents' pages do: miniatures are pictures, not data, and whose the other faces are is not theirs.
 */
async function showSubjects(subjects: Document[], { provider, email, isProved }: Owner, app: App): Promise<Document[]> {
  const own = await findOwnPictures(
    app,
    provider,
    subjects.map(({ uuid }) => uuid),
  )
  return subjects.map(({ contact, ...subject }, index) => ({
    ...subject,
    contact: { email, ...(isProved && { phone: contact.phone }) },
    pictures: deliverTo({ uuid: subject.uuid, group: subject.group }, own[index] ?? []).map(
      ({ placeholder: _miniature, ...picture }) => picture,
    ),
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
