import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type DeliveredSet, findDeliveredSets, findWithheldSets } from '../jobs/collection.ts'
import { findUploads } from '../uploads/collection.ts'

/**
 * Why a customer does not see a picture: it is only withheld, so that it may be ordered again later, or it is lost: somebody else's, nobody's, or
 * deleted.
 */
export type Unseen = 'withheld' | 'lost'

/** Those of these pictures that a customer does not see now. `subjects` are those that the customer may see. */
export async function findUnseenPictures(
  app: App,
  provider: Provider,
  { customer, subjects, used }: { customer: string; subjects: readonly string[]; used: readonly string[] },
): Promise<ReadonlyMap<string, Unseen>> {
  if (used.length === 0) return new Map()
  const visible = picturesIn(await findDeliveredSets(app, provider.key, subjects))
  const others = used.filter((uuid) => !visible.has(uuid))
  if (others.length === 0) return new Map()
  const own = new Set((await findUploads(app, provider.key, customer)).map(({ uuid }) => uuid))
  const assigned = picturesIn(await findWithheldSets(app, provider.key, subjects))
  return new Map(
    others.filter((uuid) => !own.has(uuid)).map((uuid) => [uuid, assigned.has(uuid) ? 'withheld' : 'lost'] as const),
  )
}

/** Why nothing of these sets is seen, for those of which nothing is, by subject. */
export async function findUnseenSets(
  app: App,
  provider: Provider,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Unseen>> {
  const empty = (await findDeliveredSets(app, provider.key, subjects)).filter(({ pictures }) => pictures.length === 0)
  if (empty.length === 0) return new Map()
  const uuids = empty.map(({ subject }) => subject.uuid)
  const assigned = await findWithheldSets(app, provider.key, uuids)
  return new Map(
    assigned.map(({ subject, pictures }) => [subject.uuid, pictures.length > 0 ? 'withheld' : 'lost'] as const),
  )
}

/** What is said of something with several pictures: one that is lost needs the customer to act. */
export function worstOf(unseen: ReadonlyArray<Unseen | undefined>): Unseen | undefined {
  return unseen.includes('lost') ? 'lost' : unseen.find((each) => each)
}

function picturesIn(sets: readonly DeliveredSet[]): ReadonlySet<string> {
  return new Set(sets.flatMap(({ pictures }) => pictures.map(({ uuid }) => uuid)))
}
