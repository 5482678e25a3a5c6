import type { Document, Filter } from 'mongodb'
import type { App } from './app.ts'
import { ofProvider } from './db/ofProvider.ts'

/** Whose data it is. */
export type Owner = {
  readonly provider: string
  readonly uuid: string
  readonly email: string
  /** Whether a mail to this address was read. Else it may be anybody's, and nothing is found by it alone. */
  readonly isProved: boolean
}

/** How a collection names customers, and what becomes of its documents. */
export type PersonalData = {
  collection: string
  /** The documents that are a customer's. */
  of: (owner: Owner, app: App) => Filter<Document> | Promise<Filter<Document>>
  /** Fields that an export leaves out: what lets somebody in, or is no data of a person. */
  hidden?: readonly string[]
  /** How the documents are shown in an export, where it is not as they stand. */
  shown?: (documents: Document[], owner: Owner, app: App) => Promise<Document[]>
  /** False where the documents only repeat or draw what stands in another collection. */
  exported?: boolean
  /** Which of them stay when the account is deleted, and why they may. */
  kept?: { of: Filter<Document>; because: string; onReceipt?: true }
  /** While there is one of these the account cannot be deleted. */
  blocking?: Filter<Document>
  /** What happens with those that stay for a while, such as a mail that is on its way. */
  leave?: (app: App, owner: Owner) => Promise<void>
}

/**
 * Every collection that names customers, as their features say it, in the order of a deletion: features from the right to the left,
 * so that what is found by way of another document goes before it, and the customer, who may ask again after a crash, last. By an
 * address alone nothing is found that the account does not open, unless the address was proved: anybody registers with any address.
 */
export function personalDataOf(app: Pick<App, 'features'>): readonly PersonalData[] {
  return app.features.toReversed().flatMap(({ personalData = [] }) => personalData)
}

/** Everything that the shop holds of a customer, by collection. */
export async function exportData(app: App, owner: Owner): Promise<Record<string, Document[]>> {
  const data: Record<string, Document[]> = {}
  for (const { collection, of, hidden = [], shown, exported = true } of personalDataOf(app)) {
    if (!exported) continue
    const projection = Object.fromEntries(['provider', ...hidden].map((field) => [field, 0]))
    const documents = await ofProvider(app, collection, owner.provider)
      .find(await of(owner, app), { projection })
      .toArray()
    data[collection] = shown ? await shown(documents, owner, app) : documents
  }
  return data
}

/** Whether something is under way that needs the customer to be there. */
export async function isBlocked(app: App, owner: Owner): Promise<boolean> {
  for (const { collection, of, blocking } of personalDataOf(app)) {
    if (!blocking) continue
    const filter = { $and: [await of(owner, app), blocking] }
    if (await ofProvider(app, collection, owner.provider).findOne(filter, { projection: { _id: 1 } })) return true
  }
  return false
}

/** The ids of what is kept and stands on the receipt of the deletion. */
export async function keptIds(app: App, owner: Owner): Promise<string[]> {
  const ids: string[] = []
  for (const { collection, of, kept } of personalDataOf(app)) {
    if (!kept?.onReceipt) continue
    const found = await ofProvider<{ _id: string }>(app, collection, owner.provider)
      .find({ $and: [await of(owner, app), kept.of] } as Filter<{ _id: string }>, { projection: { _id: 1 } })
      .toArray()
    ids.push(...found.map(({ _id }) => _id))
  }
  return ids
}

/** Deletes everything of a customer's but what is to be kept. */
export async function eraseData(app: App, owner: Owner): Promise<void> {
  for (const { collection, of, kept, leave } of personalDataOf(app)) {
    await leave?.(app, owner)
    const filter = await of(owner, app)
    await ofProvider(app, collection, owner.provider).deleteMany(
      kept ? { $and: [filter, { $nor: [kept.of] }] } : filter,
    )
  }
}
