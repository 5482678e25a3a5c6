import { counted } from '../jobs/counted.ts'
import type { Picture } from '../jobs/picture.ts'
import type { ImportWarning } from './importReport.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { PlannedPerson, RosterPlan, StoredPerson } from './rosterPlan.ts'

/** A picture of classes whose children are in others by now, and of which groups it is instead; of nobody if there are none. */
export type MovedClassPicture = { uuid: string; groups: string[] }

/** What a roster makes of a class. */
type LeftClass = {
  group: string
  pictures: readonly ClassPicture[]
  /** Where those who leave it go, the class of most of them first. */
  successors: { group: string; count: number }[]
  left: number
  stay: number
  newcomers: number
}

type ClassPicture = Pick<Picture, 'uuid' | 'assignment'>

type Compared = { stored: readonly StoredPerson[]; pictures: readonly ClassPicture[]; decisions: Decisions }

/**
 * Asks about the pictures of each class that most of its people leave, such as a 4A that is a 5A now. If others join it, who are not in the
 * pictures, these are of nobody until somebody decides.
 */
export function decideClassPictures(
  people: RosterPlan,
  { stored, pictures, decisions }: Compared,
): { questions: Question[]; moved: MovedClassPicture[]; warnings: ImportWarning[] } {
  const classes = findLeftClasses(people, stored, pictures)
  const questions = classes.map(questionOf)
  const successorOf = new Map<string, string | null>()
  const warnings: ImportWarning[] = []
  for (const [at, left] of classes.entries()) {
    const question = questions[at] as Question
    const choice = decisionOf(question, decisions)
    if (!decisions.has(question.id)) warnings.push({ text: undecidedText(left) })
    if (choice !== 'stay') successorOf.set(left.group, choice === 'hide' ? null : choice.slice('move '.length))
  }
  const moved = pictures.flatMap(({ uuid, assignment }) => {
    if (assignment.to !== 'groups' || !assignment.groups.some((group) => successorOf.has(group))) return []
    const groups = assignment.groups.flatMap((group) =>
      successorOf.has(group) ? (successorOf.get(group) ?? []) : group,
    )
    return [{ uuid, groups: [...new Set(groups)] }]
  })
  return { questions, moved, warnings }
}

function findLeftClasses(
  people: RosterPlan,
  stored: readonly StoredPerson[],
  pictures: readonly ClassPicture[],
): LeftClass[] {
  const withPictures = Map.groupBy(
    pictures.flatMap((picture) =>
      picture.assignment.to === 'groups' ? picture.assignment.groups.map((group) => ({ group, picture })) : [],
    ),
    ({ group }) => group,
  )
  return findLeavers(people, stored).flatMap(({ group, leaving, stay }) => {
    const found = withPictures.get(group)
    if (!found) return []
    const successors = [...Map.groupBy(leaving, ({ after }) => after)]
      .map(([successor, those]) => ({ group: successor, count: those.length }))
      .toSorted((one, other) => other.count - one.count)
    const isNew = ({ row, subject }: PlannedPerson) => row.group === group && subject?.group !== group
    const newcomers = people.people.filter(isNew).length
    return [{ group, pictures: found.map(({ picture }) => picture), successors, left: leaving.length, stay, newcomers }]
  })
}

/** The classes that most of their people leave, with those and the class that each of them has afterwards. */
export function findLeavers(
  { people }: RosterPlan,
  stored: readonly StoredPerson[],
): { group: string; leaving: { uuid: string; after: string }[]; stay: number }[] {
  const rows = people.flatMap(({ row, subject }) => (subject ? [[subject, row.group || subject.group] as const] : []))
  const groupAfter = new Map(rows)
  const groups = Map.groupBy(stored, ({ group }) => group)
  return [...groups].flatMap(([group, members]) => {
    const all = members.map((person) => ({ uuid: person.uuid, after: groupAfter.get(person) ?? group }))
    const leaving = all.filter(({ after }) => after !== group)
    const stay = all.length - leaving.length
    return group !== '' && leaving.length > stay ? [{ group, leaving, stay }] : []
  })
}

function questionOf({ group, pictures, successors, left, stay, newcomers }: LeftClass): Question {
  const [successor] = successors
  const others = newcomers === 0 ? '' : `, and ${newcomers} are new in "${group}", who would see them`
  const hide = { value: 'hide', text: 'nobody sees them until somebody says whose they are: "jobs pictures"' }
  const keep = {
    value: 'stay',
    text: `they stay pictures of "${group}"${newcomers === 0 ? '' : ', also for those who are new in it'}`,
  }
  const move = successors
    .filter((each) => each.group !== '')
    .map((each) => ({ value: `move ${each.group}`, text: `they are pictures of "${each.group}" now` }))
  return {
    kind: 'class-pictures',
    id: `class-pictures ${group} ${pictures
      .map(({ uuid }) => uuid)
      .toSorted()
      .join(' ')}`,
    text: `Class pictures of "${group}": ${pictures.length}. ${left} of the ${left + stay} in it are in other classes on this roster, ${successor?.count} of them in "${successor?.group}"${others}`,
    options: newcomers === 0 ? [keep, ...move, hide] : [hide, ...move, keep],
  }
}

/** What happens without a decision, which leaves somebody without a picture. */
function undecidedText({ group, pictures, successors, newcomers }: LeftClass): string {
  const isOne = pictures.length === 1
  const [stays, gone] = isOne ? ['stays with it', 'is of nobody'] : ['stay with it', 'are of nobody']
  return `${counted(pictures.length, 'class picture')} of "${group}", most of whom are in "${successors[0]?.group}" now, ${newcomers === 0 ? stays : gone}: "jobs pictures … move --to-group" says whose ${isOne ? 'it is' : 'they are'}, or decide it with --plan`
}
