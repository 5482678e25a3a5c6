import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { Collection, Customer } from '../feature.ts'
import type { Provider } from '../provider/document.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from './providerCollection.ts'

/**
 * Unfinished work of a customer. Its id follows from customer and uuid: the browser generates the uuid, and a uuid that another
 * customer generated gives no access to that customer's drafts.
 */
type StoredDraft<C> = {
  _id: string
  provider: string
  customer: string
  uuid: string
  /** The number of saves. */
  version: number
  product: string
  changed: Date
  content: C
}

/** A draft as calls return it. */
export type Draft<C> = { uuid: string; version: number; product: string; changed: string; content: C }

export type DraftSave<C> = { uuid: string; version: number; product: string; content: C }

/** The maximum number of drafts per customer: whoever starts more has long abandoned the oldest. */
const MAX_DRAFTS = 100
/** The maximum number of drafts listed per product: more are stored, but nobody goes through them. */
const MAX_LISTED = 50
/** The number of drafts offered on other pages to be continued. */
const MAX_UNFINISHED = 5

/**
 * What customers have started and not bought, in a collection of its own. Saves are checked by version; the oldest drafts are
 * deleted.
 */
export function createDrafts<C>(name: string) {
  const draftsOf = (app: App, provider: Provider) => providerCollection<StoredDraft<unknown>>(app, name, provider.key)
  const collections: Collection[] = [
    {
      name,
      indexes: [
        { key: { provider: 1, customer: 1, changed: -1 } },
        { key: { provider: 1, customer: 1, product: 1, changed: -1 } },
      ],
    },
  ]

  async function find(
    app: App,
    provider: Provider,
    customer: Pick<Customer, 'uuid'>,
    uuid: string,
  ): Promise<Draft<C> | null> {
    const stored = await draftsOf(app, provider).findOne({ _id: idOf(provider, customer, uuid) })
    return stored && showDraft(stored)
  }

  /** The drafts of a product, latest first. */
  async function findOf(app: App, provider: Provider, customer: Customer, product: string): Promise<Draft<C>[]> {
    const stored = await draftsOf(app, provider)
      .find({ customer: customer.uuid, product }, { sort: { changed: -1 }, limit: MAX_LISTED })
      .toArray()
    return stored.map(showDraft<C>)
  }

  /** The drafts of all products, most recently changed first. */
  async function findLatest(app: App, provider: Provider, customer: Customer): Promise<Draft<C>[]> {
    const stored = await draftsOf(app, provider)
      .find({ customer: customer.uuid }, { sort: { changed: -1 }, limit: MAX_UNFINISHED })
      .toArray()
    return stored.map(showDraft<C>)
  }

  /**
   * Saves a draft that builds on `version`. Returns `saved: false` with the stored draft if another window was faster, or without
   * one if the draft is gone: only a save that builds on nothing creates a draft.
   */
  async function save(
    app: App,
    provider: Provider,
    customer: Customer,
    { uuid, version, product, content }: DraftSave<C>,
    now: Date,
  ): Promise<{ saved: boolean; draft: Draft<C> | null }> {
    const _id = idOf(provider, customer, uuid)
    const draft = { _id, customer: customer.uuid, uuid, version, product, content }
    const { saved, stored } = await saveDraft(draftsOf(app, provider), draft, now)
    return { saved, draft: stored && showDraft(stored) }
  }

  /**
   * With a version, deletes only that version: returns `removed: false` with the stored draft if it is another one, without one
   * if it is gone.
   */
  async function remove(
    app: App,
    provider: Provider,
    customer: Pick<Customer, 'uuid'>,
    { uuid, version }: { uuid: string; version?: string | undefined },
  ): Promise<{ removed: boolean; draft: Draft<C> | null }> {
    const only = version === undefined ? {} : { version: Number(version) }
    const { deletedCount } = await draftsOf(app, provider).deleteOne({ _id: idOf(provider, customer, uuid), ...only })
    const removed = deletedCount > 0
    return { removed, draft: removed ? null : await find(app, provider, customer, uuid) }
  }

  /** Deletes these drafts of a customer, whatever their versions. */
  async function removeAll(app: App, provider: Provider, { uuid: customer }: { uuid: string }, uuids: string[]) {
    const ids = uuids.map((uuid) => idOf(provider, { uuid: customer }, uuid))
    await draftsOf(app, provider).deleteMany({ _id: { $in: ids } })
  }

  return { collections, find, findOf, findLatest, save, remove, removeAll, ...createSweeps<C>(draftsOf) }
}

/** Only `save` writes to a collection of drafts, so that its content is of that kind. */
function showDraft<C>({ uuid, version, product, changed, content }: Saved): Draft<C> {
  return { uuid, version, product, changed: changed.toISOString(), content: content as C }
}

type Drafts = ProviderCollection<StoredDraft<unknown>>
type Saved = Omit<StoredDraft<unknown>, 'provider'>

/** Saves a draft over its version `draft.version`, or as a new one. */
async function saveDraft(
  drafts: Drafts,
  draft: Omit<Saved, 'changed'>,
  changed: Date,
): Promise<{ saved: boolean; stored: Saved | null }> {
  const { _id, version, product, content } = draft
  const replaced = await drafts.findOneAndUpdate(
    { _id, version },
    { $set: { product, content, changed }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  )
  if (replaced) return { saved: true, stored: replaced }
  if (version > 0) return { saved: false, stored: await drafts.findOne({ _id }) }
  const fresh = { ...draft, version: version + 1, changed }
  try {
    await drafts.insertOne(fresh)
    await dropOldest(drafts, fresh)
    return { saved: true, stored: fresh }
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const stored = await drafts.findOne({ _id })
  // Deleted in the meantime: retry once, now there is no conflict.
  return stored ? { saved: false, stored } : saveDraft(drafts, draft, changed)
}

/** What is done with many drafts of many customers. */
const createSweeps = <C>(draftsOf: (app: App, provider: Provider) => Drafts) => ({
  removeOf: createRemoval<C>(draftsOf),
  rewriteOf: createRewriting<C>(draftsOf),
})

/** Deletes the drafts of these customers that `isForgotten` returns true for. Returns how many. */
function createRemoval<C>(draftsOf: (app: App, provider: Provider) => Drafts) {
  return async (
    app: App,
    provider: Provider,
    customers: readonly string[],
    isForgotten: (content: C) => boolean,
  ): Promise<number> => {
    const drafts = draftsOf(app, provider)
    const stored = await drafts.find({ customer: { $in: [...customers] } }, { projection: { content: 1 } }).toArray()
    const forgotten = stored.filter(({ content }) => isForgotten(content as C)).map(({ _id }) => _id)
    if (forgotten.length > 0) await drafts.deleteMany({ _id: { $in: forgotten } })
    return forgotten.length
  }
}

/**
 * Changes the drafts of these customers, or those with these ids, for which `change` returns another content: for their open windows somebody
 * else was faster. `record` is called with the id before each write.
 */
function createRewriting<C>(draftsOf: (app: App, provider: Provider) => Drafts) {
  return async (
    app: App,
    provider: Provider,
    of: { customers: readonly string[] } | { ids: readonly string[] },
    change: (content: C) => C | null,
    record?: (ids: string[]) => Promise<void>,
  ): Promise<void> => {
    const drafts = draftsOf(app, provider)
    const filter = 'ids' in of ? { _id: { $in: [...of.ids] } } : { customer: { $in: [...of.customers] } }
    for (const { _id } of await drafts.find(filter, { projection: { _id: 1 } }).toArray()) {
      for (;;) {
        const stored = await drafts.findOne({ _id })
        const content = stored && change(stored.content as C)
        if (!content) break
        await record?.([_id])
        const update = { $set: { content }, $inc: { version: 1 } }
        const { matchedCount } = await drafts.updateOne({ _id, version: stored.version }, update)
        if (matchedCount > 0) break
      }
    }
  }
}

/** Deletes a customer's oldest drafts over the limit, and never the fresh one. */
async function dropOldest(drafts: Drafts, { customer, _id }: Saved): Promise<void> {
  const old = await drafts
    .find({ customer, _id: { $ne: _id } }, { sort: { changed: -1 }, skip: MAX_DRAFTS - 1, projection: { _id: 1 } })
    .toArray()
  if (old.length > 0) await drafts.deleteMany({ _id: { $in: old.map((each) => each._id) } })
}

function idOf(provider: Provider, customer: Pick<Customer, 'uuid'>, uuid: string): string {
  return createHash('sha256').update(`${provider.key} ${customer.uuid} ${uuid}`).digest('base64url').slice(0, 22)
}
