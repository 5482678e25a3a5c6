import { fold, type RosterRow } from '../jobs/roster.ts'
import type { FileException, JobPerson, OwnerException } from './fileException.ts'
import { foldGroup } from './samePerson.ts'

/** Whose picture a file is, and by what. */
export type FileOwner = { row: RosterRow; why: 'folder' | 'file-name' }

/** Whose picture a file is by its folders and name; null if nothing points to anybody. */
export type OwnerFinder = (file: string) => FileOwner | OwnerException | null

/** Somebody of the job who is not on the roster; with a row if no roster need list them. */
export type StoredOwner = Omit<JobPerson, 'row'> & { row?: RosterRow }

/**
 * Everybody of the roster, those about whom somebody has to decide, and those whom only the job contains. A key identifies a person, so the
 * roster's row replaces the stored one.
 */
export function peopleOf(
  rows: readonly RosterRow[],
  storedPeople: readonly StoredOwner[],
  undecided: readonly RosterRow[] = [],
): JobPerson[] {
  const listed = new Set([...rows, ...undecided].map(({ key }) => fold(key)))
  return [
    ...rows.map((row) => ({ key: row.key, name: row.name, group: row.group, row })),
    ...undecided.map(({ key, name, group }) => ({ key, name, group, row: null, undecided: true as const })),
    ...storedPeople
      .filter(({ key }) => !listed.has(fold(key)))
      .map(({ key, name, group, row = null }) => ({ key, name, group, row })),
  ]
}

/**
 * Finds a file's owner among everybody of the job: by its folders, innermost first, otherwise by the whole key at the beginning of its
 * name. `12` owns `12.jpg`, `12_1.jpg` and `12 (2).jpg`, not `123.jpg`; if somebody else is `12-3`, `12-3.jpg` is an exception. So is a
 * file in the folder of another group, and one in somebody's folder that begins with the key of somebody else, unless it is a short number.
 */
export function createOwnerFinder(
  people: readonly JobPerson[],
  byKey: ReadonlyMap<string, JobPerson> = peopleByKeys(people),
  isDeletedKey: (key: string) => boolean = () => false,
): OwnerFinder {
  const byName = Map.groupBy(people, ({ name }) => fold(name))
  const groups = new Map(people.map((person) => [person, foldGroup(person.group)]))
  const allGroups = new Set(groups.values())
  const ownerOf = (file: string, person: JobPerson, why: FileOwner['why']): FileOwner | OwnerException => {
    const folder = foldersOf(file).find((each) => isOfAnotherGroup(each, person))
    if (folder !== undefined) return { file, reason: 'other-group', people: [person], folder }
    if (person.undecided) return { file, reason: 'undecided-person', people: [person] }
    return person.row ? { row: person.row, why } : { file, reason: 'not-on-roster', people: [person] }
  }
  const ownerByFolder = (file: string, person: JobPerson): FileOwner | OwnerException => {
    const keys = keysOf(fold(file.split('/').at(-1) ?? ''))
    const others = new Set(keys.filter(isTelling).flatMap((key) => byKey.get(key) ?? []))
    if (others.size > 0 && !keys.some((key) => byKey.get(key) === person))
      return { file, reason: 'other-key', people: [person, ...others] }
    return ownerOf(file, person, 'folder')
  }
  const isOfAnotherGroup = (folder: string, person: JobPerson): boolean => {
    const group = foldGroup(folder)
    if (group === '' || !allGroups.has(group) || group === groups.get(person)) return false
    return fold(folder) !== fold(person.key) && fold(folder) !== fold(person.name)
  }
  return (file) => {
    const folders = foldersOf(file).map(fold)
    const namesakes: JobPerson[] = []
    for (const folder of folders.toReversed()) {
      const keyed = byKey.get(folder)
      // A number may be a class as well as a key: then the file's own name decides, or nobody.
      if (keyed && allGroups.has(foldGroup(folder))) {
        namesakes.push(keyed)
        continue
      }
      if (keyed) return ownerByFolder(file, keyed)
      const named = byName.get(folder) ?? []
      const inGroup = named.filter((person) => folders.some((each) => foldGroup(each) === groups.get(person)))
      const only = named.length === 1 ? named[0] : inGroup.length === 1 ? inGroup[0] : undefined
      if (only) return ownerByFolder(file, only)
      namesakes.push(...named)
    }
    const keys = keysOf(fold(file.split('/').at(-1) ?? ''))
    const keyed = [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))]
    if (keyed.length > 0 && keys.some((key) => !byKey.has(key) && isDeletedKey(key)))
      return { file, reason: 'deleted-person', people: keyed }
    if (keyed.length > 1) return { file, reason: 'several-keys', people: keyed }
    if (keyed[0]) return ownerOf(file, keyed[0], 'file-name')
    return namesakes.length > 0 ? { file, reason: 'several-names', people: namesakes } : null
  }
}

const foldersOf = (file: string) => file.split('/').slice(0, -1)

/** Everybody by their keys, folded: their own, otherwise one under which they are known besides. */
export function peopleByKeys(
  people: readonly JobPerson[],
  otherKeys: readonly { key: string; of: Pick<JobPerson, 'key'> }[] = [],
): Map<string, JobPerson> {
  const byOwnKey = new Map(people.map((person) => [fold(person.key), person]))
  const further = otherKeys.flatMap(({ key, of }) => {
    const person = byOwnKey.get(fold(of.key))
    return person ? [[fold(key), person] as const] : []
  })
  return new Map([...further, ...byOwnKey])
}

/** The whole keys with which a name may begin, the shortest first. */
function keysOf(name: string): string[] {
  const ends = Array.from({ length: name.length }, (_, at) => at + 1)
  return ends.filter((end) => !/[\p{L}\p{N}]/u.test(name.charAt(end))).map((end) => name.slice(0, end))
}

/** Whether the key at the beginning of a file's name says anything in somebody's folder, where a short number is that of a photograph: `7.jpg`. */
const isTelling = (key: string) => key.length >= 4 || !/^\d+$/.test(key)

/** Why a file is an exception, after "was left out: ". */
export function exceptionReason(exception: FileException): string {
  if ('text' in exception) return exception.text.replace(/^was left out: /, '')
  const { reason, people, folder, line } = exception
  const names = people.map(personText).join(' and ')
  switch (reason) {
    case 'several-keys':
      return `its name begins with the keys ${names}`
    case 'several-names':
      return `its folder has the name of ${names}`
    case 'doubled-key':
      return `it belongs to ${names}, but several lines of the roster have this key`
    case 'left-out-line':
      return `line ${line} of the roster names it, which was left out`
    case 'deleted-person':
      return `its name begins with the key of somebody who was deleted from this job, and with ${names}`
    case 'other-key':
      return `its folder and the key at the beginning of its name are those of ${names}`
    case 'decided':
      return 'it was decided so'
    case 'not-on-roster':
    case 'undecided-person':
      return `it belongs to ${names}`
    case 'other-group':
      return `it belongs to ${names}, but is in the folder of the group "${folder}"`
    case 'nobody':
      return 'nothing says whose it is'
  }
}

function personText({ key, name, group, row, undecided }: JobPerson): string {
  const person = `"${key}" of ${name}${group ? ` (${group})` : ''}`
  if (undecided) return `${person}, about whom a decision is needed`
  return row ? person : `${person}, who is not on this roster`
}

const REMEDIES: Record<OwnerException['reason'], string> = {
  'several-keys': 'name it in the column files or move it into the right folder',
  'several-names': 'name it in the column files or move it into the right folder',
  'doubled-key': 'give each line a key of its own, or name it in the column files',
  'left-out-line': 'mend that line, or decide it with --plan',
  'deleted-person': 'name it in the column files or move it into the right folder',
  decided: 'make a new plan to decide otherwise',
  'not-on-roster': 'add them to the roster or move it into the right folder',
  'undecided-person': 'decide that first, with --plan',
  'other-group': 'name it in the column files or move it into the right folder',
  'other-key': 'name it in the column files or move it into the right folder',
  nobody: 'name it in the column files or move it into the right folder',
}

/** What the report says about an exception. */
export function exceptionText(exception: FileException): string {
  if ('text' in exception) return exception.text
  if (exception.reason === 'nobody') return 'does not belong to any row of the roster'
  return `was left out: ${exceptionReason(exception)}; ${REMEDIES[exception.reason]}`
}
