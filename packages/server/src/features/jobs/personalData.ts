import type { Document, Filter } from 'mongodb'
import type { App } from '../../platform/app.ts'
import { requirePart } from '../../platform/feature.ts'
import type { Owner, PersonalData } from '../../platform/personalData.ts'
import { findOwnPictures } from './collection.ts'
import { contactFilter } from './contact.ts'
import { deliverTo } from './picture.ts'
import type { Guardian } from './roster.ts'
import type { Consent } from './subjectState.ts'

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
  return subjects.map(({ contact, consent, guardians, ...subject }, index) => ({
    ...subject,
    ...ownGuardian(guardians, email),
    contact: { email, ...(isProved && { phone: contact.phone }) },
    ...(consent && { consent: answersIn(consent) }),
    pictures: deliverTo({ uuid: subject.uuid, group: subject.group }, own[index] ?? []).map(
      ({ placeholder: _miniature, ...picture }) => picture,
    ),
  }))
}

/** The name with which the school has listed this address; another guardian is nobody's business. */
function ownGuardian(guardians: Guardian[] | null | undefined, email: string): object {
  const own = guardians?.filter(({ emails }) => emails.includes(email.toLowerCase())) ?? []
  return own.length > 0 ? { guardians: own.map(({ name }) => ({ name: name ?? null, emails: [email] })) } : {}
}

/** Who gave an answer may be another guardian. */
function answersIn(consent: Consent): object {
  return Object.fromEntries(Object.entries(consent).map(([purpose, { answer, at }]) => [purpose, { answer, at }]))
}

/** Filters the subjects that are a customer's children, as far as the address and the account prove it. */
export async function familyFilter(owner: Owner, app: App): Promise<Filter<Document>> {
  if (owner.isProved) return contactFilter(owner.email)
  const granted = await requirePart(app.features, 'codes').grantedSubjects(app, owner)
  return { ...contactFilter(owner.email), uuid: { $in: granted } }
}

export const jobsPersonalData: readonly PersonalData[] = [
  {
    collection: 'subjects',
    filterFor: familyFilter,
    // why a child was withdrawn, and by whom, may be about another guardian
    hiddenFields: [
      '_id',
      'jobUuid',
      'key',
      'withdrawn',
      'merged',
      'hidden',
      'rosterValues',
      'correctedEmails',
      'attendance',
      'isAdded',
      'earlierKeys',
      'earlierNames',
    ],
    present: showSubjects,
    retained: { of: {}, because: 'the list of the photographed is the school’s, not the account’s' },
  },
]
