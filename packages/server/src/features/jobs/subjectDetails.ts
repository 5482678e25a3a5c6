import type { Contact } from './contact.ts'
import type { Guardian, RosterRow } from './roster.ts'

/** What a school says about a person besides name and class; families see nothing of it. Missing and null mean the same. */
export type SubjectDetails = {
  /** For sending a lost code again. The address is in lower case. */
  contact: Contact
  firstName?: string | null
  lastName?: string | null
  teacher?: string | null
  /** The school year or level, such as `4`. */
  grade?: string | null
  guardians?: Guardian[] | null
}

/** The details that a row says. An empty cell says nothing, and the parts of a name belong to the name that is stored. */
export function detailsFromRow(row: RosterRow, name: string): Partial<SubjectDetails> {
  const { firstName, lastName, teacher, grade, guardians = [] } = row
  const hasParts = name === row.name && (firstName !== undefined || lastName !== undefined)
  return {
    ...(hasParts && { firstName: firstName ?? null, lastName: lastName ?? null }),
    ...(teacher !== undefined && { teacher }),
    ...(grade !== undefined && { grade }),
    ...(guardians.length > 0 && { guardians }),
  }
}

type WithGuardians = { guardians?: readonly Guardian[] | null }

/** The guardians of two who are one. */
export function joinGuardians(person: WithGuardians, double: WithGuardians): { guardians?: Guardian[] } {
  const all = [...(person.guardians ?? []), ...(double.guardians ?? [])]
  const unique = new Map(all.map((guardian) => [JSON.stringify(guardian), guardian]))
  return unique.size > 0 ? { guardians: [...unique.values()] } : {}
}
