import { support } from '@portraitkit/core/support/contract.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { partsOf, recordingsOf } from './collection.ts'

const HOUR_MS = 60 * 60_000
const ofAddress = { kind: 'recording-bytes', limit: 50_000_000, windowMs: 24 * HOUR_MS }
const ofShop = { kind: 'recording-bytes-shop', limit: 1_000_000_000, windowMs: 24 * HOUR_MS }

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterEach(() => server.close())

/** Sends like a visitor at a network address. */
function at(address: string, provider: Provider = server.provider) {
  const client = createTestClient(server.port, provider.key)
  const from = { headers: { 'x-forwarded-for': address } }
  const userAgent = 'A browser'
  return {
    start: () => client.call(support.start, { userAgent }, from),
    refusedStart: () => client.fail(support.start, { userAgent }, from),
    send: (key: string, part: number, events: string) => client.call(support.events, { key, part, events }, from),
    refusedPart: (key: string, part: number, events: string) =>
      client.fail(support.events, { key, part, events }, from),
  }
}

/** Uses up a day's bytes except for this number. */
async function leave(bytes: number, { limit, who }: Limited): Promise<void> {
  const source = { app: server.app, provider: server.provider, http: { ip: '198.51.100.1', state: {} } }
  await throttled(source, [{ limit, who, times: limit.limit - bytes }], async () => ({
    failed: true,
    answer: null,
  }))
}
const ofLetters = (count: number, letter = 'x') => JSON.stringify([{ type: 5, data: letter.repeat(count) }])
const parts = () => partsOf(server.app, server.provider.key).find({}).toArray()
const recording = (uuid: string) => recordingsOf(server.app, server.provider.key).findOne({ _id: uuid })
const tooMuch = { status: 429, reason: 'throttle.wait', data: { seconds: expect.any(Number) } }

it('accepts a limited number of bytes a day from one address, and ends the recording that exceeds it', async () => {
  const [one, other] = [at('198.51.100.1'), at('198.51.100.2')]
  const { uuid, key } = await one.start()
  await leave(20_000, { limit: ofAddress, who: '198.51.100.1' })
  await one.send(key, 0, ofLetters(10_000))
  expect(await one.refusedPart(key, 1, ofLetters(15_000))).toMatchObject(tooMuch)
  expect(await parts()).toHaveLength(1)
  expect((await recording(uuid))?.ended).not.toBeNull()
  expect(await one.refusedPart(key, 2, ofLetters(1))).toMatchObject({ reason: 'support.ended' })
  const second = await other.start()
  await other.send(second.key, 0, ofLetters(15_000))
  server.wait(24 * HOUR_MS)
  const third = await one.start()
  await one.send(third.key, 0, ofLetters(15_000))
})

it('counts bytes, not characters', async () => {
  const one = at('198.51.100.1')
  const { key } = await one.start()
  await leave(20_000, { limit: ofAddress, who: '198.51.100.1' })
  expect(await one.refusedPart(key, 0, ofLetters(10_000, '字'))).toMatchObject(tooMuch)
})

it('counts a part once if it is sent twice, and a minimum for each part without text', async () => {
  const one = at('198.51.100.1')
  const { key } = await one.start()
  await leave(20_000, { limit: ofAddress, who: '198.51.100.1' })
  for (let times = 0; times < 5; times++) await one.send(key, 0, ofLetters(8000))
  for (let part = 1; part < 12; part++) await one.send(key, part, '[]')
  expect(await one.refusedPart(key, 12, ofLetters(9000))).toMatchObject(tooMuch)
})

it('accepts a limited number of bytes a day in one shop, from any address', async () => {
  const { key } = await at('198.51.100.1').start()
  await leave(20_000, { limit: ofShop, who: '' })
  expect(await at('198.51.100.2').refusedPart(key, 0, ofLetters(25_000))).toMatchObject(tooMuch)
  const elsewhere = at('198.51.100.1', server.other)
  await elsewhere.send((await elsewhere.start()).key, 0, ofLetters(25_000))
})

it("starts none once the day's bytes are used up, and stores nothing for refused ones", async () => {
  const one = at('198.51.100.1')
  const { key } = await one.start()
  await leave(1000, { limit: ofShop, who: '' })
  const late = at('198.51.100.9')
  for (let part = 0; part < 2; part++) await late.refusedPart(key, part, ofLetters(10_000))
  const counted = async () => {
    const names = ['throttles', 'recordings', 'recording-parts']
    return Promise.all(names.map((name) => server.app.db.collection(name).countDocuments({})))
  }
  const before = await counted()
  for (let times = 0; times < 60; times++) {
    expect(await at(`198.51.100.${times}`).refusedStart()).toMatchObject(tooMuch)
    expect(await late.refusedPart(key, 2, '[]')).toMatchObject({ reason: 'support.ended' })
  }
  expect(await counted()).toEqual(before)
})
