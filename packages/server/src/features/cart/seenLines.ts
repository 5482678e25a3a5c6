import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { CallContext } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects } from '../access/grants.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { rewriteLines } from './collection.ts'
import { type LineBase, type LineVersion, uuidOf } from './line.ts'
import { downloadsOf, lineFilesOf, linePictures, type PricedLine, type StoredLine } from './lineKinds.ts'

/**
 * A line shows its pictures with the files that they have now, and of a whole set those that are in it now. It also records what its customer has
 * seen of both, so that the cart says which line is different since, and nothing is ordered that its customer has not seen.
 */

type Shop = { app: App; provider: Provider; customer: string }

/** What a line records about what its customer has seen; `groups` are the classes of the children of catalogues, by their uuids. */
type Seen = Pick<LineBase, 'versions' | 'setPictures'> & { groups?: ReadonlyMap<string, string> }

/** The pictures in a line's designs and downloads that these sets contain. */
function picturesInLine(line: StoredLine | PricedLine, sets: readonly DeliveredSet[]) {
  const designed = new Set(linePictures(line))
  const downloads = new Set(downloadsOf(line))
  return sets.flatMap(({ subject, pictures }) =>
    pictures.filter(({ uuid }) => downloads.has(subject.uuid) || downloads.has(uuid) || designed.has(uuid)),
  )
}

/** The versions of the pictures of a line as they are now, without those that were never replaced. */
export function versionsIn(line: StoredLine | PricedLine, sets: readonly DeliveredSet[]): LineVersion[] {
  const versions = new Map(
    picturesInLine(line, sets).flatMap(({ uuid, version }) => (version ? [[uuid, version] as const] : [])),
  )
  return [...versions].map(([picture, version]) => ({ picture, version }))
}

/** Whether a whole set of a subject is in a line, by itself or in a package. */
function hasWholeSet(line: StoredLine | PricedLine): boolean {
  const subjects = line.subjects.map(uuidOf)
  return downloadsOf(line).some((uuid) => subjects.includes(uuid))
}

/** The pictures of the whole sets of a line as they are now, each once. */
function setPicturesIn(line: StoredLine, sets: readonly DeliveredSet[]): string[] {
  const downloads = new Set(downloadsOf(line))
  const own = sets.filter(({ subject }) => downloads.has(subject.uuid))
  return [...new Set(own.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))]
}

/** What a customer sees of a line now. */
export function seenIn(line: StoredLine, sets: readonly DeliveredSet[]): Seen {
  return {
    versions: versionsIn(line, sets),
    ...(hasWholeSet(line) && { setPictures: setPicturesIn(line, sets) }),
  }
}

/** Whether a picture of a line has another file than when its customer saw it last. */
export function isReplacedIn(line: StoredLine, sets: readonly DeliveredSet[]): boolean {
  const seen = new Map(line.versions?.map(({ picture, version }) => [picture, version]))
  return picturesInLine(line, sets).some(({ uuid, version = null }) => (seen.get(uuid) ?? null) !== version)
}

/** Whether a whole set of a line lacks a picture that its customer has seen in it. */
export function isReducedIn(line: StoredLine, sets: readonly DeliveredSet[]): boolean {
  const now = new Set(setPicturesIn(line, sets))
  return line.setPictures?.some((uuid) => !now.has(uuid)) ?? false
}

/**
 * Whether the child of a catalogue, by itself or in a package, is in another class than when its customer saw it last: it is the book of that class now.
 */
export function isOfOtherClass(line: StoredLine, people: ReadonlyMap<string, { group: string }>): boolean {
  return seenGroups(line).some(([subject, group]) => {
    const person = people.get(subject)
    return person !== undefined && person.group !== group
  })
}

/** The children of the catalogues of a line, and their classes as its customer has seen them. */
function seenGroups(line: StoredLine): [subject: string, group: string][] {
  const books =
    line.kind === 'catalogue'
      ? [{ subject: line.subjects[0], group: line.group }]
      : line.kind === 'package'
        ? line.pieces
        : []
  return books.flatMap(({ subject, group }) => (subject && group !== undefined ? [[subject, group] as const] : []))
}

/** Whether it is unrecorded what a customer has seen of the sets of a line, because it is of an earlier version. */
export function isUnrecorded(line: StoredLine): boolean {
  return line.setPictures === undefined && hasWholeSet(line)
}

/** The sets of a customer, if any of these lines shows pictures. */
export async function setsForLines(
  { app, provider, customer }: Shop,
  lines: readonly StoredLine[],
): Promise<DeliveredSet[]> {
  if (!lines.some((line) => linePictures(line).length + downloadsOf(line).length > 0)) return []
  return findDeliveredSets(app, provider.key, await grantedSubjects(app, provider, customer))
}

/** These lines, with what their customer sees of them now. */
export async function asSeen<Line extends StoredLine>(
  { app, provider, customer }: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'>,
  lines: readonly Line[],
): Promise<Line[]> {
  const sets = await setsForLines({ app, provider, customer: customer.uuid }, lines)
  return lines.map((line) => withSeen(line, seenIn(line, sets)))
}

/** A line with this instead of what it has recorded. */
export function withSeen<Line extends StoredLine | PricedLine>(
  { versions: _versions, setPictures: _pictures, ...line }: Line,
  { versions = [], setPictures, groups }: Seen,
): Line {
  return {
    ...line,
    ...(versions.length > 0 && { versions }),
    ...(setPictures && { setPictures }),
    ...(groups && groupsIn(line as unknown as StoredLine, groups)),
  } as unknown as Line
}

/** The fields of a stored line in which the classes of its catalogues are recorded. */
function groupsIn(line: StoredLine, groups: ReadonlyMap<string, string>): Partial<StoredLine> {
  const ofSubject = (subject: string | null | undefined) => {
    const group = groups.get(subject ?? '')
    return group === undefined ? {} : { group }
  }
  if (line.kind === 'catalogue') return ofSubject(line.subjects[0])
  if (line.kind !== 'package') return {}
  return {
    pieces: line.pieces.map((piece) => ({ ...piece, ...(piece.type === 'CATALOGUE' && ofSubject(piece.subject)) })),
  }
}

/** Records that a customer sees these lines now as they are priced: with other pictures it is another cart. */
export async function acknowledgeLines(
  { app, provider, customer }: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'>,
  priced: readonly PricedLine[],
): Promise<void> {
  const seen = new Map(priced.map((line) => [line.uuid, seenOf(line)]))
  await rewriteLines(app, provider.key, customer.uuid, randomUUID(), (lines) =>
    lines.map((line) => {
      const now = seen.get(line.uuid)
      return now ? withSeen(line, now) : line
    }),
  )
}

function seenOf(line: PricedLine): Seen {
  const { versions = [] } = line
  return {
    versions,
    groups: groupsNow(line),
    ...(hasWholeSet(line) && { setPictures: [...new Set(lineFilesOf(line).map(({ uuid }) => uuid))] }),
  }
}

/** The classes of the children of its catalogues. */
function groupsNow(line: PricedLine): Map<string, string> {
  if (line.kind === 'catalogue') return new Map([[uuidOf(line.subjects[0] ?? ''), line.catalogue.group]])
  if (line.kind !== 'package') return new Map()
  return new Map(
    line.pieces.flatMap(({ catalogue, subject }) =>
      catalogue && subject ? [[subject.uuid, subject.group] as const] : [],
    ),
  )
}
