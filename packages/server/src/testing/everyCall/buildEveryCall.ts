import type { TestServer } from '../testServer.ts'
import { accountCalls } from './accountCalls.ts'
import { buildFamily, type CallsByName } from './family.ts'
import { orderCalls } from './orderCalls.ts'
import { shopCalls } from './shopCalls.ts'
import { visitorCalls } from './visitorCalls.ts'

/** For every call of the contract an ordinary use of it. The server has the provider of `busyShop`. */
export async function buildEveryCall(server: TestServer): Promise<CallsByName> {
  const family = await buildFamily(server)
  return { ...visitorCalls(family), ...accountCalls(family), ...shopCalls(family), ...orderCalls(family) }
}
