import { isDeepStrictEqual } from 'node:util'
import type { Subject } from '../collection.ts'
import type { Contact } from '../contact.ts'
import type { RosterRow } from '../roster.ts'
import { detailsFromRow, type SubjectDetails } from '../subjectDetails.ts'
import type { RosterValues } from '../subjectState.ts'
import { emptyToNull, valueFromRow } from './rosterValues.ts'

type WithDetails = Pick<Subject, 'name' | 'group' | 'rosterValues' | keyof SubjectDetails>

/** The fields that a correction of details by hand changes: the new ones, and what the roster says instead. */
export function correctedDetails(
  current: WithDetails,
  details: Partial<SubjectDetails>,
): Partial<SubjectDetails> & { rosterValues: RosterValues | null } {
  const rosterValues: Record<string, unknown> = { ...current.rosterValues }
  for (const [name, value] of Object.entries(details)) {
    const fromRoster = name in rosterValues ? rosterValues[name] : (current[name as keyof SubjectDetails] ?? null)
    if (isSame(value, fromRoster)) delete rosterValues[name]
    else rosterValues[name] = fromRoster
  }
  return { ...details, rosterValues: emptyToNull(rosterValues) }
}

/**
 * The details that a row gives to somebody of the job. An empty cell says nothing; one that repeats what a person has corrected since leaves the
 * correction, and any other one ends it. `rosterValues` are what remains of the roster's values.
 */
export function followedDetails(
  known: WithDetails,
  row: RosterRow,
): { details: Partial<SubjectDetails> & { contact: Contact }; rosterValues: RosterValues } {
  const rosterValues: RosterValues = { ...known.rosterValues }
  const { contact, fromRoster } = followedContact(known, row)
  if (fromRoster) rosterValues.contact = fromRoster
  else delete rosterValues.contact
  const stated = detailsFromRow(row, valueFromRow(known, 'name', row.name))
  for (const field of Object.keys(stated) as (keyof SubjectDetails)[]) {
    if (field in rosterValues && isSame(stated[field], rosterValues[field])) delete stated[field]
    else delete rosterValues[field]
  }
  return { details: { ...stated, contact }, rosterValues }
}

/** Addresses and telephone number are followed, and corrected, independently. */
function followedContact(
  { contact, rosterValues }: Pick<Subject, 'contact' | 'rosterValues'>,
  row: RosterRow,
): { contact: Contact; fromRoster: Contact | null } {
  const before = rosterValues?.contact ?? contact
  const stated = {
    ...(row.emails.length > 0 ? contactOf(row) : before),
    phone: row.phone ?? before.phone,
  }
  if (!rosterValues?.contact) return { contact: stated, fromRoster: null }
  const followed = {
    ...(hasSameEmails(stated, before) ? contact : stated),
    phone: stated.phone === before.phone ? contact.phone : stated.phone,
  }
  return { contact: followed, fromRoster: isSame(stated, followed) ? null : stated }
}

/** The addresses of a row, the first one of the guardian who is listed first. */
export function contactOf({ emails, phone }: Pick<RosterRow, 'emails' | 'phone'>): Contact {
  const [email = null, ...others] = emails
  return { email, ...(others.length > 0 && { others }), phone }
}

const emailsOf = ({ email, others = [] }: Contact) => new Set([...(email === null ? [] : [email]), ...others])

const hasSameEmails = (one: Contact, other: Contact) => isDeepStrictEqual(emailsOf(one), emailsOf(other))

/** Missing, null and an empty list are the same. */
function isSame(one: unknown, other: unknown): boolean {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other)
}
