import { isEmail } from '@portraitkit/core/account/email.ts'

/** The contact addresses for a person; `others` are those of further guardians. */
export type Contact = { email: string | null; others?: string[]; phone: string | null }

/** The roster's addresses for a subject; invalid ones are left out. */
export function contactAddresses({ contact }: { contact: Contact }): string[] {
  const { email, others = [] } = contact
  return [...new Set([email ?? '', ...others].map((each) => each.trim().toLowerCase()).filter(isEmail))]
}

/** Finds the subjects for which the roster has this address, in lower case. */
export function contactFilter(email: string): { $or: Array<Record<string, string>> } {
  return { $or: [{ 'contact.email': email }, { 'contact.others': email }] }
}

type WithRemoved = { correctedEmails?: { removed: readonly string[] } | null }

/** Whether a person has removed this address from a subject: nothing about it is sent there, whoever has an account with it. */
export function isRemovedAddress({ correctedEmails }: WithRemoved, email: string): boolean {
  return correctedEmails?.removed.includes(email.toLowerCase()) ?? false
}
