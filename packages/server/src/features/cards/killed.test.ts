import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { runTasks } from '../../platform/tasks/runner.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findCards } from './collection.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  // The command is to run its task itself, until it is killed.
  ;[server, folder] = await Promise.all([
    startTestServer({ env: { TASK_LANES: 'none' } }),
    mkdtemp(join(tmpdir(), 'pk-killed-cards-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const CHILDREN = 200
const MAIN = join(import.meta.dirname, '../../cli/main.ts')
const findTask = () => server.app.db.collection<StoredTask>('tasks').findOne({ kind: 'cards.write' })

it('cards that a killed command started are completed by a server, each with its one number', async () => {
  const children = Array.from({ length: CHILDREN }, (_, index) => ({ name: `Child ${index + 1}` }))
  const { job } = await buildJob(server.app, server.provider, children)
  const file = join(folder, 'cards.pdf')
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const env = { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl }
  const options = ['--provider', server.provider.key, '--out', file, '--per-page', '1']
  const child = spawn(process.execPath, [MAIN, 'jobs', 'cards', job.uuid, ...options], { env, stdio: 'ignore' })
  const pagesDone = async () => (await findTask())?.progress?.done ?? 0
  await expect.poll(pagesDone, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(await readdir(folder)).not.toContain('cards.pdf')

  server.wait(60_000)
  const runner = runTasks(server.app, ['letters'])
  await expect.poll(async () => (await findTask())?.state, { timeout: 60_000 }).toBe('done')
  await runner.stop()
  expect(await findTask()).toMatchObject({ result: { cards: CHILDREN, blanks: 10, classes: 1 }, fence: 2 })
  expect(await readdir(folder)).toEqual(['cards.pdf'])
  const cards = await findCards(server.app, server.provider.key, job.uuid)
  expect(cards).toHaveLength(CHILDREN + 10)
  const { text } = await extractText(new Uint8Array(await readFile(file)))
  const numbers = text.flatMap((page) => page.match(/Card (\d+)/)?.[1] ?? []).map(Number)
  expect(numbers.sort((one, other) => one - other)).toEqual(expect.arrayContaining(cards.map(({ number }) => number)))
})
