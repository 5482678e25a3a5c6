import type { Picture } from '../jobs/picture.ts'
import type { ImportWarning } from './importReport.ts'
import type { PlannedPerson, StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan } from './rosterPlan.ts'

/**
 * A picture of classes whose people the roster changes: of which groups it is afterwards, and of whom alone, by uuid. Until then it is
 * that of the classes `from`, since `before`.
 */
export type MovedClassPicture = { uuid: string; groups: string[]; people: string[]; before?: Date; from?: string[] }

/** What a roster makes of a class that has pictures. */
type ChangedClass = {
  group: string
  pictures: readonly ClassPicture[]
  /** Where those who leave it go, the class of most of them first, and how many others are there. */
  successors: { group: string; count: number; others: number }[]
  /** How many of those who are in the pictures stay in it on this roster. */
  stay: number
  newcomers: number
  /** Somebody is new to the job: an undo of the import leaves them in the class. */
  hasAdded: boolean
}

type ClassPicture = Pick<Picture, 'uuid' | 'assignment' | 'fileName'>
type Compared = {
  /** The name of the job. */
  job: string
  stored: readonly StoredPerson[]
  pictures: readonly ClassPicture[]
  decisions: Decisions
}

/**
 * Asks about the pictures of each class that is not the one in them any more: at least as many are new in it as stay, or most of it leaves, such
 * as a 4A that is a 5A now. Whoever is new does not see them until somebody decides.
 */
export function decideClassPictures(
  people: RosterPlan,
  { job, stored, pictures, decisions }: Compared,
): { questions: Question[]; moved: MovedClassPicture[]; warnings: ImportWarning[] } {
  const classes = findChangedClasses(people, stored, pictures)
  const questions = classes.map(questionOf)
  const successorOf = new Map<string, string>()
  const warnings: ImportWarning[] = []
  for (const [at, changed] of classes.entries()) {
    const question = questions[at] as Question
    const choice = decisionOf(question, decisions)
    if (!decisions.has(question.id)) warnings.push({ text: undecidedText(changed, { job, all: pictures }) })
    if (choice.startsWith('move ')) successorOf.set(changed.group, choice.slice('move '.length))
    else if (choice === 'leave' && changed.newcomers > 0) successorOf.set(changed.group, changed.group)
  }
  const moved = pictures.flatMap((picture) => {
    const { uuid, assignment } = picture
    if (assignment.to !== 'groups' || !assignment.groups.some((group) => successorOf.has(group))) return []
    const groups = new Set(assignment.groups.map((group) => successorOf.get(group) ?? group))
    const people = picturedIn(picture, stored).map((person) => person.uuid)
    return [{ uuid, groups: [...groups], people, before: assignment.at, from: assignment.groups }]
  })
  return { questions, moved, warnings }
}

/** Those who see a picture now: whoever has left its classes before may have done so before it was theirs. */
function picturedIn({ assignment }: ClassPicture, stored: readonly StoredPerson[]): StoredPerson[] {
  if (assignment.to !== 'groups') return []
  const { groups, without = [] } = assignment
  return stored.filter(({ uuid, group }) => !without.includes(uuid) && groups.includes(group))
}

function findChangedClasses(
  people: RosterPlan,
  stored: readonly StoredPerson[],
  pictures: readonly ClassPicture[],
): ChangedClass[] {
  const withPictures = Map.groupBy(
    pictures.flatMap((picture) =>
      picture.assignment.to === 'groups' ? picture.assignment.groups.map((group) => ({ group, picture })) : [],
    ),
    ({ group }) => group,
  )
  return [...withPictures].flatMap(([group, found]) => {
    const ofGroup = found.map(({ picture }) => picture)
    const pictured = new Set(ofGroup.flatMap((picture) => picturedIn(picture, stored)))
    const groupOf = ({ row, subject }: PlannedPerson) => row.group || (subject?.group ?? '')
    const listed = people.people.filter((planned) => groupOf(planned) === group)
    const stay = listed.filter(({ subject }) => subject && pictured.has(subject)).length
    const newcomers = listed.filter(({ subject }) => !subject || (subject.group !== group && !pictured.has(subject)))
    const leaving = people.people.filter((planned) => planned.subject?.group === group && groupOf(planned) !== group)
    const members = stored.filter((person) => person.group === group)
    const isChanged = newcomers.length > 0 ? newcomers.length >= stay : leaving.length > members.length - leaving.length
    if (!isChanged) return []
    const successors = [...Map.groupBy(leaving, groupOf)]
      .map(([successor, those]) => ({
        group: successor,
        count: those.length,
        others: people.people.filter((planned) => groupOf(planned) === successor).length - those.length,
      }))
      .filter((successor) => successor.group !== '')
      .toSorted((one, other) => other.count - one.count)
    const hasAdded = newcomers.some(({ subject }) => !subject)
    return [{ group, pictures: ofGroup, successors, stay, newcomers: newcomers.length, hasAdded }]
  })
}

function questionOf({ group, pictures, successors, stay, newcomers }: ChangedClass): Question {
  const [successor] = successors
  const facts = [
    `${stay} of those in them are in it on this roster`,
    ...(successor ? [`${successor.count} are in "${successor.group}" now`] : []),
    ...(newcomers > 0 ? [`${newcomers} are new in "${group}"`] : []),
  ]
  return {
    kind: 'class-pictures',
    id: `class-pictures ${group} ${pictures
      .map(({ uuid }) => uuid)
      .toSorted()
      .join(' ')}`,
    text: `Class pictures of "${group}": ${pictures.length}. ${facts.join(', ')}`,
    options: [
      {
        value: 'leave',
        text: `they stay pictures of "${group}"${newcomers > 0 ? ', without those who are new in it' : ''}`,
      },
      ...successors.map((each) => ({
        value: `move ${each.group}`,
        text: `they go with those in them who are in "${each.group}" now${each.others > 0 ? `; the others there, ${each.others}, do not see them` : ''}`,
      })),
      ...(newcomers > 0
        ? [{ value: 'all', text: `everybody in "${group}" sees them, also those who are new in it` }]
        : []),
    ],
  }
}

/**
 * What an import has done without a decision, which leaves somebody without a picture, and the command that decides it: for a plan, whose people
 * have changed class, it is too late.
 */
function undecidedText(
  { group, pictures, successors, newcomers, hasAdded }: ChangedClass,
  { job, all }: { job: string; all: readonly ClassPicture[] },
): string {
  const isOne = pictures.length === 1
  const outcome =
    newcomers > 0
      ? `not shown to those who are new in it: ${newcomers}`
      : `still of it, though most are in "${successors[0]?.group}" now`
  const target = successors[0]?.group ?? group
  const names = pictures.map(({ uuid, fileName }) =>
    all.filter((each) => each.fileName === fileName).length > 1 ? uuid : fileName,
  )
  const move = ['./portraitkit jobs pictures', quoted(job), 'move', ...names.map(quoted), '--to-group', quoted(target)]
  const undo = hasAdded
    ? ''
    : `. If only those in ${isOne ? 'it' : 'them'} shall, undo this import ("jobs history" has its number) and decide it in a plan`
  return `${isOne ? 'The class picture' : `The ${pictures.length} class pictures`} of "${group}" ${isOne ? 'is' : 'are'} ${outcome}. Everybody in "${target}" sees ${isOne ? 'it' : 'them'} after ${move.join(' ')}${undo}`
}

/** As one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
