import { createHash, randomBytes } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { isDuplicate, type ProviderCollection, providerCollection } from '../../platform/db/providerCollection.ts'
import type { Provider } from '../../platform/provider/document.ts'

/** The key to a new password, sent by mail. A customer has one: requesting another makes the former one useless. */
type ResetKey = {
  /** The customer's uuid. */
  _id: string
  provider: string
  /** SHA-256 of the key; only the mail contains the key itself. */
  hash: string
  expires: Date
}

/** How long a key from a mail is valid. */
export const RESET_KEY_MS = 60 * 60_000

/** Creates a new key for a customer, replacing the former one. */
export async function makeResetKey(app: App, provider: Provider, customer: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const change = { hash: hashKey(key), expires: new Date(app.clock().getTime() + RESET_KEY_MS) }
  const store = () => keysOf(app, provider).updateOne({ _id: customer }, { $set: change }, { upsert: true })
  try {
    await store()
  } catch (error) {
    // Two first keys at the same moment: the later one replaces the other.
    if (!isDuplicate(error)) throw error
    await store()
  }
  return key
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

function keysOf(app: App, provider: Provider): ProviderCollection<ResetKey> {
  return providerCollection<ResetKey>(app, 'resetKeys', provider.key)
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
