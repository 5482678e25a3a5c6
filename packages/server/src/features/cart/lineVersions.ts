import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { CallContext } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { grantedSubjects } from '../access/grants.ts'
import { type DeliveredSet, findDeliveredSets } from '../jobs/collection.ts'
import { rewriteLines } from './collection.ts'
import type { LineVersion } from './line.ts'
import { downloadsOf, linePictures, type PricedLine, type StoredLine } from './lineKinds.ts'

/**
 * A line shows its pictures with the files that they have now. It also records with which ones its customer has seen it, so that the cart says
 * which line looks different since, and nothing is ordered that its customer has not seen.
 */

type Shop = { app: App; provider: Provider; customer: string }

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

/** Whether a picture of a line has another file than when its customer saw it last. */
export function isReplacedIn(line: StoredLine, sets: readonly DeliveredSet[]): boolean {
  const seen = new Map(line.versions?.map(({ picture, version }) => [picture, version]))
  return picturesInLine(line, sets).some(({ uuid, version = null }) => (seen.get(uuid) ?? null) !== version)
}

/** The sets of a customer, if any of these lines shows pictures. */
export async function setsForLines(
  { app, provider, customer }: Shop,
  lines: readonly StoredLine[],
): Promise<DeliveredSet[]> {
  if (!lines.some((line) => linePictures(line).length + downloadsOf(line).length > 0)) return []
  return findDeliveredSets(app, provider.key, await grantedSubjects(app, provider, customer))
}

/** These lines, with the versions in which their customer sees their pictures now. */
export async function asSeen<Line extends StoredLine>(
  { app, provider, customer }: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'>,
  lines: readonly Line[],
): Promise<Line[]> {
  const sets = await setsForLines({ app, provider, customer: customer.uuid }, lines)
  return lines.map((line) => withVersions(line, versionsIn(line, sets)))
}

/** A line with these versions instead of those that it has. */
export function withVersions<Line extends StoredLine | PricedLine>(
  { versions: _before, ...line }: Line,
  versions: LineVersion[],
): Line {
  return { ...line, ...(versions.length > 0 && { versions }) } as unknown as Line
}

/** Records that a customer sees these lines now as they are priced: with other pictures it is another cart. */
export async function acknowledgeVersions(
  { app, provider, customer }: Pick<CallContext<'customer'>, 'app' | 'provider' | 'customer'>,
  priced: readonly PricedLine[],
): Promise<void> {
  const seen = new Map(priced.map((line) => [line.uuid, line.versions ?? []]))
  await rewriteLines(app, provider.key, customer.uuid, randomUUID(), (lines) =>
    lines.map((line) => {
      const versions = seen.get(line.uuid)
      return versions ? withVersions(line, versions) : line
    }),
  )
}
