import type { Call } from '@portraitkit/core/client.ts'
import { type FailureBody, ShopError } from '@portraitkit/core/errors.ts'
import { createShop, type Shop } from '@portraitkit/core/shop.ts'
import { proxy } from 'valtio/vanilla'
import type { BuiltCustomer } from '../../../server/src/testing/buildCustomer.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'

import { windowStorage } from './windowStorage.ts'

/** A customer's window without a page: the headless shop against the real server, over the test's connection. */
export type BuiltWindow = { shop: Shop }

export function buildWindow({ provider }: TestServer, { client, customer }: BuiltCustomer): BuiltWindow {
  const made = createShop({ api: '', provider: provider.key, storage: windowStorage })
  const parts = new Map<unknown, unknown>()
  const call = (async (endpoint: never, input: never) => {
    const headers = { 'accept-language': made.locale.language }
    const { status, body } = await client.send(endpoint, input, { headers })
    if (status !== 200) throw new ShopError('failure', body as FailureBody, status)
    return body
  }) as Call
  const signedIn = proxy({ status: 'signed-in', user: { uuid: customer._id } }) as Shop['session']['state']
  const shop: Shop = {
    ...made,
    call,
    session: { ...made.session, state: signedIn, ready: async () => signedIn },
    part<T>(create: (shop: Shop) => T): T {
      if (!parts.has(create)) parts.set(create, create(shop))
      return parts.get(create) as T
    },
  }
  return { shop }
}
