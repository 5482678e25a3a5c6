import { createHash, randomBytes } from 'node:crypto'
import { isDuplicate } from '../../platform/db/providerCollection.ts'

/** A key sent by email. A customer has one of each kind: requesting another makes the former one useless. */
export type MailedKey = {
  /** The customer's uuid. */
  _id: string
  provider: string
  /** SHA-256 of the key; only the email contains the key itself. */
  hash: string
  expires: Date
}

/** Creates a key; `store` stores its hash in place of the former one. */
export async function makeMailedKey(store: (hash: string) => Promise<unknown>): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const hash = hashKey(key)
  try {
    await store(hash)
  } catch (error) {
    // Two first keys at the same moment: the later one replaces the other.
    if (!isDuplicate(error)) throw error
    await store(hash)
  }
  return key
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Identifies an email by the key in it, without revealing the key. */
export const shortHash = (key: string): string => hashKey(key).slice(0, 22)
