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

let server: TestServer
let folder: string
beforeAll(async () => {
  // The command is to run its task itself, until it is killed.
  ;[server, folder] = await Promise.all([
    startTestServer({ env: { TASK_LANES: 'none' } }),
    mkdtemp(join(tmpdir(), 'pk-killed-letters-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const CHILDREN = 300
const MAIN = join(import.meta.dirname, '../../cli/main.ts')
const tasks = () => server.app.db.collection<StoredTask>('tasks')

it('letters that a killed command started are completed by a server, once', async () => {
  const children = Array.from({ length: CHILDREN }, (_, index) => ({ name: `Child ${index + 1}` }))
  const { job } = await buildJob(server.app, server.provider, children)
  const file = join(folder, 'letters.pdf')
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const env = { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl }
  const child = spawn(process.execPath, [MAIN, 'letters', job.uuid, '--provider', server.provider.key, '--out', file], {
    env,
    stdio: 'ignore',
  })
  const lettersDone = async () => (await tasks().findOne({ kind: 'letters.write' }))?.progress?.done ?? 0
  await expect.poll(lettersDone, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(await readdir(folder)).not.toContain('letters.pdf')

  server.wait(60_000)
  const runner = runTasks(server.app, ['letters'])
  await expect.poll(async () => (await tasks().findOne({}))?.state, { timeout: 60_000 }).toBe('done')
  await runner.stop()
  expect(await tasks().findOne({})).toMatchObject({ result: { letters: CHILDREN, without: 0 }, fence: 2 })
  expect(await readdir(folder)).toEqual(['letters.pdf'])
  const { text } = await extractText(new Uint8Array(await readFile(file)))
  expect(text).toHaveLength(CHILDREN)
  const host = `${server.provider.hosts[0]}:${server.port}`
  expect(text.filter((page) => !page.includes(host))).toEqual([])
})
