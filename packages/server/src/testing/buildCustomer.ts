import { argon2Sync, randomBytes } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { grantSubjects } from '../features/access/grants.ts'
import { createCustomer, type NewCustomer, type StoredCustomer, storeCustomer } from '../features/account/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import type { TestClient } from './testClient.ts'
import type { TestServer } from './testServer.ts'

export type BuiltCustomer = {
  /** Signed in. */
  client: TestClient
  customer: StoredCustomer
  password: string
}

/**
 * A password stored as `hashPassword` does it, but with the minimum memory and passes of Argon2id: this saves a fifteenth of a
 * second for a customer who only needs to be signed in. A password that a test names itself is stored as in the shop.
 */
function cheapPasswordHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`
}

/** A signed-in customer, unlike any other, who may see these subjects; as after a registration, the address is not proved. */
export async function buildCustomer(
  server: TestServer,
  change: { provider?: Provider; subjects?: string[]; isAddressProved?: boolean } & Partial<NewCustomer> = {},
): Promise<BuiltCustomer> {
  const { provider = server.provider, subjects = [], isAddressProved = false, ...given } = change
  const password = given.password ?? randomBytes(8).toString('hex')
  const described = {
    email: `customer-${randomBytes(6).toString('hex')}@example.com`,
    mobile: '+12125550123',
    acceptMail: false,
    language: provider.defaultLanguage,
    ...(isAddressProved && { addressProved: server.app.clock() }),
    ...given,
  }
  const customer = given.password
    ? await createCustomer(server.app, provider, { ...described, password })
    : await storeCustomer(server.app, provider, described, cheapPasswordHash(password))
  if (!customer) throw new Error('There is a customer with this email address already')
  await grantSubjects(server.app, provider, customer._id, subjects)
  const client = server.client(provider)
  await client.call(account.signIn, { email: customer.email, password })
  return { client, customer, password }
}
