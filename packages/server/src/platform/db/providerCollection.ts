import type {
  BulkWriteOptions,
  Collection,
  CountDocumentsOptions,
  Db,
  DeleteOptions,
  DeleteResult,
  Document,
  Filter,
  FindCursor,
  FindOneAndUpdateOptions,
  FindOptions,
  InsertOneOptions,
  OptionalUnlessRequiredId,
  UpdateFilter,
  UpdateOptions,
  UpdateResult,
  WithId,
} from 'mongodb'

/** A document of a provider without the provider's key: the collection adds it to documents and filters. */
type WithoutProvider<T> = Omit<T, 'provider'>

/** A collection limited to one provider. Every filter and every new document names the provider, whatever the caller passes. */
export type ProviderCollection<T extends Document> = {
  findOne(filter: Filter<T>, options?: FindOptions): Promise<WithId<T> | null>
  find(filter: Filter<T>, options?: FindOptions): FindCursor<WithId<T>>
  count(filter: Filter<T>, options?: CountDocumentsOptions): Promise<number>
  insertOne(document: WithoutProvider<OptionalUnlessRequiredId<T>>, options?: InsertOneOptions): Promise<void>
  insertMany(
    documents: ReadonlyArray<WithoutProvider<OptionalUnlessRequiredId<T>>>,
    options?: BulkWriteOptions,
  ): Promise<void>
  updateOne(filter: Filter<T>, update: UpdateFilter<T>, options?: UpdateOptions): Promise<UpdateResult<T>>
  updateMany(filter: Filter<T>, update: UpdateFilter<T>, options?: UpdateOptions): Promise<UpdateResult<T>>
  replaceOne(filter: Filter<T>, document: WithoutProvider<T>, options?: { upsert?: boolean }): Promise<UpdateResult<T>>
  findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T>,
    options?: FindOneAndUpdateOptions,
  ): Promise<WithId<T> | null>
  findOneAndDelete(filter: Filter<T>): Promise<WithId<T> | null>
  deleteOne(filter: Filter<T>, options?: DeleteOptions): Promise<DeleteResult>
  deleteMany(filter: Filter<T>, options?: DeleteOptions): Promise<DeleteResult>
}

/**
 * The collection `name` limited to `provider`. The only way to collections with a provider's data: a query without the provider
 * cannot be written.
 */
export function providerCollection<T extends Document>(
  app: { readonly db: Db },
  name: string,
  provider: string,
): ProviderCollection<T> {
  const all: Collection<T> = app.db.collection<T>(name)
  const own = (filter: Filter<T>) => ({ ...filter, provider }) as Filter<T>
  const named = <D>(document: D) => ({ ...document, provider }) as unknown as OptionalUnlessRequiredId<T>
  return {
    findOne: (filter, options) => all.findOne(own(filter), options),
    find: (filter, options) => all.find(own(filter), options),
    count: (filter, options) => all.countDocuments(own(filter), options),
    insertOne: async (document, options) => void (await all.insertOne(named(document), options)),
    insertMany: async (documents, options) => void (await all.insertMany(documents.map(named), options)),
    updateOne: (filter, update, options) => all.updateOne(own(filter), update, options),
    updateMany: (filter, update, options) => all.updateMany(own(filter), update, options),
    replaceOne: (filter, document, options) =>
      all.replaceOne(own(filter), named(document) as never, options) as Promise<UpdateResult<T>>,
    findOneAndUpdate: (filter, update, options) => all.findOneAndUpdate(own(filter), update, options ?? {}),
    findOneAndDelete: (filter) => all.findOneAndDelete(own(filter)),
    deleteOne: (filter, options) => all.deleteOne(own(filter), options),
    deleteMany: (filter, options) => all.deleteMany(own(filter), options),
  }
}

/** Whether a write failed because a unique index already contains its key. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 11000
}
