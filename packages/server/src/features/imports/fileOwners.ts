import { fold, type RosterRow } from '../jobs/roster.ts'

/** Somebody whom the job contains; `row` is null if the roster of this import does not list them. */
export type JobPerson = { key: string; name: string; group: string; row: RosterRow | null }

/** A file that may be somebody else's. It is never assigned: a person decides, by the evidence that is listed. */
export type OwnerException = {
  file: string
  reason: 'several-keys' | 'several-names' | 'not-on-roster'
  /** Everybody whom the evidence points to. */
  people: JobPerson[]
}

/** Whose picture a file is, and by what. */
export type FileOwner = { row: RosterRow; why: 'folder' | 'file-name' }

/** Whose picture a file is by its folders and name; null if nothing points to anybody. */
export type OwnerFinder = (file: string) => FileOwner | OwnerException | null

/** Everybody of the roster, and those whom only the job contains. A key identifies a person, so the roster's row replaces the stored one. */
export function peopleOf(rows: readonly RosterRow[], storedPeople: readonly Omit<JobPerson, 'row'>[]): JobPerson[] {
  const listed = new Set(rows.map(({ key }) => fold(key)))
  return [
    ...rows.map((row) => ({ key: row.key, name: row.name, group: row.group, row })),
    ...storedPeople
      .filter(({ key }) => !listed.has(fold(key)))
      .map(({ key, name, group }) => ({ key, name, group, row: null })),
  ]
}

/**
 * Finds a file's owner among everybody of the job: by its folders, innermost first, otherwise by the whole key at the beginning of its
 * name. `12` owns `12.jpg`, `12_1.jpg` and `12 (2).jpg`, not `123.jpg`; if somebody else is `12-3`, `12-3.jpg` is an exception.
 */
export function createOwnerFinder(people: readonly JobPerson[]): OwnerFinder {
  const byKey = new Map(people.map((person) => [fold(person.key), person]))
  const byName = Map.groupBy(people, ({ name }) => fold(name))
  const groups = new Map(people.map((person) => [person, fold(person.group)]))
  return (file) => {
    const segments = file.split('/').map(fold)
    const folders = segments.slice(0, -1)
    const namesakes: JobPerson[] = []
    for (const folder of folders.toReversed()) {
      const keyed = byKey.get(folder)
      if (keyed) return ownerOf(file, keyed, 'folder')
      const named = byName.get(folder) ?? []
      const inGroup = named.filter((person) => folders.includes(groups.get(person) as string))
      const only = named.length === 1 ? named[0] : inGroup.length === 1 ? inGroup[0] : undefined
      if (only) return ownerOf(file, only, 'folder')
      namesakes.push(...named)
    }
    const keyed = peopleByKey(segments.at(-1) ?? '', byKey)
    if (keyed.length > 1) return { file, reason: 'several-keys', people: keyed }
    if (keyed[0]) return ownerOf(file, keyed[0], 'file-name')
    return namesakes.length > 0 ? { file, reason: 'several-names', people: namesakes } : null
  }
}

function ownerOf(file: string, person: JobPerson, why: FileOwner['why']): FileOwner | OwnerException {
  return person.row ? { row: person.row, why } : { file, reason: 'not-on-roster', people: [person] }
}

/** Everybody whose whole key the name begins with, the shortest key first. */
function peopleByKey(name: string, byKey: ReadonlyMap<string, JobPerson>): JobPerson[] {
  const found: JobPerson[] = []
  for (let end = 1; end <= name.length; end++) {
    const person = /[\p{L}\p{N}]/u.test(name.charAt(end)) ? undefined : byKey.get(name.slice(0, end))
    if (person) found.push(person)
  }
  return found
}

const POINTS_TO = {
  'several-keys': 'its name begins with the keys',
  'several-names': 'its folder has the name of',
  'not-on-roster': 'it belongs to',
}

/** What the report says about an exception. */
export function exceptionText({ reason, people }: OwnerException): string {
  const names = people.map(({ key, name, group, row }) => {
    const person = `"${key}" of ${name}${group ? ` (${group})` : ''}`
    return row ? person : `${person}, who is not on this roster`
  })
  const remedy = reason === 'not-on-roster' ? 'add them to the roster' : 'name it in the column files'
  return `was left out: ${POINTS_TO[reason]} ${names.join(' and ')}; ${remedy} or move it into the right folder`
}
