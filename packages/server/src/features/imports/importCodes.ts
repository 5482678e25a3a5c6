import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { SubjectHistory } from '../../platform/subjectHistory.ts'
import { GUESSING, SAFE_LENGTH, yearsToHit } from '../access/codeStrength.ts'
import { CodeTakenError, codeId, codesOfSubject, createCode, saveCode, subjectsOfCode } from '../access/codes.ts'
import { isDisputedCode } from '../access/disputedCodes.ts'
import { isEndedCode, leaveSharedCodes } from '../access/replaceCodes.ts'
import { findAllSubjects, type Subject } from '../jobs/collection.ts'
import type { RosterRow } from '../jobs/roster.ts'
import type { CodesDecision } from './codeQuestion.ts'
import type { ImportWarning } from './importReport.ts'
import { othersOf, recordCode, settleCodes } from './settleCodes.ts'

export type Person = { row: RosterRow; subject: Pick<Subject, 'uuid'>; isNew: boolean }
/** So many people take a moment, of the minute that a lease lasts. */
export const RENEWED_EVERY = 100

export type AssignedCodes = { codes: Map<string, string>; problems: ImportWarning[]; notes: ImportWarning[] }

/** Assigns every person a code: the roster's, the one from an earlier import, or a new one. `renew` is called from time to time. */
export async function assignCodes(
  app: App,
  provider: Provider,
  jobUuid: string,
  people: readonly Person[],
  { history, decision, renew }: { history: SubjectHistory; decision: CodesDecision; renew: () => Promise<void> },
): Promise<AssignedCodes> {
  const save = async (code: string, sharing: readonly Person[]) => {
    const opened = await subjectsOfCode(app, provider, code)
    // Whoever is new has no other code: with the person it stays after an undo.
    for (const { subject } of sharing.filter((each) => !each.isNew && !opened.includes(each.subject.uuid)))
      await recordCode(history, subject.uuid, { id: codeId(provider, code), is: 'given' })
    return saveForJob(app, provider, jobUuid, { code, subjects: sharing.map(({ subject }) => subject.uuid) })
  }
  const codes = await codesOf(
    app,
    provider,
    people.map(({ subject }) => subject.uuid),
  )
  const problems: ImportWarning[] = []
  const notes: ImportWarning[] = []
  const given = Map.groupBy(
    people.filter(({ row }) => row.code !== null),
    ({ row }) => row.code as string,
  )
  const { lost, disputed } = await settleCodes(app, provider, jobUuid, { given, people, decision, history })
  for (const { uuid, code } of lost) if (codes.get(uuid) === code) codes.delete(uuid)
  if (disputed > 0) problems.push(wayBackWarning(disputed, await history.number()))
  for (const [code, sharing] of given) {
    await renew()
    const uuids = sharing.map(({ subject }) => subject.uuid)
    if (await isEndedCode(app, provider, code)) {
      for (const { row, subject } of sharing) (codes.has(subject.uuid) ? notes : problems).push(endedCodeWarning(row))
      continue
    }
    const others = await othersOf(app, provider, code, uuids)
    if (await isDisputedCode(app, provider, code)) {
      const isHere = await isDisputedCode(app, provider, code, jobUuid)
      problems.push(...sharing.map(({ row }) => disputedWarning(row, isHere)))
    } else if (others.length > 0 && others.every(({ jobUuid: of }) => of === jobUuid)) {
      problems.push(...sharing.map(({ row }) => othersCodeWarning(row, others)))
    } else if (await save(code, sharing)) {
      if (sharing.length > 1) notes.push(sharedNote(sharing))
      for (const person of sharing) notes.push(...(await separate(app, provider, { code, person, people, history })))
      notes.push(...(await separateEmpty(app, provider, { code, sharing, people, codes, history })))
      for (const uuid of uuids) codes.set(uuid, code)
    } else {
      problems.push(...sharing.map(({ row }) => duplicateCodeWarning(row)))
    }
  }
  for (const [at, { subject }] of people.entries()) {
    if (at % RENEWED_EVERY === 0) await renew()
    if (!codes.has(subject.uuid)) codes.set(subject.uuid, await createCode(app, provider, subject.uuid))
  }
  notes.push(...weaknessNotes([...given.keys()].filter((code) => [...codes.values()].includes(code))))
  return { codes, problems, notes }
}

type Separation = { code: string; person: Person; people: readonly Person[]; history: SubjectHistory }

/**
 * Somebody with another code than before: one that they shared with somebody else of the roster opens them no longer, because the roster says so.
 * One of their own stays, until somebody ends it.
 */
async function separate(
  app: App,
  provider: Provider,
  { code, person: { row, subject }, people, history }: Separation,
): Promise<ImportWarning[]> {
  const others = people.filter((each) => each.row.code !== code)
  const isOther = (uuid: string) => others.some((each) => each.subject.uuid === uuid)
  const left = await leaveSharedCodes(
    app,
    provider,
    subject.uuid,
    (stored) => stored.code !== code && stored.subjects.some(isOther),
    ({ _id: id }) => recordCode(history, subject.uuid, { id, is: 'taken' }),
  )
  const names = others.filter((each) => left.some(({ subjects }) => subjects.includes(each.subject.uuid)))
  if (names.length > 0) return [separatedNote(row, names)]
  const own = await codesOfSubject(app, provider, subject.uuid)
  return own.some((each) => each !== code) ? [secondCodeNote(row)] : []
}

type EmptyCells = Omit<Separation, 'person'> & { sharing: readonly Person[]; codes: Map<string, string> }

/** Those whose line has no code leave one that the same roster gives to somebody else: so a list is corrected that gave it to both by mistake. */
async function separateEmpty(
  app: App,
  provider: Provider,
  { code, sharing, people, codes, history }: EmptyCells,
): Promise<ImportWarning[]> {
  const opened = await subjectsOfCode(app, provider, code)
  const isSharing = (uuid: string) => sharing.some(({ subject }) => subject.uuid === uuid)
  const empty = people.filter(
    ({ row, subject: { uuid } }) => row.code === null && opened.includes(uuid) && !isSharing(uuid),
  )
  for (const { uuid } of empty.map(({ subject }) => subject)) {
    const isLeft = (stored: { code: string }) => stored.code === code
    const record = ({ _id: id }: { _id: string }) => recordCode(history, uuid, { id, is: 'taken' })
    await leaveSharedCodes(app, provider, uuid, isLeft, record)
    const [own] = await codesOfSubject(app, provider, uuid)
    if (own === undefined) codes.delete(uuid)
    else codes.set(uuid, own)
  }
  return empty.map(({ row }) => separatedNote(row, sharing))
}

/** The codes that open these subjects, by subject uuid. */
async function codesOf(app: App, provider: Provider, subjects: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    subjects.map(async (uuid) => [uuid, (await codesOfSubject(app, provider, uuid))[0]] as const),
  )
  return new Map(found.flatMap(([uuid, code]) => (code === undefined ? [] : [[uuid, code] as const])))
}

/** Adds these subjects to the code; returns false, without any change, if it opens somebody of another job. */
async function saveForJob(
  app: App,
  provider: Provider,
  jobUuid: string,
  { code, subjects }: { code: string; subjects: readonly string[] },
): Promise<boolean> {
  const opened = await findAllSubjects(app, provider.key, await subjectsOfCode(app, provider, code))
  // Brothers and sisters of one job may share a code; the same code in two jobs is an accident.
  if (opened.some((subject) => subject.jobUuid !== jobUuid)) return false
  try {
    await saveCode(app, provider, { code, subjects: [...new Set([...opened.map(({ uuid }) => uuid), ...subjects])] })
    return true
  } catch (error) {
    if (error instanceof CodeTakenError) return false
    throw error
  }
}

function separatedNote(row: RosterRow, others: readonly Person[]): ImportWarning {
  const names = others.map((other) => `${other.row.name} ("${other.row.key}")`).join(' and ')
  const text = `(${row.name}) has a code of their own now: the one that they shared with ${names} opens them no longer. Accounts that have entered it still see them: "jobs new-code" with --alone and --end-access lists and ends that`
  return { line: row.line, text }
}

function secondCodeNote(row: RosterRow): ImportWarning {
  const text = `(${row.name}) has a second code: the one before opens the same, and is in the letters, until "jobs new-code" ends both`
  return { line: row.line, text }
}

/** A report and the task's result name a code by its line: whoever reads a code can see the pictures. */
function sharedNote(sharing: readonly Person[]): ImportWarning {
  const names = sharing.map(({ row }) => row.name).join(', ')
  return { line: sharing[0]?.row.line ?? 0, text: `has a code that opens the pictures of ${sharing.length}: ${names}` }
}

function wayBackWarning(disputed: number, number: number | null): ImportWarning {
  const opens = disputed === 1 ? '1 code that opened somebody opens' : `${disputed} codes that opened somebody open`
  return {
    text: `${opens} nobody now, because this list gives ${disputed === 1 ? 'it' : 'them'} to others. If the earlier list was right, its import brings ${disputed === 1 ? 'it' : 'them'} back, and so does "jobs undo" of number ${number}`,
  }
}

function disputedWarning(row: RosterRow, isHere: boolean): ImportWarning {
  if (!isHere) {
    const text = `(${row.name}) has a code about which two lists of another job differ, and that opens nobody; a new code was created instead`
    return { line: row.line, text }
  }
  const text = `(${row.name}) has a code that was somebody else's in this job, whose line has another one now: it opens nobody, because either family may have a letter with it. If only this one has, "jobs give-code" gives it to them; their code is another one until then`
  return { line: row.line, text }
}

function duplicateCodeWarning(row: RosterRow): ImportWarning {
  const text = `(${row.name}) has a code that another job already uses; a new code was created instead`
  return { line: row.line, text }
}

function endedCodeWarning(row: RosterRow): ImportWarning {
  const text = `(${row.name}) has a code that was ended and opens nothing any more: their letter has another one, see "jobs new-code"`
  return { line: row.line, text }
}

function othersCodeWarning(row: RosterRow, others: readonly Subject[]): ImportWarning {
  const names = others.map(({ name, key }) => `${name} ("${key}")`).join(' and ')
  const text = `(${row.name}) has a code that opens the pictures of ${names}, whose line does not have it: the codes were left as they are. Sisters and brothers may share a code if their lines say so`
  return { line: row.line, text }
}

/** One note for each length below ten characters, with the expected number of years until one of these codes is guessed. */
function weaknessNotes(codes: readonly string[]): ImportWarning[] {
  const short = Map.groupBy(
    codes.filter((code) => code.length < SAFE_LENGTH),
    (code) => code.length,
  )
  const { addresses, wrongCodesPerHour } = GUESSING
  return [...short.entries()].map(([length, same]) => ({
    text: [
      `${same.length} code${same.length === 1 ? ' of the roster has' : 's of the roster have'} only ${length} characters.`,
      `Somebody who guesses from ${addresses} addresses, each blocked after ${wrongCodesPerHour} wrong codes an hour, can be`,
      `expected to find one of them after ${yearsText(yearsToHit(same))}, sooner if codes are words or consecutive.`,
      `If the column is left empty, codes of 10 characters are created.`,
    ].join(' '),
  }))
}

function yearsText(years: number): string {
  const [value, unit] =
    years >= 1 ? [years, 'year'] : years * 365 >= 1 ? [years * 365, 'day'] : [years * 365 * 24, 'hour']
  const rounded = value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded.toLocaleString('en')} ${unit}${rounded === 1 ? '' : 's'}`
}
