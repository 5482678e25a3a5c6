import type { App } from '../../../platform/app.ts'
import { type ProviderCollection, providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { customersOf, isAddressProved, type StoredCustomer } from '../collection.ts'
import { hashKey, type MailedKey, makeMailedKey } from '../mailedKey.ts'
import { recordAddressProof } from './provedAddress.ts'

/** The key that proves a customer's address. A used one is stored until it expires, so that its link can still confirm that. */
type AddressKey = MailedKey & {
  /** The only address that it proves. */
  email: string
  used: Date | null
}

/** How long a key that proves an address is valid. */
export const ADDRESS_KEY_MS = 7 * 24 * 60 * 60_000

/** Creates a new key for the address of a customer, replacing the former one. */
export async function makeAddressKey(
  app: App,
  provider: Provider,
  { _id, email }: Pick<StoredCustomer, '_id' | 'email'>,
): Promise<string> {
  const change = { email, used: null, expires: new Date(app.clock().getTime() + ADDRESS_KEY_MS) }
  return makeMailedKey((hash) =>
    keysOf(app, provider).updateOne({ _id }, { $set: { ...change, hash } }, { upsert: true }),
  )
}

/** The address that a key is about: `open` can be proved with it, `proved` is already. */
type KeyedAddress = { customer: string; email: string; state: 'open' | 'proved' }

/** The address that a key is valid for now, or null. Looking it up proves nothing. */
export async function findKeyedAddress(app: App, provider: Provider, key: string): Promise<KeyedAddress | null> {
  const found = await keysOf(app, provider).findOne({ hash: hashKey(key), expires: { $gt: app.clock() } })
  const stored = found && (await customersOf(app, provider).findOne({ _id: found._id, email: found.email }))
  if (!stored) return null
  const state = isAddressProved(stored) ? 'proved' : found.used ? null : 'open'
  return state && { customer: stored._id, email: stored.email, state }
}

/** Proves the address of a key, once; repeating it changes nothing. Returns the address, or null if the key is not valid. */
export async function useAddressKey(app: App, provider: Provider, key: string): Promise<string | null> {
  const found = await findKeyedAddress(app, provider, key)
  if (!found) return null
  if (found.state === 'open') {
    await recordAddressProof(app, provider, found)
    await keysOf(app, provider).updateOne({ hash: hashKey(key) }, { $set: { used: app.clock() } })
  }
  return found.email
}

function keysOf(app: App, provider: Provider): ProviderCollection<AddressKey> {
  return providerCollection<AddressKey>(app, 'addressKeys', provider.key)
}
