import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import { MongoClient } from 'mongodb'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulationLink } from '../../features/account/sessions/actAsCustomer.ts'
import { openApp } from '../../openApp.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer, testEnv } from '../../testing/testServer.ts'
import type { App } from '../app.ts'
import { makeIndexes } from '../db/indexes.ts'
import { SECURITY_LOG_DAYS, type StoredSecurityEvent, securityCollections, securityEventsOf } from './collection.ts'
import { SECURITY_EVENT_NAMES, SECURITY_EVENTS, type SecurityEvent } from './events.ts'
import { awaitSecurityEvents, MAX_HOURLY_RECORDS, recordSecurityEvent } from './record.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

let folder: string
/** Two servers of one shop that share nothing but the database. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-security-'))
  const env = { TRUST_PROXY: '1', SECRET: 'a secret of two servers that share a database' }
  server = await startTestServer({ folder, env })
  const { mongodbUrl } = server.app.env
  second = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
  // no test begins at the end of an hour
  const ahead = HOUR_MS - (Date.now() % HOUR_MS)
  for (const each of [server, second]) each.wait(ahead)
})
afterAll(async () => {
  await second.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const PROVIDER = { key: 'a-shop' }
const recordsOf = ({ app }: { app: App }, filter: Partial<StoredSecurityEvent> = {}) =>
  securityEventsOf(app).find(filter).sort({ time: 1, _id: 1 }).toArray()

/** Records an event in a shop of its own, as a request from an address does. */
async function record(shop: string, event: SecurityEvent, ips: readonly string[], at = server) {
  for (const ip of ips) {
    recordSecurityEvent({ app: at.app, provider: { key: shop }, http: { ip, state: {} } }, event)
  }
  await awaitSecurityEvents(at.app)
}

/** What operators see of a server. */
const metricsOf = async ({ server: { adminPort } }: TestServer) =>
  (await createTestClient(adminPort, '').fetch('/metrics')).text

/** This many networks, each with one address. */
const networks = (count: number) =>
  Array.from({ length: count }, (_each, at) => `198.${18 + Math.floor(at / 256)}.${at % 256}.7`)

describe('a flood', () => {
  it('of refused tries leaves one record, though each of them is counted', async () => {
    const from = { headers: { 'x-forwarded-for': '203.0.113.77' } }
    const statuses: number[] = []
    for (let tries = 0; tries < 150; tries++) {
      const input = { email: `nobody-${tries}@example.com`, password: 'wrong' }
      statuses.push((await server.client().fail(account.signIn, input, from)).status)
    }
    await awaitSecurityEvents(server.app)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    const kinds = (await recordsOf(server, { address: '203.0.113.0' })).map(({ event, count, limit }) => [
      event,
      count ?? limit,
    ])
    expect(kinds).toEqual([
      ['sign-in-failed', 100],
      ['throttled', 'sign-in-address'],
    ])
    const text = await metricsOf(server)
    expect(text).toContain('portraitkit_security_events_total{event="throttled"} 50\n')
    expect(text).toContain('portraitkit_security_events_total{event="sign-in-failed"} 100\n')
  })

  it('from many networks leaves a bounded number of records an hour', async () => {
    const event = { event: 'throttled', limit: 'sign-in' } as const
    await record('flood', event, networks(MAX_HOURLY_RECORDS + 50))
    const found = await recordsOf(server, { provider: 'flood' })
    expect(found).toHaveLength(MAX_HOURLY_RECORDS + 1)
    expect(found.filter(({ address }) => address === 'others')).toHaveLength(1)
  })

  it('of failures from many networks loses none of them', async () => {
    const event = { event: 'sign-in-failed', customer: 'somebody' } as const
    await record('failures', event, networks(MAX_HOURLY_RECORDS + 50))
    const found = await recordsOf(server, { provider: 'failures' })
    expect(found).toHaveLength(MAX_HOURLY_RECORDS + 1)
    const [others] = found.filter(({ address }) => address === 'others')
    expect([others?.count, others?.customer]).toEqual([50, undefined])
  })
})

describe('equal events of an hour', () => {
  it('share a record, whichever server has them and at the same moment', async () => {
    const ips = Array<string>(20).fill('2001:db8:1:2::7')
    await Promise.all([server, second].map((each) => record('shared', { event: 'code-wrong' }, ips, each)))
    await Promise.all([server, second].map((each) => record('shared', { event: 'session-refused' }, ips, each)))
    const found = await recordsOf(server, { provider: 'shared' })
    expect(found.map(({ event, count, address }) => [event, count, address])).toEqual([
      ['code-wrong', 40, '2001:db8:1::'],
      ['session-refused', undefined, '2001:db8:1::'],
    ])
  })

  it('are one record for good if the event happened once, such as a refund that two servers report', async () => {
    const refund = { event: 'refund', customer: 'anna', order: 'o1', transaction: 't1' } as const
    const report = ({ app }: TestServer) => recordSecurityEvent({ app, provider: { key: 'refunds' } }, refund)
    for (const each of [server, second, server, second]) report(each)
    server.wait(HOUR_MS)
    report(server)
    await Promise.all([server, second].map(({ app }) => awaitSecurityEvents(app)))
    expect(await recordsOf(server, { provider: 'refunds' })).toHaveLength(1)
    expect(await metricsOf(second)).toContain('portraitkit_security_events_total{event="refund"} 1\n')
  })

  it('begin another record an hour later, in another shop and with other ids', async () => {
    const ips = ['203.0.113.1', '203.0.113.254']
    const failed = (customer: string) => ({ event: 'confirm-failed', customer }) as const
    await record('hours', failed('one'), ips)
    await record('hours', failed('two'), ips)
    await record('other hours', failed('one'), ips)
    server.wait(HOUR_MS)
    await record('hours', failed('one'), ips)
    const found = [
      ...(await recordsOf(server, { provider: 'hours' })),
      ...(await recordsOf(server, { provider: 'other hours' })),
    ]
    expect(found.map(({ customer, count }) => [customer, count]).sort()).toEqual([
      ['one', 2],
      ['one', 2],
      ['one', 2],
      ['two', 2],
    ])
  })
})

describe('the end of a session', () => {
  it('by its customer from another device is recorded as what it was', async () => {
    const { client, customer, password } = await buildCustomer(server)
    await server.client().call(account.signIn, { email: customer.email, password })
    const link = new URL((await simulationLink(server.app, server.provider, customer.email, 'Kari')) ?? '')
    await server.client().fetch(`${link.pathname}?provider=${server.provider.key}`)
    const { sessions } = await client.call(profile.devices, {})
    for (const { id, current } of sessions) if (!current) await client.call(profile.endDevice, { id })
    await awaitSecurityEvents(server.app)
    const events = (await recordsOf(server, { customer: customer._id })).map(({ event }) => event)
    expect(events.slice(0, 3)).toEqual(['sign-in', 'sign-in', 'simulation-started'])
    expect(events.slice(3).sort()).toEqual(['sign-out', 'simulation-ended'])
  })
})

describe('what is recorded', () => {
  it('is exported with an account, and stays when the account is gone', async () => {
    const { client, customer, password } = await buildCustomer(server)
    const { data } = await client.call(profile.export, { password })
    expect(data.securityEvents).toMatchObject([{ event: 'sign-in' }, { event: 'confirmed' }])
    await client.call(profile.delete, { password })
    await awaitSecurityEvents(server.app)
    const events = (await recordsOf(server, { customer: customer._id })).map(({ event }) => event)
    expect(events).toEqual(['sign-in', 'confirmed', 'data-exported', 'account-deleted'])
  })

  it(`is deleted after ${SECURITY_LOG_DAYS} days`, async () => {
    const own = await mkdtemp(join(tmpdir(), 'pk-security-ttl-'))
    const local = await openLocalMongo({ folder: own, expiryInterval: 100 })
    const client = await MongoClient.connect(local.url)
    try {
      const db = client.db()
      await makeIndexes(db, securityCollections)
      for (const days of [SECURITY_LOG_DAYS + 1, SECURITY_LOG_DAYS - 1]) {
        const app = { ...server.app, db, clock: () => new Date(Date.now() - days * DAY_MS) }
        recordSecurityEvent({ app, provider: PROVIDER }, { event: 'sign-in', customer: `${days} days ago` })
        await awaitSecurityEvents(app)
      }
      const customers = async () => (await recordsOf({ app: { ...server.app, db } })).map(({ customer }) => customer)
      await expect.poll(customers, { timeout: 30_000 }).toEqual([`${SECURITY_LOG_DAYS - 1} days ago`])
    } finally {
      await client.close()
      await local.close()
      await rm(own, { recursive: true, force: true })
    }
  })

  it('is written before a command or a server ends', async () => {
    const own = await mkdtemp(join(tmpdir(), 'pk-security-end-'))
    const env = testEnv(own)
    const opened = await openApp(env)
    recordSecurityEvent({ app: opened.app, provider: PROVIDER }, { event: 'sign-in', customer: 'somebody' })
    await opened.close()
    const again = await openApp(env)
    expect(await recordsOf(again)).toMatchObject([{ event: 'sign-in', customer: 'somebody' }])
    await again.close()
    await rm(own, { recursive: true, force: true })
  })

  it('does not make its cause fail, and is stored later', async () => {
    const client = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 50 })
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const app = { ...server.app, db: client.db('nowhere'), log }
    for (let tries = 0; tries < 2; tries++) {
      recordSecurityEvent({ app, provider: PROVIDER }, { event: 'webhook-refused', gateway: 'sandbox' })
      await awaitSecurityEvents(app)
    }
    expect(lines.filter((line) => line.includes('a security event was not stored'))).toHaveLength(2)
    await client.close()
  })
})

it('is described in the guide to security: each event with its ids', async () => {
  const guide = await readFile(new URL('../../../../../docs/guide/security.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('\n## Security log\n')
  const rows = [...section.matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([^|]*) \| (each|unique|summed|once) \|$/gm)]
  const stated = rows.map(([, event = '', ids = '', records]) => [event, ids.trim(), records])
  const rules = SECURITY_EVENT_NAMES.map((event) => {
    const { ids, records, ...more } = SECURITY_EVENTS[event]
    const optional = 'optionalIds' in more ? more.optionalIds.map((id) => `(${id})`) : []
    return [event, [...ids, ...optional].join(', ') || '–', records]
  })
  expect(stated).toEqual(rules)
  expect(section).toContain(`recorded for ${SECURITY_LOG_DAYS} days`)
  expect(section).toContain(`at most ${MAX_HOURLY_RECORDS} summed or once records`)
})
