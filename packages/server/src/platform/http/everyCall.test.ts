import { endpoints } from '@portraitkit/core/contract.ts'
import { type AnyEndpoint, pathParameters } from '@portraitkit/core/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { flowOf } from '../../testing/flowOf.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** Rules for every call of the contract, independent of what a call does. */
let server: TestServer
let ownClient: BuiltCustomer
let flow: string
beforeAll(async () => {
  server = await startTestServer()
  ownClient = await buildCustomer(server)
  const { app, provider } = server
  flow = await flowOf(app, provider, (await buildPictureSet(app, provider)).code)
})
afterAll(() => server.close())

const nameCalls = (calls: readonly AnyEndpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)
const pathWithAnyValues = (endpoint: AnyEndpoint) =>
  Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, 'x']))

/** A signed-in customer who has also just entered a code, and so may call everything. */
function withEveryRight(of = ownClient.client): TestClient {
  of.flow = flow
  return of
}

/** All documents of all collections, except request counters and the signs of life of servers. */
async function allDocuments(): Promise<unknown> {
  const collections = await server.app.db.collections()
  const permanent = collections.filter(
    ({ collectionName }) => !['throttles', 'leases', 'servers'].includes(collectionName),
  )
  return Promise.all(
    permanent
      .toSorted((one, other) => (one.collectionName < other.collectionName ? -1 : 1))
      .map(async (collection) => [collection.collectionName, await collection.find({}).sort({ _id: 1 }).toArray()]),
  )
}

describe('a call that changes something', () => {
  it.each(nameCalls(endpoints.filter(({ changes }) => changes)))(
    '%s does nothing without x-provider',
    async (_name, endpoint) => {
      const before = await allDocuments()
      const change = { headers: { 'x-provider': undefined } }
      const failure = await withEveryRight().fail(endpoint, pathWithAnyValues(endpoint), change)
      expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
      expect(await allDocuments()).toEqual(before)
    },
  )

  it.each(nameCalls(endpoints.filter(({ changes }) => changes)))(
    '%s does nothing for a stranger’s page',
    async (_name, endpoint) => {
      const before = await allDocuments()
      const change = { headers: { origin: 'https://stranger.example' } }
      const failure = await withEveryRight().fail(endpoint, pathWithAnyValues(endpoint), change)
      expect(failure).toMatchObject({ status: 403, reason: 'origin.refused' })
      expect(await allDocuments()).toEqual(before)
    },
  )
})

describe('a call for customers', () => {
  it.each(nameCalls(endpoints.filter(({ access }) => access === 'customer')))(
    '[AUT-15] %s needs a signed-in customer',
    async (_name, endpoint) => {
      const failure = await server.client().fail(endpoint, pathWithAnyValues(endpoint))
      expect(failure).toMatchObject({ status: 401, reason: 'session.required' })
    },
  )

  it.each(nameCalls(endpoints.filter(({ access }) => access === 'customer')))(
    '[LOC-3] %s does not recognise a customer of another provider',
    async (_name, endpoint) => {
      const elsewhere = server.client(server.other)
      for (const [name, value] of ownClient.client.cookies) {
        elsewhere.cookies.set(name, value)
        elsewhere.cookies.set(name.replace(server.provider.key, server.other.key), value)
      }
      const failure = await elsewhere.fail(endpoint, pathWithAnyValues(endpoint))
      expect(failure.reason).toBe('session.required')
    },
  )
})

it.each(nameCalls(endpoints.filter(({ access }) => access === 'flow')))(
  '%s needs a flow of this provider',
  async (_name, endpoint) => {
    const client = server.client(server.other)
    client.flow = flow
    expect((await client.fail(endpoint, pathWithAnyValues(endpoint))).reason).toBe('flow.required')
  },
)

describe('[API-2] whatever the input', () => {
  // what a hostile or broken client may send in any field
  const anything = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc.constantFrom('', '../..', '$ne', '__proto__', '\u0000', '0', '-1', '1e999', 'null', '[]', 'a@example.com'),
    fc.uuid(),
    // an object with its own `toString` cannot be written into an address, so no client can send it there
    fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('toString')),
    fc.constant({ $ne: null }),
    fc.constant({ $gt: '' }),
  )

  it.each(nameCalls(endpoints))(
    '%s answers as the contract promises or fails as it declares',
    async (_name, endpoint) => {
      const fields = fieldsOf(endpoint)
      const client = withEveryRight((await buildCustomer(server)).client)
      const input = fc.record(Object.fromEntries(fields.map((name) => [name, anything])), { requiredKeys: [] })
      await fc.assert(
        fc.asyncProperty(input, async (sent) => {
          const { status, body } = await client.send(endpoint, { ...pathWithAnyValues(endpoint), ...sent })
          expect([status, body]).not.toEqual([500, expect.anything()])
        }),
        { numRuns: 25 },
      )
    },
  )
})

/** The names of an input's fields. */
function fieldsOf(endpoint: AnyEndpoint): string[] {
  const { shape } = endpoint.input() as unknown as { shape?: Record<string, unknown> }
  return Object.keys(shape ?? {})
}
