import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { makeCode } from '@portraitkit/core/jobs/codes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { GUESSING } from './codeStrength.ts'
import { saveCode } from './codes.ts'

const long = process.env.PROOFS === 'long'
const HOUR_MS = 60 * 60_000

let folder: string
/** Two servers of one shop that share only the database. */
let server: TestServer
let second: TestServer
let set: BuiltPictureSet
let codes: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-guessing-'))
  const env = { TRUST_PROXY: '1', SECRET: randomBytes(32).toString('hex') }
  server = await startTestServer({ folder, env })
  const { mongodbUrl } = server.app.env
  second = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
  set = await buildPictureSet(server.app, server.provider)
  codes = Array.from({ length: 1000 }, () => makeCode(randomInt))
  await tally(codes, 20, async (code) => {
    await saveCode(server.app, server.provider, { code, subjects: [set.subject.uuid] })
    return 'saved'
  })
  skipToNextHour()
}, 120_000)
afterAll(async () => {
  await second?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Failures count for an hour: each test starts without any. */
function skipToNextHour(): void {
  for (const each of [server, second]) each.wait(HOUR_MS + 1000)
}

/** Types a code at an address; the answers are `right`, `wrong` or the status of a refusal. */
async function typeCode(code: string, ip: string, at = server): Promise<'right' | 'wrong' | number> {
  const client = createTestClient(at.port, server.provider.key)
  const { status, body } = await client.send(access.verifySubjectCode, { code }, { headers: { 'x-forwarded-for': ip } })
  if (status !== 200) return status
  return (body as { valid: boolean }).valid ? 'right' : 'wrong'
}

/** Counts each kind of answer, running a given number of attempts at the same time. */
async function tally<T>(of: readonly T[], concurrency: number, work: (each: T) => Promise<string | number>) {
  const counted: Record<string, number> = {}
  const left = [...of]
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const answer = await work(next)
        counted[answer] = (counted[answer] ?? 0) + 1
      }
    }),
  )
  return counted
}

describe('a school’s codes, on the day when the letters arrive', () => {
  it('are accepted, 500 in a minute from one address, however many at the same time', async () => {
    skipToNextHour()
    const ip = '198.51.100.10'
    expect(await tally(codes.slice(0, 500), 100, (code) => typeCode(code, ip))).toEqual({ right: 500 })
    // and none of them was counted
    expect(await typeCode('QQQQWW', ip)).toBe('wrong')
  })

  it('are accepted while a few are mistyped', async () => {
    skipToNextHour()
    const typed = codes.slice(0, 200).map((code, index) => (index % 25 === 0 ? `WRONG${index}` : code))
    expect(await tally(typed, 40, (code) => typeCode(code, '198.51.100.11'))).toEqual({ right: 192, wrong: 8 })
  })

  it('are accepted while many are mistyped, as long as more are correct', async () => {
    skipToNextHour()
    const ip = '198.51.100.16'
    expect(await tally(codes.slice(0, 30), 10, (code) => typeCode(code, ip))).toEqual({ right: 30 })
    const limit = GUESSING.wrongCodesPerHour + 30
    const wrong = Array.from({ length: limit + 5 }, (_each, index) => `WRONG${index}`)
    expect(await tally(wrong, 10, (code) => typeCode(code, ip))).toEqual({ wrong: limit, 429: 5 })
  })

  it('are all accepted from 300 families behind one address, one in ten of whom mistypes', async () => {
    skipToNextHour()
    const ip = '198.51.100.19'
    const families = codes.slice(0, 300).map((code, index) => ({ code, isMistyped: index % 10 === 0 }))
    const outcomes = await tally(families, 30, async ({ code, isMistyped }) => {
      if (isMistyped) expect(await typeCode(`${code.slice(1)}Q`, ip)).toBe('wrong')
      return typeCode(code, ip)
    })
    expect(outcomes).toEqual({ right: 300 })
  })

  it('raise no limit when typed again', async () => {
    skipToNextHour()
    const ip = '198.51.100.17'
    expect(await tally(Array(20).fill(codes[0]), 5, (code: string) => typeCode(code, ip))).toEqual({ right: 20 })
    const limit = GUESSING.wrongCodesPerHour + 1
    const wrong = Array.from({ length: limit + 5 }, (_each, index) => `WRONG${index}`)
    expect(await tally(wrong, 5, (code) => typeCode(code, ip))).toEqual({ wrong: limit, 429: 5 })
  })

  it('are accepted by several servers at once', async () => {
    skipToNextHour()
    const typed = codes.slice(0, 200).map((code, index) => ({ code, at: index % 2 === 0 ? server : second }))
    expect(await tally(typed, 60, ({ code, at }) => typeCode(code, '198.51.100.12', at))).toEqual({ right: 200 })
  })

  it('become slow above the shop’s budget, but are not stopped', async () => {
    skipToNextHour()
    await typeCode('WRONGCODE', '198.51.100.13')
    const counters = server.app.db.collection<{ _id: string; expires: Date }>('throttles')
    const all = await counters.find({ expires: { $gt: server.app.clock() } }).toArray()
    const { _id } = all.find((each) => each._id.startsWith('code-provider ')) ?? { _id: '' }
    await counters.updateOne({ _id }, { $set: { count: 1_000_000 } })
    const started = performance.now()
    expect(await tally(codes.slice(0, 40), 40, (code) => typeCode(code, '198.51.100.14'))).toEqual({ right: 40 })
    expect(performance.now() - started).toBeGreaterThan(1000)
    await counters.deleteOne({ _id })
  })
})

describe('guessing', () => {
  it('gets no further at several servers than at one', async () => {
    skipToNextHour()
    const typed = Array.from({ length: 60 }, (_each, index) => ({
      code: `GUESS${index}`,
      at: index % 2 === 0 ? server : second,
    }))
    expect(await tally(typed, 20, ({ code, at }) => typeCode(code, '198.51.100.15', at))).toEqual({
      wrong: GUESSING.wrongCodesPerHour,
      429: typed.length - GUESSING.wrongCodesPerHour,
    })
  })

  it('from an address shared by many gets results for 60 wrong codes, and then has to wait, even with a correct one', async () => {
    skipToNextHour()
    const ip = '198.51.100.20'
    expect(await tally(codes.slice(0, 300), 30, (code) => typeCode(code, ip))).toEqual({ right: 300 })
    const guesses = Array.from({ length: 80 }, (_each, index) => `GUESS${index}`)
    expect(await tally(guesses, 10, (code) => typeCode(code, ip))).toEqual({ wrong: 60, 429: 20 })
    const client = createTestClient(server.port, server.provider.key)
    const type = (code: string) =>
      client.fail(access.verifySubjectCode, { code }, { headers: { 'x-forwarded-for': ip } })
    const [right, wrong] = [await type(codes[0] ?? ''), await type('GUESSAGAIN')]
    expect([right.status, right.reason]).toEqual([wrong.status, wrong.reason])
    // both until the hour is over
    const seconds = ({ data }: typeof right) => (data as { seconds: number }).seconds
    expect(seconds(right)).toBeGreaterThanOrEqual(seconds(wrong))
    expect(seconds(wrong)).toBeGreaterThan(HOUR_MS / 2000)
  })

  it('is limited from the first wrong code on, not by the clock hour, so that two hours never overlap', async () => {
    skipToNextHour()
    const ip = '198.51.100.18'
    const client = createTestClient(server.port, server.provider.key)
    const headers = { 'x-forwarded-for': ip }
    // to ten minutes before the end of the clock hour; somebody at that address typed a correct code long before
    server.wait(HOUR_MS - (server.app.clock().getTime() % HOUR_MS) + 20 * 60_000)
    expect(await typeCode(codes[0] ?? '', ip)).toBe('right')
    server.wait(30 * 60_000)
    const limit = GUESSING.wrongCodesPerHour + 1
    for (let each = 0; each < limit; each++) expect(await typeCode(`FIRST${each}`, ip)).toBe('wrong')
    server.wait(31 * 60_000)
    const { seconds } = (await client.fail(access.verifySubjectCode, { code: 'SECOND' }, { headers })).data as {
      seconds: number
    }
    expect(Math.round(seconds / 60)).toBe(29)
    server.wait(seconds * 1000)
    expect(await typeCode('SECOND', ip)).toBe('wrong')
    second.wait(server.app.clock().getTime() - second.app.clock().getTime())
  })

  it('hits none of 1,000 valid codes at full speed from 100 addresses in an hour', { timeout: 1_800_000 }, async () => {
    skipToNextHour()
    const addresses = Array.from({ length: 100 }, (_each, index) => `203.0.113.${index}`)
    const [minutes, guesses] = long ? [60, 20] : [3, 6]
    const counted: Record<string, number> = {}
    const started = server.app.clock().getTime()
    for (let minute = 0; minute < minutes; minute++) {
      const typed = addresses.flatMap((ip) =>
        Array.from({ length: guesses }, () => ({ ip, code: makeCode(randomInt) })),
      )
      const answers = await tally(typed, 50, ({ ip, code }) =>
        typeCode(code, ip, Math.random() < 0.5 ? server : second),
      )
      for (const [answer, count] of Object.entries(answers)) counted[answer] = (counted[answer] ?? 0) + count
      // The servers' clock follows the test's: a slow machine has already spent part of the hour on the guesses.
      const next = started + ((minute + 1) / minutes) * (HOUR_MS - 10 * 60_000)
      for (const each of [server, second]) each.wait(Math.max(0, next - each.app.clock().getTime()))
    }
    const answered = addresses.length * GUESSING.wrongCodesPerHour
    expect(counted).toEqual({ wrong: answered, 429: minutes * guesses * addresses.length - answered })
    // and a parent at another address is not affected
    expect(await typeCode(codes[0] ?? '', '198.51.100.16')).toBe('right')
  })
})
