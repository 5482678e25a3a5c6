import type { Assignment, Picture } from '../jobs/picture.ts'
import { addsOwners, decideImport, type ImportTarget } from '../jobs/pictures/assignment.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { decidedText, earlierFileText } from './assignmentTexts.ts'
import type { ImportWarning } from './importReport.ts'
import type { StoredPerson } from './plannedPerson.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan } from './rosterPlan.ts'

/** A planned file of which the job has a picture already. `isEarlier`: the picture had it before it was replaced. */
export type KnownPicture = {
  planned: PlannedPhotograph
  picture: Pick<Picture, 'uuid' | 'assignment' | 'fileName'>
  isEarlier: boolean
}

type People = { people: RosterPlan; stored: readonly StoredPerson[]; decisions: Decisions }

/**
 * Asks about each picture that is somebody else's by now, or that is not planned any more for somebody whose it is. Returns the files of those
 * that move, and with whom the others stay by a decision. An earlier file of a picture is only named: whose it is does not say whose the present
 * one is.
 */
export function decidePictures(
  known: readonly KnownPicture[],
  { people, stored, decisions }: People,
): PictureDecisions {
  const uuids = new Map(people.people.map(({ row, subject }) => [fold(row.key), subject?.uuid]))
  for (const { key, uuid } of stored) if (!uuids.has(fold(key))) uuids.set(fold(key), uuid)
  // Somebody new has no uuid yet: the key stands for it.
  const uuidOf = (row: RosterRow) => uuids.get(fold(row.key)) ?? `new ${fold(row.key)}`
  const listed = new Set(people.people.flatMap(({ subject }) => subject?.uuid ?? []))
  const rules = { move: false, isListed: (uuid: string) => listed.has(uuid) }
  const nameOf = new Map(stored.map(({ uuid, name, key }) => [uuid, `${name} ("${key}")`]))
  const namesOf = (all: Iterable<string>) =>
    [...all].map((uuid) => nameOf.get(uuid) ?? 'somebody deleted').join(' and ')
  const decided: PictureDecisions = { questions: [], moves: new Set(), stays: new Set(), warnings: [] }
  for (const { planned, picture, isEarlier } of known) {
    const { assignment } = picture
    const target = targetOf(planned, uuidOf)
    if (isEarlier && addsOwners(assignment, target)) {
      const owners = isOfSomebody(assignment) ? ownersText(assignment, namesOf) : null
      decided.warnings.push({ file: planned.file, text: earlierFileText(picture.fileName, owners) })
      continue
    }
    const { outcome } = decideImport(assignment, target, { why: planned.why, by: null, at: new Date(0) }, rules)
    if (outcome !== 'conflict' || assignment.to === 'rejected') continue
    const owners = ownersText(assignment, namesOf)
    // Whose the file is was decided already: in this plan, or before.
    if (planned.why === 'hand') decided.moves.add(planned.file)
    else if (assignment.why === 'hand') decided.warnings.push({ file: planned.file, text: decidedText(owners) })
    if (planned.why === 'hand' || assignment.why === 'hand') continue
    const question = questionOf(planned, picture.uuid, {
      owners,
      losers: losersText(assignment, target, namesOf),
      isOfPeople: assignment.to === 'subjects',
    })
    decided.questions.push(question)
    const choice = decisionOf(question, decisions)
    if (choice === 'move') decided.moves.add(planned.file)
    if (choice === 'stay') decided.stays.add(planned.file)
  }
  return decided
}

type PictureDecisions = {
  questions: Question[]
  moves: Set<string>
  /** Files whose picture is theirs who have it, by a decision. */
  stays: Set<string>
  warnings: ImportWarning[]
}

type NamesOf = (uuids: Iterable<string>) => string

const isOfSomebody = ({ to }: Assignment) => to === 'subjects' || to === 'groups'

function ownersText(assignment: Assignment, namesOf: NamesOf): string {
  if (assignment.to === 'groups') return `the group ${assignment.groups.join(' and ')}`
  return assignment.to === 'subjects' ? namesOf(assignment.subjects.map(({ uuid }) => uuid)) : ''
}

/** Who no longer sees a picture that moves; null if all of them do. */
function losersText(assignment: Assignment, target: ImportTarget, namesOf: NamesOf): string | null {
  if (assignment.to !== 'subjects' || target.to !== 'subjects') return ownersText(assignment, namesOf)
  const still = new Set(target.subjects.map(({ uuid }) => uuid))
  const lost = assignment.subjects.filter(({ uuid }) => !still.has(uuid))
  return lost.length > 0 ? namesOf(lost.map(({ uuid }) => uuid)) : null
}

function targetOf({ pictureType, rows, groups }: PlannedPhotograph, uuidOf: (row: RosterRow) => string): ImportTarget {
  if (pictureType === 'GP') return { to: 'groups', groups }
  return { to: 'subjects', subjects: rows.map(({ row }) => ({ uuid: uuidOf(row), isCover: false })) }
}

function questionOf(
  { file, rows, groups }: PlannedPhotograph,
  uuid: string,
  { owners, losers, isOfPeople }: { owners: string; losers: string | null; isOfPeople: boolean },
): Question {
  const planned =
    rows.length > 0
      ? rows.map(({ row }) => `${row.name} ("${row.key}")`).join(' and ')
      : `the group ${groups.join(' and ')}`
  const loss = losers === null ? '' : `; ${losers} no longer see it`
  return {
    kind: 'picture',
    id: `picture ${uuid} ${file}`,
    file,
    text: `is already a picture of ${owners}, but is planned for ${planned}`,
    options: [
      { value: 'leave', text: `it stays with ${owners}` },
      { value: 'move', text: `it moves to ${planned}${loss}` },
      ...(isOfPeople ? [{ value: 'stay', text: `it is a picture of ${owners}: a person has decided it` }] : []),
    ],
  }
}
