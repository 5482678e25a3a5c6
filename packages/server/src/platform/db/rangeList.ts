import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'mongodb'
import type { App } from '../app.ts'
import type { Collection } from '../feature.ts'
import { providerCollection } from './providerCollection.ts'
import { createShortCache } from './shortCache.ts'

/** How a list changed: the number of its documents that are new, changed, unchanged and no longer in it. */
export type ListChanges = { created: number; changed: number; unchanged: number; withdrawn: number }

/** One list of a provider's range, such as its products: documents with a key each, in the order of the provider's file. */
export type RangeList<D extends Document> = {
  readonly name: string
  /** The identifying field of its documents. */
  readonly key: keyof D & string
  readonly collections: Collection[]
  keyOf(document: D): string
  list(app: App, provider: string): Promise<readonly D[]>
  /** The documents with these keys; missing ones are left out. */
  some(app: App, provider: string, keys: readonly string[]): Promise<D[]>
  find(app: App, provider: string, key: string): Promise<D | null>
  /** Stores one document; a new one goes to the end of the list. */
  save(app: App, provider: string, document: D): Promise<'created' | 'changed' | 'unchanged'>
  /** Replaces the whole list by these documents. Repeating it changes nothing. */
  replace(app: App, provider: string, documents: readonly D[]): Promise<ListChanges>
}

type StoredEntry<D> = { provider: string; key: string; position: number; document: D }

/** A list of the range whose documents are identified by their field `key`. */
export function rangeList<D extends Document>(name: string, key: keyof D & string): RangeList<D> {
  const stored = (app: App, provider: string) => providerCollection<StoredEntry<D>>(app, name, provider)
  const keyOf = (document: D) => String(document[key])
  // Prices follow from them, so that only the parts of one call share what they read.
  const lists = createShortCache<D[]>(0, 500)
  const documents = createShortCache<D>(0, 5000)

  async function put(
    app: App,
    provider: string,
    next: Omit<StoredEntry<D>, 'provider'>,
    known: StoredEntry<D> | undefined,
  ) {
    const isSame = known?.position === next.position && isDeepStrictEqual(known.document, next.document)
    if (isSame) return 'unchanged'
    await stored(app, provider).replaceOne({ key: next.key }, next, { upsert: true })
    forget(app)
    return known ? 'changed' : 'created'
  }

  function forget(app: App): void {
    lists.forget(app.db)
    documents.forget(app.db)
  }

  async function some(app: App, provider: string, keys: readonly string[]): Promise<D[]> {
    const idOf = (value: string) => `${provider} ${value}`
    const found = await documents.getMany(app.db, keys.map(idOf), async (ids) => {
      const filter = { key: { $in: ids.map((id) => id.slice(provider.length + 1)) } }
      const entries = await stored(app, provider).find(filter).toArray()
      return new Map(entries.map((entry) => [idOf(entry.key), entry.document]))
    })
    return [...found.values()]
  }

  async function read(app: App, provider: string): Promise<Array<StoredEntry<D>>> {
    return await stored(app, provider).find({}).sort({ position: 1 }).toArray()
  }

  return {
    name,
    key,
    keyOf,
    collections: [{ name, isImpersonal: true, indexes: [{ key: { provider: 1, key: 1 }, options: { unique: true } }] }],
    list: (app, provider) =>
      lists.get(app.db, provider, async () => (await read(app, provider)).map(({ document }) => document)),
    some,
    find: async (app, provider, value) => (await some(app, provider, [value]))[0] ?? null,
    save: async (app, provider, document) => {
      const all = await read(app, provider)
      const known = all.find((each) => each.key === keyOf(document))
      const position = known?.position ?? (all.at(-1)?.position ?? -1) + 1
      return await put(app, provider, { key: keyOf(document), position, document }, known)
    },
    replace: async (app, provider, documents) => {
      const before = new Map((await read(app, provider)).map((each) => [each.key, each]))
      const outcome: ListChanges = { created: 0, changed: 0, unchanged: 0, withdrawn: 0 }
      for (const [position, document] of documents.entries()) {
        const next = { key: keyOf(document), position, document }
        outcome[await put(app, provider, next, before.get(next.key))]++
        before.delete(next.key)
      }
      for (const gone of before.keys()) await stored(app, provider).deleteOne({ key: gone })
      forget(app)
      return { ...outcome, withdrawn: before.size }
    },
  }
}
