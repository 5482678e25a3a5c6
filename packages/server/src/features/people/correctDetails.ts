import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { findEmailedCodes } from '../access/emailedCodes.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import type { Guardian } from '../jobs/roster.ts'
import type { SubjectDetails } from '../jobs/subjectDetails.ts'
import { changePerson, type SubjectChange } from '../jobs/subjects/changeSubject.ts'
import { contactOf, correctedDetails, emailsOf } from '../jobs/subjects/rosterDetails.ts'

/** What is corrected about a person besides name and class; what is missing stays, null and an empty list remove. */
export type DetailsCorrection = {
  firstName?: string | null
  lastName?: string | null
  teacher?: string | null
  grade?: string | null
  /** All of them, in lower case: others are removed. */
  emails?: string[]
  phone?: string | null
  /** All of them, with their addresses: others are removed with theirs. */
  guardians?: Guardian[]
}

/** `hasCodeThere`: a code of the person was emailed to an address that was removed, and opens them still. */
export type DetailsChange = SubjectChange & { hasCodeThere: boolean }

/**
 * Corrects what a school says about a person: from then on nothing is sent to an address that is removed, also not what is waiting. An import of a
 * roster that still says otherwise changes nothing back. Returns null if nothing changed.
 */
export async function correctDetails(
  app: App,
  provider: Provider,
  job: Pick<Job, 'provider' | 'uuid'>,
  uuid: string,
  { correction, by }: { correction: DetailsCorrection; by: string | null },
): Promise<DetailsChange | null> {
  const change = await changePerson(app, job, uuid, { command: 'details', by }, (current) =>
    correctedDetails(current, detailsOf(current, correction)),
  )
  if (!change) return null
  const { before, after } = change
  const remaining = after.contact ? emailsOf(after.contact) : []
  const removed =
    before.contact && after.contact ? emailsOf(before.contact).filter((each) => !remaining.includes(each)) : []
  const emailed = removed.length > 0 ? await findEmailedCodes(app, provider, [uuid]) : []
  return { ...change, hasCodeThere: emailed.some(({ to }) => removed.includes(to)) }
}

function detailsOf(current: Subject, correction: DetailsCorrection): Partial<SubjectDetails> {
  const { emails, phone, guardians, ...texts } = correction
  if (emails === undefined && phone === undefined && guardians === undefined) return texts
  const addresses = addressesOf(current, correction)
  const remaining = guardians ?? withAddresses(current.guardians ?? [], addresses)
  return {
    ...texts,
    contact: contactOf({ emails: addresses, phone: phone === undefined ? current.contact.phone : phone }),
    ...((guardians || current.guardians) && { guardians: remaining.length > 0 ? remaining : null }),
  }
}

/** Those that are given, or the present ones without those of guardians who are removed; and those of the guardians. */
function addressesOf(current: Subject, { emails, guardians }: DetailsCorrection): string[] {
  const earlier = new Set(guardians ? (current.guardians ?? []).flatMap((guardian) => guardian.emails) : [])
  const present = emailsOf(current.contact).filter((each) => !earlier.has(each))
  return [...new Set([...(emails ?? present), ...(guardians ?? []).flatMap((guardian) => guardian.emails)])]
}

const withAddresses = (guardians: readonly Guardian[], addresses: readonly string[]): Guardian[] =>
  guardians.map((guardian) => ({ ...guardian, emails: guardian.emails.filter((each) => addresses.includes(each)) }))
