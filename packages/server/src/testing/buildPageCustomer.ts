import { generateKeyPairSync } from 'node:crypto'
import { account, type SessionGrant } from '@portraitkit/core/account/contract.ts'
import { handOvers } from '@portraitkit/core/account/handOver/handOverContract.ts'
import { shopAddress } from '../platform/http/shopAddress.ts'
import { type BuiltCustomer, buildCustomer } from './buildCustomer.ts'
import type { TestClient } from './testClient.ts'
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

/** A path of the shop at the neutral host. */
export function neutralAddress({ app, provider }: Pick<TestServer, 'app' | 'provider'>, path: string): string {
  return shopAddress(app, { key: provider.key, hosts: [] }, path)
}

/** A page of the shop at the neutral host, in a browser of its own. */
export function shopPage(server: TestServer): TestClient {
  const client = server.client()
  client.headers = { 'sec-fetch-site': 'same-origin', host: new URL(server.app.env.publicUrl).host }
  return client
}

/** A link on a page of the provider's website, as the shop's page receives it. */
export async function followLink(
  server: TestServer,
  page: TestClient,
  target = neutralAddress(server, '/shoppingcart'),
) {
  const { code } = await page.call(handOvers.createHandOver, { target })
  return { code, target, referrer: pageHeaders(server).origin ?? '' }
}
