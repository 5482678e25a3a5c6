import type { App } from '../../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { hashKey, type MailedKey, makeMailedKey } from '../mailedKey.ts'

/** How long a key to a new password is valid. */
export const RESET_KEY_MS = 60 * 60_000

/** Creates a new key for a customer, replacing the former one. */
export async function makeResetKey(app: App, provider: Provider, customer: string): Promise<string> {
  const expires = new Date(app.clock().getTime() + RESET_KEY_MS)
  return makeMailedKey((hash) =>
    keysOf(app, provider).updateOne({ _id: customer }, { $set: { hash, expires } }, { upsert: true }),
  )
}

/** Whether a key is valid. */
export async function isResetKey(app: App, provider: Provider, key: string): Promise<boolean> {
  return (await keysOf(app, provider).count({ hash: hashKey(key), expires: { $gt: app.clock() } })) > 0
}

/** Uses a key up and returns the customer's uuid, or null if the key is unknown, used, expired or replaced. */
export async function useResetKey(app: App, provider: Provider, key: string): Promise<string | null> {
  const used = await keysOf(app, provider).findOneAndDelete({ hash: hashKey(key), expires: { $gt: app.clock() } })
  return used?._id ?? null
}

/** Deletes a key that is still on its way. */
export async function dropResetKey(app: App, provider: Provider, customer: string): Promise<void> {
  await keysOf(app, provider).deleteOne({ _id: customer })
}

function keysOf(app: App, provider: Provider): ProviderCollection<MailedKey> {
  return providerCollection<MailedKey>(app, 'resetKeys', provider.key)
}
