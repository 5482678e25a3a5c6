import { fold } from '../jobs/roster.ts'
import type { Owners } from './cardOwners.ts'
import type { JobPerson, OwnerException } from './fileException.ts'
import type { PeopleIndex } from './fileOwners.ts'
import type { KnownFile } from './knownFiles.ts'

/**
 * The files whose marked faces are named as those of other people of the job, and none as that of whom they belong to, by what says so now, or else as
 * the job has them. As in `createFaceMatcher`, a name is the key or the whole name of exactly one person. `faces` are the names by file.
 */
export function findOtherFaces(
  owners: ReadonlyMap<string, Owners>,
  faces: ReadonlyMap<string, readonly string[]>,
  index: PeopleIndex,
  known: ReadonlyMap<string, KnownFile>,
): OwnerException[] {
  return [...faces].flatMap(([file, names]) => {
    const rows = owners.get(file)?.rows ?? known.get(file)?.owners ?? []
    const own = rows.flatMap(({ key }) => index.byKey.get(fold(key)) ?? [])
    const named = new Set(names.flatMap((name) => personNamed(name, index) ?? []))
    if (own.length === 0 || named.size === 0 || own.some((person) => named.has(person))) return []
    return [{ file, reason: 'other-face', people: [...own, ...named], owners: own }]
  })
}

function personNamed(name: string, { byKey, byName }: PeopleIndex): JobPerson | null {
  const word = fold(name.trim())
  const [only, ...others] = new Set([byKey.get(word) ?? [], byName.get(word) ?? []].flat())
  return only && others.length === 0 ? only : null
}
