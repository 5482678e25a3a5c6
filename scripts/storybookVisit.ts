import { createShop, type Shop } from '../packages/core/src/shop.ts'
import { createTestClient, type TestRequest, type TestResponse } from '../packages/server/src/testing/testClient.ts'

/** A person in a shop; without an email address they are signed out. */
export type Visitor = { port: number; provider: string; language: string; email?: string; password?: string }
export type RecordedCall = { path: string; init: RequestInit; status: number; body: unknown }

/** Sends requests to a shop by its own host name, which not every machine can resolve. */
export function createSender(port: number, provider: string): (sent: TestRequest) => Promise<TestResponse> {
  const client = createTestClient(port, provider)
  const host = `${provider}.localhost:${port}`
  return (sent) => client.fetch({ ...sent, headers: { ...sent.headers, host } })
}

/** Runs a person's actions in the headless shop, one after the other; `onAnswer` is called with every answer of the server. */
export async function visitShop<T>(
  { port, provider, language, email, password }: Visitor,
  act: (shop: Shop) => Promise<T>,
  onAnswer: (heard: RecordedCall) => void = () => undefined,
): Promise<T> {
  const send = createSender(port, provider)
  let hears = false
  const real = globalThis.fetch
  globalThis.fetch = async (address, init = {}) => {
    const path = String(address)
    const { method = 'GET', headers, body } = init
    const sent = { method, path, headers: headers as Record<string, string> }
    const { status, text, json } = await send(typeof body === 'string' ? { ...sent, body } : sent)
    if (hears) onAnswer({ path, init, status, body: json() })
    return new Response(text, { status })
  }
  try {
    const entering = createShop({ api: '', provider, language })
    if (email && password) await entering.session.signIn({ email, password })
    hears = true
    return await act(createShop({ api: '', provider, language }))
  } catch (cause) {
    throw new Error(`The visit to ${provider} in ${language} as ${email ?? 'nobody'} did not finish`, {
      cause,
    })
  } finally {
    globalThis.fetch = real
  }
}
