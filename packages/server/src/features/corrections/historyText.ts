import { plain } from '../../platform/command.ts'
import { counted } from '../jobs/counted.ts'
import type { JobLoss } from '../jobs/sights/jobSight.ts'
import type { Consent } from '../jobs/subjectState.ts'
import type { HistoryEntry, HistoryPerson } from './history.ts'

/** A line of the history as `jobs history` prints it. */
export function historyLine(entry: HistoryEntry): string {
  const { number, at, by, command, reverses, reversedBy } = entry
  const what = command === 'undo' ? `undo of ${reverses}` : command
  const undone = reversedBy === undefined ? '' : `  undone by ${reversedBy}`
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  return `${number}  ${time} UTC  ${what}  ${plain(contentOf(entry))}  ${plain(by ?? 'unknown')}${undone}`
}

/** More than these are only counted. */
const NAMED_PEOPLE = 5

function contentOf({ people, pictures, command, losses }: HistoryEntry): string {
  if (losses.length > 0) return losses.map(lossText).join(', ')
  const ofPictures = counted(pictures, 'picture')
  if (command === 'import')
    return [...peopleTexts(people), ...(people.length === 0 || pictures > 0 ? [ofPictures] : [])].join('; ')
  // With whom somebody became one person says of both what changed.
  const merged = people.filter(({ after }) => after.merged)
  const named = merged.length > 0 ? merged : people
  if (named.length > 0) return peopleTexts(named).join(', ')
  const isOfPictures =
    ['move', 'add', 'reject', 'hide', 'show', 'replace', 'decide-group'].includes(command) || pictures > 0
  return isOfPictures ? ofPictures : 'what is no longer stored'
}

function lossText(loss: JobLoss): string {
  if (loss.of === 'job') return 'whole job'
  return loss.of === 'class' ? `class ${loss.group}` : `${loss.purpose} no`
}

function peopleTexts(people: readonly HistoryPerson[]): string[] {
  return people.length > NAMED_PEOPLE ? [`${people.length} people`] : people.map(personText)
}

function personText(person: HistoryPerson): string {
  const { name, into, before, after } = person
  const who = name ?? 'somebody deleted'
  if (after.merged) return `${who} is ${into ?? 'somebody deleted'}`
  const changes = changedTexts(person)
  const more = changes.join(', ')
  if (before.name !== undefined) return `${before.name} → ${after.name}${more && ` (${more})`}`
  return more ? `${who}: ${more}` : who
}

/** Of what nobody is shown, the history says only that it was changed. */
const DETAILS = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['teacher', 'teacher'],
  ['grade', 'grade'],
  ['guardians', 'guardians'],
] as const

/** What was changed besides the name. An address is not named: who reads a history need not read addresses. */
function changedTexts({ before, after, hasCode, card }: HistoryPerson): string[] {
  return [
    ...(before.group === undefined ? [] : [`${before.group || 'no class'} → ${after.group || 'no class'}`]),
    ...(before.key === undefined ? [] : [`key "${before.key}" → "${after.key}"`]),
    ...(hasCode ? ['code'] : []),
    ...(card ? [`card ${card.number}`] : []),
    ...('contact' in after ? ['addresses'] : []),
    ...DETAILS.flatMap(([field, text]) => (field in after ? [text] : [])),
    ...('attendance' in after ? [after.attendance?.is ?? 'expected'] : []),
    ...('consent' in after ? [answersText(before.consent ?? {}, after.consent ?? {})] : []),
  ]
}

function answersText(earlier: Consent, later: Consent): string {
  const purposes = Object.keys({ ...earlier, ...later }) as (keyof Consent)[]
  const changed = purposes.filter((purpose) => earlier[purpose]?.at.getTime() !== later[purpose]?.at.getTime())
  return changed.map((purpose) => `${purpose} ${later[purpose]?.answer ?? 'not asked'}`).join(', ')
}
