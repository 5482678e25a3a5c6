import { fold, type RosterRow } from '../jobs/roster.ts'
import type { JobPerson, OwnerException } from './fileException.ts'
import { tellingKeysOf } from './fileKeys.ts'
import type { PeopleIndex } from './fileOwners.ts'
import type { PlannedPhotograph, PlanWarning } from './plannedPhotograph.ts'

export const GROUP_FOLDER = '_group'

export const isInGroupFolder = (file: string) => fold(file.split('/')[0] ?? '') === GROUP_FOLDER

/** The group whose pictures the folder of a file contains; null if it is not that of exactly one. */
function groupOf(file: string, rows: readonly RosterRow[]): { folder?: string; group?: string; names: Set<string> } {
  const [, folder] = file.split('/').slice(0, -1)
  if (folder === undefined) return { names: new Set() }
  const names = new Set(rows.flatMap(({ group }) => (fold(group) === fold(folder) ? [group] : [])))
  const group = [...names].find((each) => names.size === 1 || each === folder)
  return { folder, names, ...(group !== undefined && { group }) }
}

/**
 * The files in the folder of a group that lie in somebody's folder as well, or begin with somebody's key: a picture of one of them may not be for
 * the whole group.
 */
export function findOwnedGroupFiles(
  files: readonly string[],
  rows: readonly RosterRow[],
  { byKey, byName }: PeopleIndex,
  isDeleted: (keyOrName: string) => boolean = () => false,
): OwnerException[] {
  return files.flatMap((file): OwnerException[] => {
    const { group } = groupOf(file, rows)
    if (group === undefined) return []
    const segments = file.split('/')
    const folders = segments.slice(2, -1).map(fold)
    const keys = [...folders, ...tellingKeysOf(segments.at(-1) ?? '')]
    const named: (JobPerson | readonly JobPerson[])[] = [
      ...keys.map((key) => byKey.get(key) ?? []),
      ...folders.map((name) => byName.get(name) ?? []),
    ]
    const people = [...new Set(named.flat())]
    if (people.length > 0) return [{ file, reason: 'group-folder', people, folder: group }]
    return keys.some(isDeleted) ? [{ file, reason: 'deleted-person', people: [], isFolder: true }] : []
  })
}

/** The picture of a group, by the folder that contains it. */
export function planForGroup(
  file: string,
  rows: readonly RosterRow[],
  warnings: PlanWarning[],
  why: 'group-folder' | 'hand' = 'group-folder',
): PlannedPhotograph[] {
  const { folder, group, names } = groupOf(file, rows)
  if (group !== undefined) return [{ file, pictureType: 'GP', rows: [], groups: [group], why }]
  const spellings = [...names].map((each) => `"${each}"`).join(' and ')
  const text =
    folder === undefined
      ? `is in ${GROUP_FOLDER}, but not in the folder of a group`
      : names.size > 1
        ? `was left out: its folder "${folder}" may be that of the groups ${spellings}; name the folder exactly as one of them`
        : `is in the folder of the group "${folder}", which nobody on the roster belongs to`
  warnings.push({ file, text })
  return []
}
