import { createHash } from 'node:crypto'
import type { Design } from '@portraitkit/core/editor/contract.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import type { App } from '../app.ts'
import { isDuplicate, ofProvider } from '../db/ofProvider.ts'
import type { Collection, Customer } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

/**
 * An unfinished design of a customer. Its id follows from customer and uuid: the browser makes the uuid, and one that
 * another customer has made reaches nothing of theirs.
 */
export type StoredDesign = {
  _id: string
  provider: string
  customer: string
  uuid: string
  /** Counts saves. */
  version: number
  product: string
  changed: Date
  content: DesignContent
}

export const designCollections: Collection[] = [
  {
    name: 'designs',
    indexes: [
      { key: { provider: 1, customer: 1, changed: -1 } },
      { key: { provider: 1, customer: 1, product: 1, changed: -1 } },
    ],
  },
]

function designsOf(app: App, provider: Provider) {
  return ofProvider<StoredDesign>(app, 'designs', provider.key)
}

function idOf(provider: Provider, customer: Customer, uuid: string): string {
  return createHash('sha256').update(`${provider.key} ${customer.uuid} ${uuid}`).digest('base64url').slice(0, 22)
}

export async function findDesign(
  app: App,
  provider: Provider,
  customer: Customer,
  uuid: string,
): Promise<Design | null> {
  const stored = await designsOf(app, provider).findOne({ _id: idOf(provider, customer, uuid) })
  return stored && shown(stored)
}

/** More unfinished designs of one product are kept, but nobody goes through them. */
const MOST_LISTED = 50

/** The unfinished designs of a product, the latest first. */
export async function findDesigns(
  app: App,
  provider: Provider,
  customer: Customer,
  product: string,
): Promise<Design[]> {
  const stored = await designsOf(app, provider)
    .find({ customer: customer.uuid, product }, { sort: { changed: -1 }, limit: MOST_LISTED })
    .toArray()
  return stored.map(shown)
}

/** So many can be gone on with from anywhere. */
const MOST_UNFINISHED = 5

/** The designs of all products that were changed last, the latest first. */
export async function findUnfinished(app: App, provider: Provider, customer: Customer): Promise<Design[]> {
  const stored = await designsOf(app, provider)
    .find({ customer: customer.uuid }, { sort: { changed: -1 }, limit: MOST_UNFINISHED })
    .toArray()
  return stored.map(shown)
}

/** So many designs of a customer are kept: who begins more has long left the oldest behind. */
const MOST_KEPT = 100

export type Save = { uuid: string; version: number; product: string; content: DesignContent }

/**
 * Saves a design that builds on `version`. Answers `saved: false` and the stored design where another window was faster,
 * none where it is gone: only a save that builds on nothing makes a design.
 */
export async function saveDesign(
  app: App,
  provider: Provider,
  customer: Customer,
  { uuid, version, product, content }: Save,
  now: Date,
): Promise<{ saved: boolean; design: Design | null }> {
  const _id = idOf(provider, customer, uuid)
  const designs = designsOf(app, provider)
  const replaced = await designs.findOneAndUpdate(
    { _id, version },
    { $set: { product, content, changed: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  )
  if (replaced) return { saved: true, design: shown(replaced) }
  if (version > 0) {
    const stored = await designs.findOne({ _id })
    return { saved: false, design: stored && shown(stored) }
  }
  const fresh = { _id, customer: customer.uuid, uuid, version: version + 1, product, changed: now, content }
  try {
    await designs.insertOne(fresh)
    await dropOldest(app, provider, customer, _id)
    return { saved: true, design: shown({ ...fresh, provider: provider.key }) }
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const stored = await designs.findOne({ _id })
  // Deleted between the two: try once more, there is nothing in the way now.
  return stored
    ? { saved: false, design: shown(stored) }
    : saveDesign(app, provider, customer, { uuid, version, product, content }, now)
}

async function dropOldest(app: App, provider: Provider, customer: Customer, fresh: string): Promise<void> {
  const others = { customer: customer.uuid, _id: { $ne: fresh } }
  const sort = { changed: -1 } as const
  const old = await designsOf(app, provider)
    .find(others, { sort, skip: MOST_KEPT - 1, projection: { _id: 1 } })
    .toArray()
  if (old.length > 0) await designsOf(app, provider).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })
}

/** False where there was none. */
export async function deleteDesign(app: App, provider: Provider, customer: Customer, uuid: string): Promise<boolean> {
  const { deletedCount } = await designsOf(app, provider).deleteOne({ _id: idOf(provider, customer, uuid) })
  return deletedCount > 0
}

function shown({ uuid, version, product, changed, content }: StoredDesign): Design {
  return { uuid, version, product, changed: changed.toISOString(), content }
}
