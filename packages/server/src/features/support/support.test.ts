import { randomUUID } from 'node:crypto'
import { MAX_EVENTS_CHARS, MAX_RECORDING_MINUTES, support } from '@portraitkit/core/support/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { deleteRecording, MAX_PARTS, partsOf, recordingsOf } from './collection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MINUTE = 60_000
const events = JSON.stringify([{ type: 4, data: {}, timestamp: 1 }])
const begin = async () => {
  // every recording of one address counts for an hour
  server.wait(60 * MINUTE)
  return server.client().call(support.start, { userAgent: 'A browser' })
}
const stored = (uuid: string) => recordingsOf(server.app, server.provider.key).findOne({ _id: uuid })
const parts = (uuid: string) =>
  partsOf(server.app, server.provider.key).find({ recording: uuid }).sort({ part: 1 }).toArray()

describe('a recording', () => {
  it('[PUB-6] is started, extended and ended by the holder of its key, of which only the hash is stored', async () => {
    const { uuid, key, expires } = await begin()
    expect(Date.parse(expires) - server.app.clock().getTime()).toBeLessThanOrEqual(MAX_RECORDING_MINUTES * MINUTE)
    await server.client().call(support.events, { key, part: 0, events })
    await server.client().call(support.events, { key, part: 1, events })
    expect(await server.client().call(support.stop, { key })).toEqual({ uuid })
    expect(await stored(uuid)).toMatchObject({ userAgent: 'A browser', parts: 2, size: 2 * events.length })
    expect((await parts(uuid)).map((one) => [one.part, one.events])).toEqual([
      [0, events],
      [1, events],
    ])
    expect(JSON.stringify([await stored(uuid), await parts(uuid)])).not.toContain(key)
  })

  it('stores a part once if it is sent twice, as it was sent first', async () => {
    const { uuid, key } = await begin()
    const other = JSON.stringify([{ type: 5 }])
    for (const sent of [events, other, other])
      await server.client().call(support.events, { key, part: 0, events: sent })
    expect((await parts(uuid)).map((one) => one.events)).toEqual([events])
    expect(await stored(uuid)).toMatchObject({ parts: 1, size: events.length })
  })

  it('[PUB-6] accepts nothing more once it was ended, after half an hour, or without its key', async () => {
    const first = await begin()
    await server.client().call(support.stop, { key: first.key })
    const second = await begin()
    await server.client().call(support.events, { key: second.key, part: 0, events })
    server.wait(MAX_RECORDING_MINUTES * MINUTE)
    for (const key of [first.key, second.key, randomUUID(), first.uuid]) {
      const failure = await server.client().fail(support.events, { key, part: 1, events })
      expect(failure).toMatchObject({ status: 410, reason: 'support.ended' })
      expect(await server.client().fail(support.stop, { key })).toMatchObject({ reason: 'support.ended' })
    }
    expect([(await parts(first.uuid)).length, (await parts(second.uuid)).length]).toEqual([0, 1])
  })

  it('belongs to one provider', async () => {
    const { key } = await begin()
    const failure = await server.client(server.other).fail(support.events, { key, part: 0, events })
    expect(failure.reason).toBe('support.ended')
  })

  it.each([
    ['no JSON', '[{'],
    ['no list', '{}'],
    ['a list of something else', '["<script>"]'],
    ['too large for one call', `[{"a":"${'x'.repeat(MAX_EVENTS_CHARS)}"}]`],
  ])('accepts no part that is %s', async (_what, sent) => {
    const { uuid, key } = await begin()
    const failure = await server.client().fail(support.events, { key, part: 0, events: sent })
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: ['events'] })
    expect(await parts(uuid)).toEqual([])
  })

  it('ends when it has the maximum number of parts', async () => {
    const { uuid, key } = await begin()
    await recordingsOf(server.app, server.provider.key).updateOne({ _id: uuid }, { $set: { parts: MAX_PARTS - 1 } })
    await server.client().call(support.events, { key, part: 0, events })
    expect((await server.client().fail(support.events, { key, part: 1, events })).reason).toBe('support.ended')
    expect((await stored(uuid))?.ended).not.toBeNull()
    expect(await parts(uuid)).toHaveLength(1)
  })

  it('is started at most six times an hour from one address', async () => {
    server.wait(60 * MINUTE)
    const start = () => server.client().send(support.start, { userAgent: '' })
    const answers = []
    for (let count = 0; count < 7; count++) answers.push((await start()).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
    server.wait(60 * MINUTE)
    expect((await start()).status).toBe(200)
  })

  it('is deleted with all its parts', async () => {
    const { uuid, key } = await begin()
    await server.client().call(support.events, { key, part: 0, events })
    expect(await deleteRecording(server.app, server.other.key, uuid)).toBe(false)
    expect(await parts(uuid)).toHaveLength(1)
    expect(await deleteRecording(server.app, server.provider.key, uuid)).toBe(true)
    expect([await stored(uuid), await parts(uuid)]).toEqual([null, []])
    expect((await server.client().fail(support.events, { key, part: 1, events })).reason).toBe('support.ended')
  })
})
