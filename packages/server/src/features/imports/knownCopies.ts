import type { Picture } from '../jobs/picture.ts'
import type { PlannedPhotograph, PlanWarning } from './plannedPhotograph.ts'

type Known = {
  /** The hashes of files. */
  hashes: ReadonlyMap<string, string>
  /** The pictures of the job, with the files that they have or had. */
  pictures: readonly Pick<Picture, 'hash' | 'assignment'>[]
  /** The uuid of whoever has a key on the roster; undefined if they are new. */
  subjectOf: (key: string) => string | undefined
  /** Pictures of somebody else may move. */
  move: boolean
}

/**
 * Leaves out copies of a picture of the job that are planned for somebody who does not have it, next to one of somebody else: an import
 * that may move pictures would move it back and forth. Copies for some of those each whose it is become one for all of them.
 */
export function leaveOutKnownCopies(
  planned: readonly PlannedPhotograph[],
  { hashes, pictures, subjectOf, move }: Known,
): { photographs: PlannedPhotograph[]; warnings: PlanWarning[] } {
  const owners = new Map(
    pictures.flatMap(({ hash, assignment }) =>
      assignment.to === 'subjects' ? [[hash, new Set(assignment.subjects.map(({ uuid }) => uuid))] as const] : [],
    ),
  )
  const ofPersons = planned.filter(
    ({ file, pictureType }) => pictureType !== 'GP' && owners.has(hashes.get(file) ?? ''),
  )
  const left = new Set<PlannedPhotograph>()
  const merged = new Map<PlannedPhotograph, PlannedPhotograph>()
  const warnings: PlanWarning[] = []
  for (const [hash, copies] of Map.groupBy(ofPersons, ({ file }) => hashes.get(file) as string)) {
    const has = ({ rows }: PlannedPhotograph) =>
      rows.every(({ row }) => owners.get(hash)?.has(subjectOf(row.key) ?? ''))
    const others = copies.filter((copy) => !has(copy))
    mergeCopies(copies.filter(has), { merged, left })
    // If none is of those whose it is, each is listed as somebody else's anyway, unless pictures may move.
    if (copies.length < 2 || others.length === 0 || (others.length === copies.length && !move)) continue
    for (const copy of others) {
      left.add(copy)
      const files = copies.filter((each) => each !== copy).map(({ file }) => file)
      warnings.push({
        file: copy.file,
        text: `was left out: it is the same picture as ${files.join(' and ')}, and stays whose it is`,
      })
    }
  }
  const photographs = planned.filter((each) => !left.has(each)).map((each) => merged.get(each) ?? each)
  return { photographs, warnings }
}

/** Copies of which each is planned for some of those whose the picture is: together they say whose it is. */
function mergeCopies(
  copies: readonly PlannedPhotograph[],
  { merged, left }: { merged: Map<PlannedPhotograph, PlannedPhotograph>; left: Set<PlannedPhotograph> },
): void {
  const [first, ...others] = copies
  if (!first) return
  const rows = new Map(first.rows.map((planned) => [planned.row, planned]))
  for (const other of others) {
    const added = other.rows.filter(({ row }) => !rows.has(row))
    for (const each of added) rows.set(each.row, each)
    if (added.length > 0) left.add(other)
  }
  if (rows.size > first.rows.length) merged.set(first, { ...first, rows: [...rows.values()], pictureType: 'MGP' })
}
