/** The columns of Portraitkit's own rosters; only `name` is required. See docs/guide/import.md. */
export const ROSTER_COLUMNS = ['key', 'name', 'group', 'code', 'files', 'favorite', 'email', 'phone'] as const

/** An adult who answers for a child. */
export type Guardian = {
  name?: string
  /** In lower case. */
  emails: string[]
  /** In the international form E.164. */
  phone?: string
}

/** One person of the roster. */
export type RosterRow = {
  /** In the file, from 1. */
  line: number
  /** Identifies this person in the job, across all its imports. */
  key: string
  /** As customers see it. */
  name: string
  group: string
  /** The name of the class without its school, if others of the list have the same: `4A` of `4A (North)`. */
  sharedClass?: string
  /** The roster's code, normalised; null: one is created. */
  code: string | null
  files: string[]
  /** Which of the files is the cover. */
  favorite: string | null
  /** In lower case; those of all guardians. */
  emails: string[]
  phone: string | null
  firstName?: string
  lastName?: string
  teacher?: string
  /** The school year or level, such as `4`; often several groups have the same. */
  grade?: string
  /** In the order of the roster. */
  guardians?: Guardian[]
  /** A line about them says that somebody must not be reached, or does not decide for the child: no addresses of it were read. */
  isRestricted?: true
  /** What somebody has decided to remove of what is stored, because this list has it no longer. */
  removes?: (keyof ListedContacts)[]
}

/** For which of these a list has a column. */
export type ListedContacts = { emails: boolean; phones: boolean; guardians: boolean }

export type RosterWarning = { line: number; text: string }
export type Roster = {
  rows: RosterRow[]
  /** Lines with the key of an earlier one, which were left out: what they name may be of somebody else. */
  doubled?: RosterRow[]
  problems: RosterWarning[]
  notes: RosterWarning[]
  contacts?: ListedContacts
}

/** The whole roster is unreadable; the message says why. */
export class RosterError extends Error {
  override name = 'RosterError'
}

/** Names are compared without case, whatever the Unicode form of their accents. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
