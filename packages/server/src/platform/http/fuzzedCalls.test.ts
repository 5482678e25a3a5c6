import { randomUUID } from 'node:crypto'
import { type CallName, endpoints } from '@portraitkit/core/contract.ts'
import { type AnyEndpoint, pathParameters } from '@portraitkit/core/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchRequests } from '../../testing/countCommands.ts'
import { buildEveryCall } from '../../testing/everyCall/buildEveryCall.ts'
import { buildStrangers } from '../../testing/everyCall/buildStrangers.ts'
import { busyShop, type CallsByName, type ReadyCall } from '../../testing/everyCall/family.ts'
import { type Mutation, mutateInput, mutations } from '../../testing/mutateInput.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/**
 * Ordinary calls with a changed input: the envelope, the session and most of the input are right, so that they reach what a
 * call does. Every choice follows from FUZZ_SEED, which is printed.
 */

const long = process.env.PROOFS === 'long'
const seed = Number(process.env.FUZZ_SEED) || Math.floor(Math.random() * 2 ** 31)
/** They store or compare a password, which is slow on purpose, or collect everything of an account. */
const SLOW = [
  'account.create',
  'account.signIn',
  'account.reset',
  'account.changePassword',
  'account.confirm',
  'account.export',
]
/** Their input is files. */
const UPLOADS = ['uploads.send', 'uploads.sendForTemplate']
const fuzzed = endpoints.filter(({ name }) => !UPLOADS.includes(name))
const requestsOf = (name: string) => (SLOW.includes(name) ? (long ? 120 : 2) : long ? 1080 : 5)
const TOTAL = fuzzed.reduce((sum, { name }) => sum + requestsOf(name), 0)
/** How often one ordinary call is sent before it is prepared anew. */
const REUSES = long ? 100 : 20

/** Refusals by what stands before the handler. */
const BEFORE_HANDLER = ['input.invalid', 'input.too_large', 'session.required', 'flow.required', 'throttle.wait']
/** What counts and logs refusals. */
const LOGS = /^\w+ (throttles|securityEvents|leases)$/

let server: TestServer
let calls: CallsByName
let strangers: Awaited<ReturnType<typeof buildStrangers>>
beforeAll(async () => {
  server = await startTestServer({ provider: busyShop() })
  calls = await buildEveryCall(server)
  strangers = await buildStrangers(server)
})
afterAll(() => server.close())

/** What all of them sent, for the last test. */
const counts = { sent: 0, reached: 0, refused: 0, answered: 0 }

type Outcome = { status: number; reason: string | undefined; text: string; changes: string[] }

describe(`[API-2] ${TOTAL} changed inputs that reach what a call does (FUZZ_SEED=${seed})`, () => {
  it.each(fuzzed.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s fails as it declares, changes nothing if it refuses, and shows nothing of anybody else',
    async (name, endpoint) => {
      let [reached, sent] = [0, 0]
      let ready: Sent | undefined
      let samples: Mutation[][] = []
      while (reached < requestsOf(name)) {
        expect(sent, `only ${reached} of ${sent} reach it`).toBeLessThan(60 * requestsOf(name))
        ready = ready && sent % REUSES > 0 ? ready : await prepare(name as CallName)
        const round = sent % REUSES
        if (round === 0) samples = fc.sample(mutations, { numRuns: REUSES, seed: seed + sent })
        const input = mutateInput(ready.input, samples[round] ?? [], [...strangers.ids, randomUUID()])
        for (const parameter of pathParameters(endpoint.path))
          input[parameter] = String(input[parameter]).toWellFormed()
        sent += 1
        const outcome = await send(endpoint, ready, input)
        const request = JSON.stringify(input).slice(0, 2000)
        expect(outcome.status, `${request}\n${outcome.text}`).toBeLessThan(500)
        expect(outcome.text.toLowerCase(), request).not.toContain(strangers.word.toLowerCase())
        if (outcome.status !== 200) expect(outcome.changes, `${request}\n${outcome.text}`).toEqual([])
        count(outcome)
        if (hasReached(outcome)) reached += 1
        else if (outcome.reason !== 'input.invalid') ready = undefined
      }
    },
    long ? 1_800_000 : 120_000,
  )

  it('are refused by their schema, refused by the call, and answered', ({ task }) => {
    expect(counts.reached).toBeGreaterThanOrEqual(TOTAL)
    expect(Math.min(counts.sent - counts.reached, counts.refused, counts.answered)).toBeGreaterThan(TOTAL / 50)
    const { sent, reached, refused } = counts
    const campaign = { 'changed inputs': sent, 'of them reached the call': reached, 'were refused there': refused }
    Object.assign(task.meta, { campaign })
  })
})

const hasReached = ({ status, reason = '' }: Outcome) => status === 200 || !BEFORE_HANDLER.includes(reason)

function count(outcome: Outcome): void {
  counts.sent += 1
  if (outcome.status === 200) counts.answered += 1
  else if (hasReached(outcome)) counts.refused += 1
  if (hasReached(outcome)) counts.reached += 1
}

type Sent = Extract<ReadyCall, { client: unknown }> & { input: object }

/** An ordinary call, before which nobody has failed too often. */
async function prepare(name: CallName): Promise<Sent> {
  await server.app.db.collection('throttles').deleteMany({ provider: server.provider.key })
  const ready = await calls[name]?.()
  if (!ready || 'send' in ready) throw new Error(`There is no use of ${name} with an input`)
  return { input: {}, ...ready }
}

async function send(endpoint: AnyEndpoint, { client }: Sent, input: Record<string, unknown>): Promise<Outcome> {
  let answer: Awaited<ReturnType<typeof client.send>> | undefined
  const { changes } = await watchRequests(server.app, async () => {
    answer = await client.send(endpoint, input)
  })
  const { status = 0, body } = answer ?? {}
  const { reason } = (status === 200 ? {} : body) as { reason?: string }
  return { status, reason, text: JSON.stringify(body), changes: changes.filter((change) => !LOGS.test(change)) }
}
