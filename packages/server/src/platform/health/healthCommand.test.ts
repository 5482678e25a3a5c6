import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { RESTORE_MARKER } from '../dataFolder.ts'
import { healthCommand } from './healthCommand.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => shop.close())

/** Runs the command in a process of its own, next to the server. */
const health = (...argv: string[]) =>
  runInTerminal((given, { env }) => healthCommand(given, env, openApp), argv, shop.app)

it('says that the shop can be served, and what is waiting', async () => {
  const words = { subject: 'Hello', text: 'Hello', html: 'Hello' }
  await shop.app.mail.queue({ provider: shop.provider.key, to: 'anna@example.com', ...words, key: 'confirm health' })
  const { code, out } = await health()
  expect(code).toBe(0)
  expect(out).toContain('The shop can be served.\n')
  expect(out).toContain('  Emails that wait to be sent: 1.')
  expect(out).toContain('  Tasks that wait to be run: 0.')
  expect(out).toMatch(/ {2}Free on the disk of the data folder: \d+\.\d [GT]B\./)
})

it('reports the same for another program, under the names of the metrics', async () => {
  const { code, out } = await health('--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    healthy: true,
    problems: [],
    figures: { portraitkit_ready: 1, portraitkit_payments_waiting: 0, portraitkit_tasks_failed: { print: 0 } },
  })
})

it('fails with the same message as a failed start', async () => {
  const { dataDir } = shop.app.env
  const env = { ...shop.app.env, mongodbUrl: 'mongodb://127.0.0.1:1/shop?serverSelectionTimeoutMS=300' }
  const away = await runInTerminal((argv) => healthCommand(argv, env, openApp), [], shop.app)
  expect([away.code, away.out]).toEqual([1, expect.stringContaining('The database at MONGODB_URL does not answer')])
  const marked = { ...shop.app.env, dataDir: join(dataDir, 'restored') }
  await openApp(marked).then(({ close }) => close())
  await writeFile(join(marked.dataDir, RESTORE_MARKER), '')
  const broken = await runInTerminal((argv) => healthCommand(argv, marked, openApp), ['--json'], shop.app)
  expect([broken.code, JSON.parse(broken.out).healthy]).toEqual([1, false])
})

it('fails if no server runs', async () => {
  const env = { ...shop.app.env, dataDir: join(shop.app.env.dataDir, 'alone'), mongodbUrl: undefined }
  const { code, out } = await runInTerminal((argv) => healthCommand(argv, env, openApp), [], shop.app)
  expect([code, out]).toEqual([1, expect.stringContaining('No server of this shop runs.')])
})
