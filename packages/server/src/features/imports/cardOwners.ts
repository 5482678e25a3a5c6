import type { CardDoubt } from '../cards/frame.ts'
import type { CardException, CardFrame, SortedFrames } from '../cards/sortByCards.ts'
import type { JobMember } from '../jobs/importStore.ts'
import type { AssignmentReason } from '../jobs/picture.ts'
import { fold, type RosterRow } from '../jobs/roster.ts'
import type { CardOwnerException, FileException } from './fileException.ts'

/** The cards in the photographs of an import, and who holds them. */
export type ImportCards = { sorted: SortedFrames; holders: ReadonlyMap<string, JobMember> }

/** Those whose picture a file is, all by the same evidence; a picture of groups, which a person has decided, is of no rows. */
export type Owners = { rows: RosterRow[]; why: AssignmentReason; groups?: readonly string[] }

/** Whose picture each file is, and the files that may be somebody else's. */
export type FoundOwners = {
  owners: Map<string, Owners>
  exceptions: Map<string, FileException>
}

const MAY_BE_CARDS: ReadonlySet<CardFrame['kind']> = new Set(['unreadable', 'out-of-focus'])

/** The photographs in which a card was read: whatever their names and folders say, they are not shown to anybody. */
export function filesOfCards(cards: ImportCards | undefined): ReadonlySet<string> {
  const frames = cards?.sorted.cardFrames ?? []
  const isCard = ({ kind, numbers }: CardFrame) => !MAY_BE_CARDS.has(kind) || numbers.length > 0
  return new Set(frames.filter(isCard).map(({ file }) => file))
}

/**
 * Adds the owners that the cards name, and returns the new exceptions for the report. A file that its name, its folder or the roster gives
 * to somebody else than its card is an exception; one whose card is doubtful belongs to whom they name. What is an exception already
 * stays one. A file that may show a card is left out, unless the roster names it: then somebody has looked at it. Of a file in the folder
 * of a group no card says whose it is.
 */
export function addCardOwners(
  { owners, exceptions }: FoundOwners,
  rows: readonly RosterRow[],
  { sorted, holders }: ImportCards,
  isInGroup: (file: string) => boolean,
): CardOwnerException[] {
  const rowOf = new Map(rows.map((row) => [fold(row.key), row]))
  const refused: CardOwnerException[] = []
  const refuse = (exception: CardOwnerException) => {
    owners.delete(exception.file)
    exceptions.set(exception.file, exception)
    refused.push(exception)
  }
  for (const { file, subject, card } of sorted.assignments) {
    if (exceptions.has(file) || isInGroup(file)) continue
    const holder = holders.get(subject)
    const row = holder && rowOf.get(fold(holder.key))
    const named = owners.get(file)?.rows
    if (row && !named) owners.set(file, { rows: [row], why: 'qr-card' })
    else if (holder && !row) refuse(notOnRoster(file, card, holder))
    else if (holder && row && named && !named.includes(row)) refuse(contradiction(file, card, row, named))
  }
  for (const exception of sorted.exceptions) {
    const { file } = exception
    if (!exceptions.has(file) && !owners.has(file) && !isInGroup(file)) refuse(doubtful(exception))
  }
  for (const frame of sorted.cardFrames) {
    const exception = withoutHolder(frame)
    if (exception && owners.get(frame.file)?.why !== 'roster-row') refuse(exception)
  }
  return refused
}

function contradiction(file: string, card: string, row: RosterRow, named: readonly RosterRow[]): CardOwnerException {
  const people = [row, ...named].map(({ key, name, group }) => ({ key, name, group, row }))
  const others = named.map(personText).join(' and ')
  const text = `was left out: the card in ${card} says ${personText(row)}, its name, folder or the roster says ${others}; import it without --cards if they are right`
  return { file, reason: 'card-contradiction', people, text }
}

function notOnRoster(file: string, card: string, { key, name, group }: JobMember): CardOwnerException {
  const text = `was left out: the card in ${card} is of ${personText({ key, name })}, who is not on this roster; add them to it`
  return { file, reason: 'card-not-on-roster', people: [{ key, name, group, row: null }], text }
}

const personText = ({ name, key }: { name: string; key: string }) => `${name} ("${key}")`

const FRAME_TEXTS: Record<Exclude<CardFrame['kind'], 'person' | 'blank'>, [CardDoubt, (cards: string) => string]> = {
  unreadable: [
    'unreadable-card',
    () =>
      'it may show a card that cannot be read, or is damaged; if there is none in it, name it in the column files or import it without --cards',
  ],
  'out-of-focus': [
    'out-of-focus',
    () =>
      'all of it is out of focus, or too dark, so that it may be a photograph of a card; if it is not, name it in the column files or import it without --cards',
  ],
  two: ['two-cards', (cards) => `it shows two cards${cards}; photographs after it are named by neither`],
  foreign: ['foreign-card', () => 'it shows a card of another job or shop, or of somebody who was deleted'],
}

/** A photograph of a card that names nobody. A blank card names a walk-in. */
function withoutHolder({ file, kind, numbers }: CardFrame): CardOwnerException | null {
  if (kind === 'person' || kind === 'blank') return null
  const [reason, textOf] = FRAME_TEXTS[kind]
  const text = `was left out: ${textOf(numbers.length > 0 ? `, ${numbers.join(' and ')}` : '')}`
  return { file, reason, people: [], text }
}

const REMEDY = 'put it into the folder of the right person, or name it in the column files'

function doubtful({ file, reason, evidence, numbers }: CardException): CardOwnerException {
  return { file, reason, people: [], text: `was left out: ${WHY[reason](evidence.join(' and '), numbers)}; ${REMEDY}` }
}

const WHY: Record<CardDoubt, (evidence: string, numbers: readonly number[]) => string> = {
  'no-card': () => 'its camera took it before any card',
  'unreadable-card': (evidence) => `the card before it, in ${evidence}, cannot be read`,
  'out-of-focus': (evidence) =>
    `the photograph before it, ${evidence}, is out of focus, or too dark, and may be of another card`,
  'two-cards': (evidence) => `there are two cards before it, in ${evidence}`,
  'foreign-card': (evidence) =>
    `the card before it, in ${evidence}, is of another job or shop, or of somebody who was deleted`,
  'walk-in': (evidence, [number]) =>
    `it belongs to the walk-in with blank card ${number}, in ${evidence}, who has no name yet: give the card a name with "jobs cards --card ${number}" and import again, or else`,
  'card-again': (evidence) =>
    `its card was photographed again after another one, in ${evidence}: somebody came back (import with --card-returns), or held the wrong card`,
  'long-run': (evidence) =>
    `more photographs than usual follow its card, in ${evidence}: another card may be missing among them (--max-frames says how many there may be)`,
  order: (evidence) =>
    `its time and its number give different cards${evidence && `, in ${evidence}`}: the clock was changed, files were renamed, or a card between them cannot be read`,
  'no-time': (evidence) =>
    `it is unknown when it, or a file beside it, was taken${evidence && `, in ${evidence}`}: the file does not say so, and its name is not counted`,
  'other-camera': (evidence) =>
    `two cameras may have photographed the same people, and do not agree, in ${evidence} (if they were at different places, import their folders one after the other)`,
  'several-cameras': () =>
    'its folder seems to contain the files of several cameras that do not say which they are: give each camera a folder of its own, or else',
}
