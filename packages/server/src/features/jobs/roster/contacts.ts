import { isEmail } from '@portraitkit/core/account/email.ts'
import { readPhone } from '../../account/profile/phone.ts'
import type { RosterRow } from '../roster.ts'

/** Says what is wrong with a cell; its line is added. */
export type Complain = (text: string) => void

/**
 * One cell may contain several guardians, separated by commas, semicolons, bars, slashes between spaces, or spaces. A cell that
 * looks like the header of an email (`Bcc: …`) is left out as a whole.
 */
export function readEmails(cell: string, complain: Complain): string[] {
  const parts = cell.split(/[\s,;|]+/).filter((part) => part !== '' && part !== '/')
  const isAddress = (part: string) => isEmail(part) && !cell.includes(':')
  const wrong = parts.filter((part) => !isAddress(part))
  // A cell without any address is quoted whole, however many words it has.
  const named = wrong.length === parts.length ? [cell].filter(Boolean) : wrong
  for (const part of named) complain(`has "${part}", which is not a valid email address and was left out`)
  // In lower case, because people who request a code type the address as they please.
  return [...new Set(parts.filter(isAddress).map((part) => part.toLowerCase()))]
}

export function phoneOf(cell: string, country: string, complain: Complain): string | null {
  if (cell === '') return null
  const phone = readPhone(cell, country)
  if (phone === null) complain(`has "${cell}", which is not a valid phone number and was left out`)
  return phone
}

/** All addresses and numbers of a line, each once. */
export function contactsOfRow({ emails, phone, guardians = [] }: RosterRow): string[] {
  const all = [...emails, phone, ...guardians.flatMap((each) => [...each.emails, each.phone])]
  return [...new Set(all.flatMap((each) => each || []))]
}
