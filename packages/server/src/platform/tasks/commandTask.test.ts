import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenApp, openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { testEnv } from '../../testing/testServer.ts'
import { saveProvider } from '../provider/collection.ts'
import { LEASE_MS } from './claim.ts'
import type { StoredTask } from './collection.ts'

// A command in real processes that have different host names, as containers have after each start.

let opened: OpenApp
let folder: string
const provider = buildProvider()
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-command-task-'))
  opened = await openApp(testEnv(folder))
  await saveProvider(opened.app, provider)
  await mkdir(join(folder, 'photographs'))
  await writeFile(join(folder, 'command.mjs'), commandScript())
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  if (opened.database === 'mongodb') await opened.app.db.dropDatabase()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

/** A command whose work writes its checkpoint and then, the first time, never ends. */
function commandScript(): string {
  const url = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
  return `
    import { syncBuiltinESMExports } from 'node:module'
    import os from 'node:os'
    const { AHEAD, HOST, FOLDER, PROVIDER } = process.env
    os.hostname = () => HOST
    syncBuiltinESMExports()
    const { openApp } = await import(${url('../../openApp.ts')})
    const { readEnv } = await import(${url('../env.ts')})
    const { runCommandTask } = await import(${url('commandTask.ts')})
    const { z } = await import(${JSON.stringify(import.meta.resolve('zod'))})
    const run = async (app, task) => {
      if (task.resumeFrom !== null) return task.resumeFrom + ' continued by ' + os.hostname()
      await task.checkpoint('half')
      await new Promise(() => setInterval(() => undefined, 1000))
    }
    const kind = { name: 'test.command', lane: 'import', input: z.object({}), checkpoint: z.string(), run }
    const { app, close } = await openApp(readEnv(), { clock: () => new Date(Date.now() + Number(AHEAD)) })
    const features = [...app.features, { name: 'test', calls: [], tasks: [kind] }]
    const files = { reads: [FOLDER], writes: [] }
    const request = { provider: PROVIDER, key: 'command', input: {}, files }
    console.log(await runCommandTask({ ...app, features }, kind, request))
    await close()`
}

function startCommand(host: string, aheadMs = 0): ChildProcess {
  const { mongodbUrl, secret } = opened.app.env
  const child = spawn(process.execPath, [join(folder, 'command.mjs')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SECRET: secret,
      MONGODB_URL: mongodbUrl,
      AHEAD: String(aheadMs),
      HOST: host,
      FOLDER: join(folder, 'photographs'),
      PROVIDER: provider.key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

it('a command that was killed is continued when it is repeated under another host name, and says so', async () => {
  const task = () => opened.app.db.collection<StoredTask>('tasks').findOne({ key: 'command' })
  const killed = startCommand('first')
  await expect.poll(async () => (await task())?.checkpoint, { timeout: 60_000 }).toBe('half')
  const ended = once(killed, 'exit')
  killed.kill('SIGKILL')
  await ended
  expect(await task()).toMatchObject({ state: 'running', holder: `first ${killed.pid}` })
  const second = startCommand('second', LEASE_MS)
  const [out, problem] = await Promise.all([text(second.stdout as never), text(second.stderr as never)])
  expect(out).toBe('half continued by second\n')
  expect(problem).toBe(
    `The process that was doing this (first ${killed.pid}) has ended or has not reported for 30 seconds. This command continues it.\n`,
  )
  expect((await task())?.state).toBe('done')
})
