import { randomBytes } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { grantSubjects } from '../access/grants.ts'
import { createCustomer, type NewCustomer, type StoredCustomer } from '../account/collection.ts'
import type { Provider } from '../provider/document.ts'
import type { TestClient } from './testClient.ts'
import type { TestServer } from './testServer.ts'

export type BuiltCustomer = {
  /** Signed in. */
  client: TestClient
  customer: StoredCustomer
  password: string
}

/** A signed-in customer, unlike any other, who may see these subjects. */
export async function buildCustomer(
  server: TestServer,
  change: { provider?: Provider; subjects?: string[] } & Partial<NewCustomer> = {},
): Promise<BuiltCustomer> {
  const { provider = server.provider, subjects = [], ...given } = change
  const password = given.password ?? randomBytes(8).toString('hex')
  const customer = await createCustomer(server.app, provider, {
    email: `customer-${randomBytes(6).toString('hex')}@example.com`,
    mobile: '+12125550123',
    acceptMail: false,
    language: provider.defaultLanguage,
    ...given,
    password,
  })
  if (!customer) throw new Error('There is a customer with this e-mail address already')
  await grantSubjects(server.app, provider, customer._id, subjects)
  const client = server.client(provider)
  await client.call(account.signIn, { email: customer.email, password })
  return { client, customer, password }
}
