import type { Assignment, Picture } from '../jobs/picture.ts'
import { addsOwners, decideImport, type ImportTarget } from '../jobs/pictures/assignment.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { earlierFileText } from './assignmentTexts.ts'
import type { ImportWarning } from './importReport.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan, StoredPerson } from './rosterPlan.ts'

/** A planned file of which the job has a picture already. `isEarlier`: the picture had it before it was replaced. */
export type KnownPicture = {
  planned: PlannedPhotograph
  picture: Pick<Picture, 'uuid' | 'assignment' | 'fileName'>
  isEarlier: boolean
}

type People = { people: RosterPlan; stored: readonly StoredPerson[]; decisions: Decisions }

/**
 * Asks about each picture that is somebody else's by now, and returns the files of those that move. An earlier file of a picture is only named:
 * whose it is does not say whose the present one is.
 */
export function decidePictures(
  known: readonly KnownPicture[],
  { people, stored, decisions }: People,
): { questions: Question[]; moves: Set<string>; warnings: ImportWarning[] } {
  const uuids = new Map(people.people.map(({ row, subject }) => [fold(row.key), subject?.uuid]))
  for (const { key, uuid } of stored) if (!uuids.has(fold(key))) uuids.set(fold(key), uuid)
  // Somebody new has no uuid yet: the key stands for it.
  const uuidOf = (row: RosterRow) => uuids.get(fold(row.key)) ?? `new ${fold(row.key)}`
  const nameOf = new Map(stored.map(({ uuid, name, key }) => [uuid, `${name} ("${key}")`]))
  const ownersOf = (assignment: Assignment) =>
    assignment.to === 'subjects'
      ? assignment.subjects.map(({ uuid }) => nameOf.get(uuid) ?? 'somebody deleted').join(' and ')
      : assignment.to === 'groups'
        ? `the group ${assignment.groups.join(' and ')}`
        : null
  const moves = new Set<string>()
  const warnings: ImportWarning[] = []
  const questions = known.flatMap(({ planned, picture, isEarlier }) => {
    const { assignment } = picture
    if (isEarlier && addsOwners(assignment, targetOf(planned, uuidOf))) {
      warnings.push({ file: planned.file, text: earlierFileText(picture.fileName, ownersOf(assignment)) })
      return []
    }
    const source = { why: planned.why, by: null, at: new Date(0) }
    const decision = decideImport(assignment, targetOf(planned, uuidOf), source, { move: false })
    if (decision.outcome !== 'conflict' || assignment.to === 'rejected') return []
    const owners = ownersOf(assignment) ?? ''
    const question = questionOf(planned, picture.uuid, owners)
    if (decisionOf(question, decisions) === 'move') moves.add(planned.file)
    return [question]
  })
  return { questions, moves, warnings }
}

function targetOf({ pictureType, rows, groups }: PlannedPhotograph, uuidOf: (row: RosterRow) => string): ImportTarget {
  if (pictureType === 'GP') return { to: 'groups', groups }
  return { to: 'subjects', subjects: rows.map(({ row }) => ({ uuid: uuidOf(row), isCover: false })) }
}

function questionOf({ file, rows, groups }: PlannedPhotograph, uuid: string, owners: string): Question {
  const planned =
    rows.length > 0
      ? rows.map(({ row }) => `${row.name} ("${row.key}")`).join(' and ')
      : `the group ${groups.join(' and ')}`
  return {
    kind: 'picture',
    id: `picture ${uuid} ${file}`,
    file,
    text: `is already a picture of ${owners}, but is planned for ${planned}`,
    options: [
      { value: 'leave', text: `it stays with ${owners}` },
      { value: 'move', text: `it moves to ${planned}; ${owners} no longer see it` },
    ],
  }
}
