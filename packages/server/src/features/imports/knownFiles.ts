import type { Assignment } from '../jobs/picture.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import type { Owners } from './cardOwners.ts'
import type { FileContents } from './fileContents.ts'
import type { FileException, JobPerson, OwnerException } from './fileException.ts'
import type { StoredPerson } from './plannedPerson.ts'
import type { RosterPlan } from './rosterPlan.ts'
import { foldGroup } from './samePerson.ts'

/** Whose the picture is that the job has of a file. */
export type KnownFile = Pick<Assignment, 'to' | 'why'> & {
  hash: string
  /** Everybody whose it is, of a picture of people. */
  owners: KnownOwner[]
  groups: readonly string[]
}

/** As the roster has them; `isListed` if it does. */
export type KnownOwner = Omit<JobPerson, 'row'> & { row: RosterRow; isListed: boolean; earlierGroups: string[] }

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
      const earlierGroups = [person.group, ...(person.earlierGroups ?? [])].filter((each) => each !== group)
      const of = { row: row ?? rowOf(person), isListed: row !== undefined, earlierGroups }
      return [person.uuid, { key, name, group, ...of }] as const
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

/** Class pictures of the job that are somebody's by line, folder, name or card, and portraits that are in the folder of a class. */
export function findOtherKinds(
  owners: ReadonlyMap<string, Owners>,
  inGroups: readonly string[],
  known: ReadonlyMap<string, KnownFile>,
  byKey: ReadonlyMap<string, JobPerson>,
): OwnerException[] {
  const isKnownAs = (file: string, to: KnownFile['to']) => known.get(file)?.to === to
  const ofPeople = [...owners].flatMap(([file, { rows }]): OwnerException[] => {
    if (!isKnownAs(file, 'groups')) return []
    return [{ file, reason: 'other-kind', people: rows.flatMap(({ key }) => byKey.get(fold(key)) ?? []) }]
  })
  const ofClasses = inGroups.flatMap((file): OwnerException[] => {
    const [, folder, ...names] = file.split('/')
    if (folder === undefined || names.length === 0 || !isKnownAs(file, 'subjects')) return []
    return [{ file, reason: 'other-kind', people: [], folder }]
  })
  return [...ofPeople, ...ofClasses]
}

/**
 * Whether an exception contradicts whose picture the job has of the file; of other files always. What a person has decided is not asked about
 * again. That nothing says whose it is contradicts it, unless another file of the same content says so, its owners are not on the roster, or a
 * card has named it and cards are not read. `owned` are the files of which something is said.
 */
export function createKnownCheck(
  known: ReadonlyMap<string, KnownFile>,
  owned: readonly string[],
  isReadingCards: boolean,
): (exception: FileException) => boolean {
  const named = new Set(owned.flatMap((file) => known.get(file)?.hash ?? []))
  return (exception) => {
    const picture = known.get(exception.file)
    if (!picture) return true
    const { to, why, owners, hash } = picture
    if (to === 'rejected' || why === 'hand') return false
    if (exception.reason === 'other-kind') return true
    if (exception.people.length > 0 || exception.reason === 'left-out-line') return !isSame(exception, owners)
    const isOfOthers = owners.length > 0 && !owners.some(({ isListed }) => isListed)
    return !isOfOthers && !named.has(hash) && (why !== 'qr-card' || isReadingCards)
  }
}

/** What these say is more than whose the file is: that it may be somebody else's, though they name only one. */
const DOUBTS: readonly FileException['reason'][] = ['unknown-folder', 'deleted-person', 'left-out-line']

/** Whether an exception is about exactly those whose picture it is. The folder of a class in which they were before says so, too. */
function isSame(exception: FileException, owners: readonly KnownOwner[]): boolean {
  if (DOUBTS.includes(exception.reason)) return false
  if (exception.reason === 'other-group' && !wereIn(owners, exception.folder)) return false
  // Somebody about whom a decision is needed may be the owner of that name.
  const isOwner = (owner: KnownOwner, person: JobPerson) =>
    isSamePerson(owner, person) || (person.undecided && fold(owner.name) === fold(person.name))
  return (
    exception.people.every((person) => owners.some((owner) => isOwner(owner, person))) &&
    owners.every((owner) => exception.people.some((person) => isOwner(owner, person)))
  )
}

const wereIn = (owners: readonly KnownOwner[], folder = ''): boolean =>
  owners.every(({ earlierGroups }) => earlierGroups.some((group) => foldGroup(group) === foldGroup(folder)))
