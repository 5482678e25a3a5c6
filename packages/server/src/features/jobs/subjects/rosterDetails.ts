import { isDeepStrictEqual } from 'node:util'
import type { Subject } from '../collection.ts'
import type { Contact } from '../contact.ts'
import type { Guardian, RosterRow } from '../roster.ts'
import { detailsFromRow, type SubjectDetails } from '../subjectDetails.ts'
import type { CorrectedEmails, RosterValues } from '../subjectState.ts'
import { emptyToNull, valueFromRow } from './rosterValues.ts'

type WithDetails = Pick<Subject, 'name' | 'group' | 'rosterValues' | 'correctedEmails' | keyof SubjectDetails>
type Details = Partial<SubjectDetails>
type Corrected = { rosterValues: RosterValues | null; correctedEmails?: CorrectedEmails }

/** What a roster says that says nothing: an entry that is null would be as one that is missing. */
const NOTHING = ''

/** The fields that a correction of details by hand changes: the new ones, and what the roster says instead. */
export function correctedDetails(current: WithDetails, { contact, ...details }: Details): Details & Corrected {
  const before: Record<string, unknown> = { ...current, phone: current.contact.phone }
  const corrected = { ...details, ...(contact && { phone: contact.phone }) }
  const rosterValues: Record<string, unknown> = { ...current.rosterValues }
  for (const [name, value] of Object.entries(corrected)) {
    const fromRoster = rosterValues[name] ?? before[name] ?? NOTHING
    if (isSame(value, fromRoster)) delete rosterValues[name]
    else rosterValues[name] = fromRoster
  }
  return {
    ...details,
    ...(contact && { contact, ...correctedEmails(current, contact) }),
    rosterValues: emptyToNull(rosterValues),
  }
}

/** What a person has added and removed so far, and by this correction. */
function correctedEmails(current: WithDetails, contact: Contact): Pick<Corrected, 'correctedEmails'> {
  const { added = [], removed = [] } = current.correctedEmails ?? {}
  const [before, after] = [emailsOf(current.contact), emailsOf(contact)]
  const isNew = (email: string) => !before.includes(email)
  const isGone = (email: string) => !after.includes(email)
  const next = {
    added: unique([...added.filter((email) => !isGone(email)), ...after.filter(isNew)]),
    removed: unique([...removed, ...before]).filter(isGone),
  }
  return isDeepStrictEqual(next, { added, removed }) ? {} : { correctedEmails: next }
}

/** The corrections of two who are one: an address that was removed of either is removed of both. */
export function joinCorrectedEmails(
  one: Pick<Subject, 'correctedEmails'>,
  other: Pick<Subject, 'correctedEmails'>,
): CorrectedEmails | null {
  if (!one.correctedEmails && !other.correctedEmails) return null
  const both = [one.correctedEmails, other.correctedEmails]
  const removed = unique(both.flatMap((each) => each?.removed ?? []))
  const added = unique(both.flatMap((each) => each?.added ?? [])).filter((email) => !removed.includes(email))
  return { added, removed }
}

/**
 * The details that a row gives to somebody of the job. An empty cell says nothing; one that repeats what a person has corrected since leaves the
 * correction, and any other one ends it. Addresses that a person has removed stay so. `rosterValues` are what remains of the roster's values.
 */
export function followedDetails(
  known: WithDetails,
  row: RosterRow,
): { details: Details & { contact: Contact }; rosterValues: RosterValues } {
  const rosterValues: RosterValues = { ...known.rosterValues }
  const { removes = [] } = row
  const stated: Details & { phone?: string | null } = {
    ...detailsFromRow(row, valueFromRow(known, 'name', row.name)),
    ...(removes.includes('guardians') && { guardians: [] }),
    ...((row.phone !== null || removes.includes('phones')) && { phone: row.phone }),
  }
  for (const field of Object.keys(stated) as (keyof RosterValues & keyof typeof stated)[]) {
    if (field in rosterValues && isSame(stated[field], rosterValues[field])) delete stated[field]
    else delete rosterValues[field]
  }
  const contact = { ...followedEmails(known, row), phone: known.contact.phone }
  const { phone = contact.phone, guardians = remainingGuardians(known, row), ...details } = stated
  const removed = [...(known.correctedEmails?.removed ?? []), ...emptiedEmails(known, contact, row)]
  return {
    details: {
      ...details,
      ...(guardians && { guardians: withoutEmails(guardians, removed) }),
      contact: { ...contact, phone },
    },
    rosterValues,
  }
}

/** The guardians whom a row does not name lose the addresses and numbers that it removes. */
function remainingGuardians({ guardians }: WithDetails, { removes = [] }: RosterRow): Guardian[] | undefined {
  if (!guardians || guardians.length === 0 || removes.length === 0) return undefined
  return removes.includes('phones') ? guardians.map(({ phone: _removed, ...rest }) => rest) : guardians
}

/** Addresses that a row removes. */
function emptiedEmails(known: WithDetails, contact: Contact, { removes = [] }: RosterRow): string[] {
  if (!removes.includes('emails')) return []
  const all = [...emailsOf(known.contact), ...(known.guardians ?? []).flatMap(({ emails }) => emails)]
  return all.filter((email) => !emailsOf(contact).includes(email))
}

function followedEmails({ contact, correctedEmails: corrected }: WithDetails, row: RosterRow): Contact {
  const { added = [], removed = [] } = corrected ?? {}
  const stated = row.emails.filter((email) => !removed.includes(email))
  if (stated.length === 0 && !row.removes?.includes('emails')) return contact
  return contactOf({ emails: unique([...stated, ...added]), phone: null })
}

/** Guardians without some addresses. */
export const withoutEmails = (guardians: readonly Guardian[], removed: readonly string[]): Guardian[] =>
  guardians.map((guardian) => ({ ...guardian, emails: guardian.emails.filter((email) => !removed.includes(email)) }))

/** The addresses of a row, the first one of the guardian who is listed first. */
export function contactOf({ emails, phone }: Pick<RosterRow, 'emails' | 'phone'>): Contact {
  const [email = null, ...others] = emails
  return { email, ...(others.length > 0 && { others }), phone }
}

/** All addresses, the first one of the guardian who is listed first. */
export const emailsOf = ({ email, others = [] }: Contact): string[] => [...(email === null ? [] : [email]), ...others]

const unique = (emails: readonly string[]) => [...new Set(emails)]

/** Missing, null, and an empty text or list are the same. */
function isSame(one: unknown, other: unknown): boolean {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === NOTHING || (Array.isArray(value) && value.length === 0)
  return (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other)
}
