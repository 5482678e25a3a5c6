import type { Assignment } from '../jobs/picture.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import type { FileContents } from './fileContents.ts'
import type { JobPerson } from './fileException.ts'
import type { RosterPlan, StoredPerson } from './rosterPlan.ts'

/** Whose the picture is that the job has of a file. */
export type KnownFile = Pick<Assignment, 'to' | 'why'> & {
  hash: string
  /** Everybody whose it is, of a picture of people. */
  owners: KnownOwner[]
  groups: readonly string[]
}

/** As the roster has them; `isListed` if it does. */
export type KnownOwner = Omit<JobPerson, 'row'> & { row: RosterRow; isListed: boolean }

/** The files of which the job has a picture, with whose it is. */
export function knownFilesOf(
  { known, hashes }: FileContents,
  pictures: readonly { hash: string; assignment: Assignment }[],
  { people }: RosterPlan,
  stored: readonly StoredPerson[],
): Map<string, KnownFile> {
  const byHash = new Map(pictures.map((picture) => [picture.hash, picture]))
  const rows = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject.uuid, row] as const] : [])))
  const owners = new Map(
    stored.map((person) => {
      const row = rows.get(person.uuid)
      const { key, name, group } = row ?? person
      return [person.uuid, { key, name, group, row: row ?? rowOf(person), isListed: row !== undefined }] as const
    }),
  )
  return new Map(
    [...known].flatMap((file) => {
      const hash = hashes.get(file) as string
      const assignment = byHash.get(hash)?.assignment
      if (!assignment) return []
      const { to, why } = assignment
      const subjects = assignment.to === 'subjects' ? assignment.subjects : []
      const ofFile = {
        hash,
        owners: subjects.flatMap(({ uuid }) => owners.get(uuid) ?? []),
        groups: assignment.to === 'groups' ? assignment.groups : [],
      }
      return [[file, { to, why, ...ofFile }] as const]
    }),
  )
}

/** Somebody of the job as a row of the roster that says nothing new about them. */
export function rowOf({ key, name, group }: Pick<JobPerson, 'key' | 'name' | 'group'>): RosterRow {
  return { line: 0, key, name, group, code: null, files: [], favorite: null, emails: [], phone: null }
}

/** The owners in words. */
export function ownersOfKnown({ owners, groups }: KnownFile): string {
  if (groups.length > 0) return `the group ${groups.join(' and ')}`
  return owners.map(({ name, key }) => `${name} ("${key}")`).join(' and ') || 'nobody'
}

/** Whether two people of the job are one. */
export const isSamePerson = (one: Pick<JobPerson, 'key'>, other: Pick<JobPerson, 'key'>): boolean =>
  fold(one.key) === fold(other.key)
