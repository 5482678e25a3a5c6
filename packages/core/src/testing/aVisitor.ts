import { createSession } from '../account/session.ts'
import { type AShop, aShop, type Send } from './aShop.ts'

/** For tests: the headless shop of a page with a real session, which signs in and out at its server. */
export async function aVisitor(send: Send, provider: string): Promise<AShop> {
  const built = aShop(send, provider)
  const session = createSession({ ...built.shop, provider: `${provider} ${Math.random()}` })
  session.bind(built.shop.call)
  built.shop = { ...built.shop, session }
  await session.ready()
  built.sent.length = 0
  return built
}
