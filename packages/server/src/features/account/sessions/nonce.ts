import { randomBytes } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Provider } from '../../../platform/provider/document.ts'

type UsedNonce = { _id: string; provider: string; expires: Date }

const NONCE_MS = 60_000
const PURPOSE = 'nonce'

/** Creates a nonce that is valid for one minute. Creating one stores nothing: it is signed, and only used ones are remembered. */
export function makeNonce(app: App, provider: Provider): string {
  const claims = `${randomBytes(16).toString('base64url')}.${app.clock().getTime() + NONCE_MS}`
  return `${claims}.${app.secrets.sign(PURPOSE, `${provider.key} ${claims}`)}`
}

/** Whether a nonce was made by the server, is still valid and unused; it counts as used from now on. */
export async function useNonce(app: App, provider: Provider, nonce: string): Promise<boolean> {
  const [id, expires, signature] = nonce.split('.')
  if (!id || !expires || !signature) return false
  if (!app.secrets.verify(PURPOSE, `${provider.key} ${id}.${expires}`, signature)) return false
  if (Number(expires) <= app.clock().getTime()) return false
  try {
    await providerCollection<UsedNonce>(app, 'nonces', provider.key).insertOne({
      _id: `${provider.key} ${id}`,
      expires: new Date(Number(expires)),
    })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}
