import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { securityCommand } from './command.ts'
import type { SecurityEvent } from './events.ts'
import { awaitSecurityEvents, recordSecurityEvent } from './record.ts'

const HOUR_MS = 60 * 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // no test begins at the end of an hour
  server.wait(HOUR_MS - (Date.now() % HOUR_MS))
  await record({ event: 'sign-in', customer: 'two-days-ago' })
  server.wait(48 * HOUR_MS)
  const failed: SecurityEvent = { event: 'sign-in-failed', customer: 'anna' }
  for (let times = 0; times < 3; times++) await record(failed)
  server.wait(1000)
  await record({ event: 'code-granted', customer: 'anna', subject: 'emma' })
  server.wait(1000)
  await record({ event: 'refund', customer: 'anna', order: 'o1', transaction: 't1' }, server.other)
})
afterAll(() => server.close())

async function record(event: SecurityEvent, provider = server.provider): Promise<void> {
  const http = { ip: '203.0.113.77', state: { requestId: 'r1' } }
  recordSecurityEvent({ app: server.app, provider, ...(event.event !== 'refund' && { http }) }, event)
  await awaitSecurityEvents(server.app)
}

const run = (...argv: string[]) => runInTerminal(securityCommand, argv, server.app)
const json = async (...argv: string[]) => JSON.parse((await run('list', '--json', ...argv)).out)
const TIME = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC'

describe('./portraitkit security list', () => {
  it('prints the last day of all shops, newest first, and how many there were of each', async () => {
    const { code, out } = await run('list')
    const [{ key }, other] = [server.provider, server.other.key]
    expect(code).toBe(0)
    const lines = [
      `${TIME}  ${other}  refund  -  customer=anna  order=o1  transaction=t1`,
      `${TIME}  ${key}  code-granted  203\\.0\\.113\\.0  customer=anna  subject=emma  request=r1`,
      `${TIME}  ${key}  sign-in-failed ×3  203\\.0\\.113\\.0  customer=anna  request=r1`,
      '3 of 3 records, page 1 of 1\\.',
      `Since ${TIME}: sign-in-failed 3, code-granted 1, refund 1\\.`,
    ]
    expect(out).toMatch(new RegExp(`^${lines.join('\n')}$`))
  })

  it('goes back further, and shows one event, one shop or one page', async () => {
    const { key } = server.provider
    expect(await json('--since', '3d', '--provider', key)).toMatchObject({
      total: 3,
      counts: { 'sign-in': 1, 'sign-in-failed': 3, 'code-granted': 1 },
    })
    const page = await json('--since', '72h', '--limit', '1', '--page', '4')
    expect(page).toMatchObject({
      total: 4,
      page: 4,
      pages: 4,
      events: [{ event: 'sign-in', customer: 'two-days-ago' }],
    })
    expect((await json('--event', 'refund')).events).toEqual([
      {
        provider: server.other.key,
        time: expect.any(String),
        event: 'refund',
        customer: 'anna',
        order: 'o1',
        transaction: 't1',
      },
    ])
    const none = await run('list', '--event', 'throttled')
    expect([none.code, none.out]).toEqual([0, expect.stringMatching(new RegExp(`^No events since ${TIME}\\.$`))])
  })

  it.each([
    ['another word', ['show'], 2, 'There is no "security show"'],
    ['too many words', ['list', 'all'], 2, 'Too many arguments: all'],
    ['an unknown event', ['list', '--event', 'sign-up'], 2, 'There is no event sign-up; there are sign-in, '],
    ['an unknown shop', ['list', '--provider', 'nowhere'], 1, 'There is no shop "nowhere"'],
    ['a page that is not there', ['list', '--page', '2'], 1, 'There is no page 2: the last one is page 1'],
    ['a page that is not a number', ['list', '--page', 'x'], 2, '--page is a whole number from 1 to 1000000, not x'],
    ['too many at a time', ['list', '--limit', '1001'], 2, '--limit is a whole number from 1 to 1000, not 1001'],
    ['a time without a unit', ['list', '--since', '24'], 2, '--since is a time such as 30m, 24h or 7d, up to 90d'],
    ['a time before the log', ['list', '--since', '91d'], 2, '--since is a time such as'],
    ['no time at all', ['list', '--since', '0h'], 2, '--since is a time such as'],
    ['an unknown option', ['list', '--colour'], 2, "Unknown option '--colour'"],
  ])('says what is wrong: %s', async (_name, argv, code, problem) => {
    expect(await run(...argv)).toMatchObject({ code, out: '', problem: expect.stringContaining(problem) })
  })
})
