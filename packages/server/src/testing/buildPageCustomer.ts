import { generateKeyPairSync } from 'node:crypto'
import { account, type SessionGrant } from '@portraitkit/core/account/contract.ts'
import { type BuiltCustomer, buildCustomer } from './buildCustomer.ts'
import type { TestServer } from './testServer.ts'

type KeyGrant = Extract<SessionGrant, { kind: 'key' }>

/** What a browser tells of a page on the provider's website, which is another site than the shop. */
export function pageHeaders({ provider }: Pick<TestServer, 'provider'>): Record<string, string> {
  return { origin: provider.origins[0] ?? '', 'sec-fetch-site': 'cross-site' }
}

/**
 * A customer who is signed in on a page of the provider's website: the session is bound to a key, and the access token is sent with
 * every call.
 */
export async function buildPageCustomer(server: TestServer): Promise<BuiltCustomer & { sessionId: string }> {
  const { customer, password } = await buildCustomer(server)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const client = server.client()
  client.headers = pageHeaders(server)
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const credentials = { email: customer.email, password }
  const { session } = await client.call(account.signIn, credentials, { headers: { 'x-session-key': key } })
  const { accessToken, sessionId } = session as KeyGrant
  client.headers = { ...client.headers, authorization: `Bearer ${accessToken}` }
  return { client, customer, password, sessionId }
}
