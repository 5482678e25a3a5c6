import type { App } from '../app.ts'
import { type ProviderCollection, providerCollection } from '../db/providerCollection.ts'
import type { Collection } from '../feature.ts'

/** That something was deleted for good, or withheld from somebody: ids alone, no personal data. */
export type Deletion = {
  _id: string
  provider: string
  /** Which feature repeats it, and how: a key of its `repeatDeletion` or its `repeatWithholding`. */
  kind: string
  /** Of what was deleted or withheld, as its feature needs it. */
  id: string
  time: Date
  /** What was withheld is no longer. */
  isOver?: true
}

type StoredDeletion = Deletion & {
  /** False until the deletion is complete: it is recorded before it begins. */
  done: boolean
  expires: Date
}

export const deletionCollections: Collection[] = [
  {
    name: 'deletions',
    isImpersonal: true,
    indexes: [
      { key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
      { key: { provider: 1 } },
      { key: { provider: 1, kind: 1, id: 1 } },
    ],
  },
]

/** Days for which deletions are recorded: a backup that is older restores what was deleted since. */
export const RETENTION_DAYS = 400
export const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60_000

const deletionsOf = (app: App, provider: string): ProviderCollection<StoredDeletion> =>
  providerCollection<StoredDeletion>(app, 'deletions', provider)

export async function storeDeletions(
  app: App,
  provider: string,
  deletions: readonly Deletion[],
  done = false,
): Promise<void> {
  const stored = deletions.map((each) => ({
    ...each,
    done,
    expires: new Date(each.time.getTime() + RETENTION_MS),
  }))
  await deletionsOf(app, provider).insertMany(stored)
}

export async function markDone(app: App, provider: string, deletions: readonly Deletion[]): Promise<void> {
  await deletionsOf(app, provider).updateMany({ _id: { $in: idsOf(deletions) } }, { $set: { done: true } })
}

/** Those of these deletions that the database has not recorded as done; it records them now. */
export async function storeOpen(app: App, provider: string, deletions: readonly Deletion[]): Promise<Deletion[]> {
  const found = await deletionsOf(app, provider)
    .find({ _id: { $in: idsOf(deletions) } }, { projection: { done: 1 } })
    .toArray()
  const known = new Map(found.map(({ _id, done }) => [_id, done]))
  const missing = deletions.filter(({ _id }) => !known.has(_id))
  if (missing.length > 0) await storeDeletions(app, provider, missing)
  return deletions.filter(({ _id }) => !known.get(_id))
}

/** All deletions of a provider that the database has recorded. */
export async function findDeletions(app: App, provider: string): Promise<Deletion[]> {
  const found = await deletionsOf(app, provider).find({}).toArray()
  return found.map(({ _id, kind, id, time, isOver }) => ({ _id, provider, kind, id, time, ...(isOver && { isOver }) }))
}

/** The ids of one kind that begin with `prefix` and are withheld by the latest record about each. */
export async function findWithheldIds(app: App, provider: string, kind: string, prefix: string): Promise<string[]> {
  const found = await deletionsOf(app, provider)
    .find({ kind, id: { $gte: prefix, $lt: `${prefix}\uffff` } })
    .toArray()
  const latest = new Map(
    found.toSorted((one, other) => one.time.getTime() - other.time.getTime()).map((each) => [each.id, each]),
  )
  return [...latest.values()].flatMap(({ id, isOver }) => (isOver ? [] : id))
}

/** The deletions of one kind of a provider, and whether they are complete. */
export async function findDeletionsOfKind(
  app: App,
  provider: string,
  kind: string,
): Promise<Pick<StoredDeletion, 'id' | 'time' | 'done'>[]> {
  return deletionsOf(app, provider).find({ kind }).toArray()
}

const idsOf = (deletions: readonly Deletion[]) => deletions.map(({ _id }) => _id)
