import { followMerges } from '../jobs/followMerges.ts'
import type { JobMember } from '../jobs/importStore.ts'
import { sortedWords } from '../jobs/nameWords.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import { joinGuardians } from '../jobs/subjectDetails.ts'
import type { StoredPerson } from './plannedPerson.ts'
import { type Decisions, decisionOf, type Question } from './questions.ts'
import { isContradicted } from './renamedPeople.ts'
import { areSimilarNames } from './samePerson.ts'

/** Somebody who is one person with another one of the job: a roster, a file or a card with their key means that other one. */
export type MergedPerson<P extends JobMember = StoredPerson> = Pick<
  JobMember,
  'uuid' | 'key' | 'name' | 'group' | 'earlierKeys'
> & { person: P }

/** The people of a job, each once, and under which other keys it knows them. */
export function splitMerged<P extends JobMember>(stored: readonly P[]): { people: P[]; merged: MergedPerson<P>[] } {
  return {
    people: stored.filter((each) => !each.merged),
    merged: stored
      .filter((each) => each.merged)
      .map((each) => ({ ...each, person: followMerges(each, stored) }))
      .filter(({ person }) => !person.merged),
  }
}

/** The rows of a roster, each person once; `undecided` are those of whom it is uncertain who they are. */
export type ResolvedRows = { rows: RosterRow[]; undecided: RosterRow[]; questions: Question[] }

/** Makes rows with the key of somebody who is one person with another one rows of that other one. */
export function resolveMerged(
  rows: readonly RosterRow[],
  merged: readonly MergedPerson[],
  decisions: Decisions,
): ResolvedRows {
  const byKey = new Map(merged.map((each) => [fold(each.key), each]))
  const resolved: ResolvedRows = { rows: [], undecided: [], questions: [] }
  const certain: { row: RosterRow; of: MergedPerson }[] = []
  for (const row of rows) {
    const of = byKey.get(fold(row.key))
    if (!of) {
      resolved.rows.push(row)
      continue
    }
    const question = isCertain(row, of) ? null : mergedQuestion(row, of)
    if (question) resolved.questions.push(question)
    if (question && decisionOf(question, decisions) === 'leave') resolved.undecided.push(row)
    else certain.push({ row, of })
  }
  for (const { row, of } of certain) {
    const at = resolved.rows.findIndex(({ key }) => fold(key) === fold(of.person.key))
    const own = resolved.rows[at]
    if (own) resolved.rows[at] = bothRows(own, row)
    else resolved.rows.push(rowOf(row, of))
  }
  return resolved
}

/** Lists are numbered anew: the key alone does not say that it is the same person. */
function isCertain(row: RosterRow, { name: before, group, person }: MergedPerson): boolean {
  const { name } = row
  const names = [before, person.name, ...(person.rosterValues?.name === undefined ? [] : [person.rosterValues.name])]
  if (names.some((each) => sortedWords(each) === sortedWords(name))) return true
  const isOther = isContradicted(row, person) && isContradicted(row, { ...person, group })
  return !isOther && names.some((each) => areSimilarNames(each, name))
}

function mergedQuestion(row: RosterRow, { name, person }: MergedPerson): Question {
  return {
    kind: 'person',
    id: `merged ${fold(row.key)} ${fold(row.name)}`,
    line: row.line,
    text: `(${row.name}) has the key "${row.key}" of ${name}, who is one person with ${person.name} ("${person.key}")`,
    options: [
      { value: 'leave', text: 'leave this line out; somebody else needs another key' },
      { value: 'same', text: `it is ${person.name} ("${person.key}")` },
    ],
  }
}

/** A row of the person who is kept, as the roster has it. Repeating the name and class of the one who was merged changes neither. */
function rowOf(row: RosterRow, { name: merged, group: ofMerged, person }: MergedPerson): RosterRow {
  const { key, name, group, rosterValues, contact, guardians } = person
  const known = [contact.email ?? [], contact.others ?? []].flat()
  return {
    ...row,
    key,
    name: fold(row.name) === fold(merged) ? (rosterValues?.name ?? name) : row.name,
    group: fold(row.group) === fold(ofMerged) ? (rosterValues?.group ?? group) : row.group,
    emails: row.emails.length > 0 ? [...new Set([...known, ...row.emails])] : [],
    ...(row.guardians && joinGuardians({ guardians: guardians ?? null }, row)),
  }
}

/** Both are on the roster: the kept one's row with what the other one adds. */
export function bothRows(own: RosterRow, other: RosterRow): RosterRow {
  return {
    ...own,
    code: own.code ?? other.code,
    ...((own.isRestricted || other.isRestricted) && { isRestricted: true as const }),
    files: [...new Set([...own.files, ...other.files])],
    favorite: own.favorite ?? other.favorite,
    emails: [...new Set([...own.emails, ...other.emails])],
    ...joinGuardians(own, other),
    phone: own.phone ?? other.phone,
  }
}
