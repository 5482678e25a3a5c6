import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: { hosts: ['localhost'] } })
})
afterAll(() => server.close())

const keyAt = async (query: string): Promise<unknown> => {
  const answer = await fetch(`http://localhost:${server.port}/api/webshop/settings${query}`)
  return ((await answer.json()) as { key?: string }).key
}

describe('a provider with the neutral host among its own', () => {
  it('is shown there to visitors who name none', async () => {
    expect(await keyAt('')).toBe(server.provider.key)
  })

  it('is overridden by a provider that is named', async () => {
    expect(await keyAt(`?provider=${server.other.key}`)).toBe(server.other.key)
  })
})
