import { counted } from '../jobs/counted.ts'
import type { ImportWarning } from './importReport.ts'
import type { PersonChange, PlannedPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import type { RosterPlan } from './rosterPlan.ts'

/** What the report names of those who are absent; a plan lists all. */
const MAX_NAMES = 20

/** What a roster changes about people whom the job had before, and who is not on it. */
export function personNotes({ people, absent: stored, passedKeys }: RosterPlan): ImportWarning[] {
  const absent = stored.filter(({ isAdded }) => !isAdded)
  const changed = [...changeNotes(people), ...passedNotes({ people, passedKeys })]
  if (absent.length === 0) return changed
  return [...changed, absentNote(absent)]
}

function changeNotes(people: RosterPlan['people']): ImportWarning[] {
  return people.flatMap(({ row, ...planned }) => {
    const texts = planned.subject ? planned.changes.flatMap(changeText) : []
    return texts.length > 0 ? [{ line: row.line, text: `(${row.name}) ${texts.join(', ')}` }] : []
  })
}

/** Whose key somebody else has by the plan, and under which one the job has them. */
function passedNotes({ people, passedKeys }: Pick<RosterPlan, 'people' | 'passedKeys'>): ImportWarning[] {
  const rows = new Map(people.flatMap(({ row, subject }) => (subject ? [[subject, row] as const] : [])))
  return passedKeys.map(({ person, key, to }) => {
    const own = rows.get(person)
    const after = own ? `"${own.key}"` : `"${key}" until a list says otherwise`
    return { text: `${to} has the key "${person.key}", which was that of ${person.name}: theirs is ${after}` }
  })
}

function absentNote(absent: RosterPlan['absent']): ImportWarning {
  const names = absent
    .slice(0, MAX_NAMES)
    .map(({ name, key, group }) => `${name} ("${key}"${group ? `, ${group}` : ''})`)
  const more = absent.length - names.length
  const count = absent.length === 1 ? '1 person of the job is' : `${absent.length} people of the job are`
  const text = `${count} not on this roster and ${absent.length === 1 ? 'stays' : 'stay'} unchanged: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return { text }
}

/** Addresses are only counted: who reads a report need not read them. */
function changeText({ field, before, after }: PersonChange): string[] {
  if (field === 'email')
    return [
      `has ${counted(listOf(after).length, 'address', 'addresses')} instead of ${listOf(before).length}${lostText(before, after)}`,
    ]
  if (field === 'phone') return [after === '' ? 'has no telephone number any more' : 'has another telephone number']
  if (field === 'withdrawn') return ['is back: the import that had added them was undone']
  if (field === 'name') return [`was named ${before} before`]
  if (field === 'group')
    return [before === '' ? `is now in ${after}` : `is now in ${after || 'no group'} instead of ${before}`]
  if (field === 'key') return [`has the key "${after}" instead of "${before}"`]
  return []
}

const listOf = (addresses: string) => addresses.split(', ').filter(Boolean)

/** An address that is on the roster no longer gets no emails any more. */
function lostText(before: string, after: string): string {
  const lost = listOf(before).filter((each) => !listOf(after).includes(each)).length
  return lost === 0 ? '' : `; ${lost === 1 ? '1 of the earlier ones is' : `${lost} of the earlier ones are`} left out`
}

/** What is left out or stays apart, by a decision or for want of one. Files have warnings of their own. */
export function undecidedWarnings(questions: readonly Question[], decisions: Decisions): ImportWarning[] {
  const left = questions.filter(
    (question) => OF_PEOPLE.includes(question.kind) && decisionOf(question, decisions) === 'leave',
  )
  return left.map(({ id, kind, text, line, file }) => {
    const isDecided = decisions.has(id)
    return {
      ...(line !== undefined && { line }),
      ...(file !== undefined && { file }),
      text: kind === 'contacts' ? contactsText(text, isDecided) : `${text}. ${outcomeText(kind, isDecided)}`,
    }
  })
}

const OF_PEOPLE: readonly Question['kind'][] = ['person', 'groups', 'contacts']

const contactsText = (text: string, isDecided: boolean) =>
  isDecided ? `${text}, as decided` : `${text}. Make a plan with --plan to remove them`

function outcomeText(kind: Question['kind'], isDecided: boolean): string {
  const outcome = kind === 'person' ? 'The line was left out' : 'They stay different groups'
  return `${outcome}${isDecided ? ', as decided' : ': make a plan with --plan to decide it'}`
}

/** A question with its options, as an operator reads it. */
export function questionText({ text, file, line, options, namesAnybody }: Question, number: number): string {
  const place = file ?? (line === undefined ? '' : `Roster line ${line}`)
  const choices = options.map((option) => `     ${number}=${option.value}: ${option.text}`)
  const anybody = namesAnybody ? [`     ${number}=person <key>: it is a picture of somebody else in the job`] : []
  return [`${String(number).padStart(4)} ${place} ${text}`, ...choices, ...anybody].join('\n')
}

/** How many people and pictures a plan is about, in a few words each. */
export function planCounts({ people, absent, undecided }: RosterPlan): string {
  const isChanged = (planned: PlannedPerson) => planned.subject !== null && planned.changes.length > 0
  const isMoved = (planned: PlannedPerson) => planned.subject && planned.changes.some(({ field }) => field === 'group')
  const added = people.filter(({ subject }) => subject === null).length
  return [
    `${added} new`,
    `${people.filter(isChanged).length} changed (${people.filter(isMoved).length} to another group)`,
    `${people.filter((planned) => planned.subject !== null && !isChanged(planned)).length} unchanged`,
    `${undecided.length} undecided`,
    `${absent.length} not on the roster`,
  ].join(', ')
}
