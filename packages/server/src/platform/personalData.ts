import type { Document, Filter } from 'mongodb'
import type { App } from './app.ts'
import { providerCollection } from './db/providerCollection.ts'

/** The person whose data it is. */
export type Owner = {
  readonly provider: string
  readonly uuid: string
  readonly email: string
  /**
   * Whether the owner has proved that they read the emails to this address. Otherwise it may be anybody's, and the address by
   * itself finds nothing.
   */
  readonly isProved: boolean
}

/** How to find a customer's documents in a collection, and what happens to them. */
export type PersonalData = {
  collection: string
  /** Filters the customer's documents. */
  filterFor: (owner: Owner, app: App) => Filter<Document> | Promise<Filter<Document>>
  /** Fields that an export omits: secrets that grant access, and fields that are not personal data. */
  hiddenFields?: readonly string[]
  /** How the documents are presented in an export, if not unchanged. */
  present?: (documents: Document[], owner: Owner, app: App) => Promise<Document[]>
  /** False if the documents only repeat or render those of another collection. */
  isExported?: boolean
  /** Which of them are retained when the account is deleted, and why that is allowed. */
  retained?: { of: Filter<Document>; because: string; onReceipt?: true }
  /** The account cannot be deleted while one of these exists. */
  blocking?: Filter<Document>
  /** Records what of them has to be known afterwards, without anything personal. Repeated if a deletion was cut off. */
  beforeErasure?: (app: App, owner: Owner) => Promise<void>
  /** What to do about documents that stay for a while, such as an email on its way. */
  releaseLater?: (app: App, owner: Owner) => Promise<void>
}

/**
 * Every collection with customers' data, as the features declare it, in the order of deletion: features from right to left, so
 * that documents found through another document are deleted before it; the customer comes last, so that the request can be
 * repeated after a crash. The address by itself finds nothing that the account does not open, unless the address was proved:
 * anybody can register with any address.
 */
export function personalDataOf(app: Pick<App, 'features'>): readonly PersonalData[] {
  return app.features.toReversed().flatMap(({ personalData = [] }) => personalData)
}

/** Everything that the shop stores about a customer, by collection. */
export async function exportData(app: App, owner: Owner): Promise<Record<string, Document[]>> {
  const data: Record<string, Document[]> = {}
  for (const {
    collection,
    filterFor: of,
    hiddenFields: hidden = [],
    present,
    isExported: exported = true,
  } of personalDataOf(app)) {
    if (!exported) continue
    const projection = Object.fromEntries(['provider', ...hidden].map((field) => [field, 0]))
    const documents = await providerCollection(app, collection, owner.provider)
      .find(await of(owner, app), { projection })
      .toArray()
    data[collection] = present ? await present(documents, owner, app) : documents
  }
  return data
}

/** Whether a process still needs the customer. */
export async function isBlocked(app: App, owner: Owner): Promise<boolean> {
  for (const { collection, filterFor: of, blocking } of personalDataOf(app)) {
    if (!blocking) continue
    const filter = { $and: [await of(owner, app), blocking] }
    if (await providerCollection(app, collection, owner.provider).findOne(filter, { projection: { _id: 1 } }))
      return true
  }
  return false
}

/** The ids of the retained documents that the deletion receipt lists. */
export async function retainedIds(app: App, owner: Owner): Promise<string[]> {
  const ids: string[] = []
  for (const { collection, filterFor: of, retained } of personalDataOf(app)) {
    if (!retained?.onReceipt) continue
    const found = await providerCollection<{ _id: string }>(app, collection, owner.provider)
      .find({ $and: [await of(owner, app), retained.of] } as Filter<{ _id: string }>, { projection: { _id: 1 } })
      .toArray()
    ids.push(...found.map(({ _id }) => _id))
  }
  return ids
}

/** Deletes everything of a customer except what is retained. */
export async function eraseData(app: App, owner: Owner): Promise<void> {
  for (const { collection, filterFor: of, retained, beforeErasure: record, releaseLater: leave } of personalDataOf(
    app,
  )) {
    await record?.(app, owner)
    await leave?.(app, owner)
    const filter = await of(owner, app)
    await providerCollection(app, collection, owner.provider).deleteMany(
      retained ? { $and: [filter, { $nor: [retained.of] }] } : filter,
    )
  }
}
