import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInLimits } from '../../features/account/sessions/signInLimits.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type Limited, throttled } from './throttle.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const counters = () => server.app.db.collection('throttles').countDocuments({ provider: server.provider.key })

const source = () => ({ app: server.app, provider: server.provider, http: { ip: '198.51.100.7', state: {} } })

/** Outcomes of attempts that fail whenever they are let through. */
async function attempt(limits: readonly Limited[], failed = true): Promise<'made' | 'refused'> {
  try {
    return await throttled(source(), limits, async () => ({ failed, answer: 'made' as const }))
  } catch (error) {
    expect(error).toMatchObject({ reason: 'throttle.wait', data: { seconds: expect.any(Number) } })
    return 'refused'
  }
}

describe('refused attempts', () => {
  it('write nothing, whatever name they are made for', async () => {
    const ip = '198.51.100.7'
    const guess = async () =>
      attempt(await signInLimits(server.app, server.provider, `${randomUUID()}@example.com`, ip))
    const made = []
    for (let count = 0; count < 100; count++) made.push(await guess())
    expect(made).not.toContain('refused')
    const before = await counters()
    const refused = []
    for (let count = 0; count < 300; count++) refused.push(await guess())
    expect(refused).not.toContain('made')
    expect(await counters()).toBe(before)
  })

  it('write nothing when many arrive at the same moment', async () => {
    const of = (): Limited[] => [
      { limit: { kind: 'test-name', limit: 5, windowMs: 60_000 }, who: randomUUID() },
      { limit: { kind: 'test-crowd', limit: 10, windowMs: 60_000 }, who: 'one address' },
    ]
    const before = await counters()
    const outcomes = await Promise.all(Array.from({ length: 120 }, () => attempt(of())))
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10)
    // one for the address, and one for each name that was tried
    expect(await counters()).toBe(before + 11)
  })

  it('are refused by the widest limit, and use up nobody’s own', async () => {
    const own = { limit: { kind: 'test-own', limit: 1, windowMs: 60_000 }, who: randomUUID() }
    const wide = { limit: { kind: 'test-wide', limit: 2, windowMs: 60_000 }, who: randomUUID() }
    for (const outcome of ['made', 'made', 'refused']) expect(await attempt([wide])).toBe(outcome)
    expect(await attempt([own, wide])).toBe('refused')
    expect([await attempt([own]), await attempt([own])]).toEqual(['made', 'refused'])
  })
})

it('correct attempts leave no counter behind', async () => {
  const before = await counters()
  const of = (): Limited => ({ limit: { kind: 'test-right', limit: 5, windowMs: 60_000 }, who: randomUUID() })
  for (let count = 0; count < 5; count++) expect(await attempt([of()], false)).toBe('made')
  expect(await counters()).toBe(before)
})
