import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type OpenApp, openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { testEnv } from '../../testing/testServer.ts'
import type { App } from '../app.ts'
import { saveProvider } from '../provider/collection.ts'
import { defineTask } from '../taskKind.ts'
import { LEASE_MS } from './claim.ts'
import type { StoredTask } from './collection.ts'
import { cancelTask, createTask, requireTask } from './queue.ts'

// Work in real processes, which can be killed: it writes one document per item, and an item that is done twice is seen.

const ITEMS = 6
/** The same kind as in the workers, which only they run. */
const counting = defineTask({
  name: 'test.count',
  lane: 'letters',
  input: z.object({}),
  run: () => Promise.reject(new Error('Only workers run it')),
})

let opened: OpenApp
let app: App
let folder: string
let script: string
const provider = buildProvider()
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-workers-'))
  opened = await openApp(testEnv(folder))
  app = opened.app
  await saveProvider(app, provider)
  script = join(folder, 'worker.mjs')
  await writeFile(script, workerScript())
})
afterAll(async () => {
  if (opened.database === 'mongodb') await app.db.dropDatabase()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const name of ['tasks', 'written', 'servers']) await app.db.collection(name).deleteMany({})
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')))
})

/** A worker that stops in the middle of item PAUSE, after it was written and before its checkpoint. */
function workerScript(): string {
  const url = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
  return `
    import { openApp } from ${url('../../openApp.ts')}
    import { readEnv } from ${url('../env.ts')}
    import { workerCommand } from ${url('workerCommand.ts')}
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
    const { AHEAD, PAUSE } = process.env
    const run = async (app, task) => {
      const written = app.db.collection('written')
      for (let item = task.resumeFrom ?? 0; item < ${ITEMS}; item++) {
        task.signal.throwIfAborted()
        await written.updateOne({ _id: task.id + ' ' + item }, { $inc: { times: 1 } }, { upsert: true })
        await task.progress(item + 1, ${ITEMS})
        if (String(item) === PAUSE) {
          console.log('in the middle')
          await new Promise((_, abort) => task.signal.addEventListener('abort', () => abort(task.signal.reason)))
        }
        await task.checkpoint(item + 1)
      }
      return process.pid
    }
    const kind = { name: 'test.count', lane: 'letters', input: z.object({}), checkpoint: z.number(), run }
    const clock = () => new Date(Date.now() + Number(AHEAD))
    const { app, close } = await openApp(readEnv(), { clock })
    const features = [...app.features, { name: 'test', calls: [], tasks: [kind] }]
    process.exitCode = await workerCommand(['--lanes', 'letters'], { ...app, features })
    await close()
    console.log('closed')`
}

type Worker = { child: ChildProcess; says(line: string): Promise<void> }

/** Starts a worker. `aheadMs` is how far its clock is ahead. */
function startWorker({ pauseAt = -1, aheadMs = 0, argv = [script] } = {}): Worker {
  const { mongodbUrl, secret } = app.env
  const child = spawn(process.execPath, argv, {
    env: {
      ...process.env,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SECRET: secret,
      MONGODB_URL: mongodbUrl,
      AHEAD: String(aheadMs),
      PAUSE: String(pauseAt),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const output: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => output.push(line))
  return {
    child,
    says: (line) =>
      expect.poll(() => output, { timeout: 60_000 }).toContainEqual(expect.stringContaining(line)) as Promise<void>,
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const create = (key: string) => createTask(app, counting, { provider: provider.key, key, input: {} })
const stored = ({ _id }: StoredTask) => requireTask(app, provider.key, _id)
const reaches = (task: StoredTask, state: string) =>
  expect.poll(async () => (await stored(task)).state, { timeout: 60_000 }).toBe(state)
const written = () => app.db.collection<{ _id: string; times: number }>('written').find({}).toArray()

describe('workers', () => {
  it('continue at the last checkpoint when one is killed in the middle', async () => {
    const task = await create('killed')
    const victim = startWorker({ pauseAt: 3 })
    await victim.says('in the middle')
    await end(victim.child, 'SIGKILL')
    expect(await stored(task)).toMatchObject({ state: 'running', checkpoint: 3 })
    const { child } = startWorker({ aheadMs: LEASE_MS })
    await reaches(task, 'done')
    expect(await stored(task)).toMatchObject({ result: child.pid, progress: { done: ITEMS, total: ITEMS } })
    // The item at which it was killed is the only one that is written again.
    expect((await written()).map(({ times }) => times)).toEqual([1, 1, 1, 2, 1, 1])
  })

  it('do each task once between them', async () => {
    const workers = [startWorker(), startWorker()]
    await Promise.all(workers.map(({ says }) => says('Working')))
    const tasks = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`shared ${index}`)))
    for (const task of tasks) await reaches(task, 'done')
    const all = await written()
    expect(all).toHaveLength(tasks.length * ITEMS)
    expect(all.filter(({ times }) => times !== 1)).toEqual([])
  })

  it('end a task that an operator cancels', async () => {
    const task = await create('cancelled')
    const worker = startWorker({ pauseAt: 2 })
    await worker.says('in the middle')
    await cancelTask(app, provider.key, task._id)
    await reaches(task, 'cancelled')
    expect(await written()).toHaveLength(3)
  })

  it('stop cleanly with SIGTERM, and another one continues at once', async () => {
    const task = await create('stopped')
    const worker = startWorker({ pauseAt: 3 })
    await worker.says('in the middle')
    worker.child.kill('SIGTERM')
    await worker.says('closed')
    expect(await stored(task)).toMatchObject({ state: 'waiting', checkpoint: 3, tries: 0 })
    expect(await stored(task)).not.toHaveProperty('reason')
    expect(await app.db.collection('servers').countDocuments({})).toBe(0)
    startWorker()
    await reaches(task, 'done')
  })

  it('are started by ./portraitkit worker, and send emails if that is one of their lanes', async () => {
    const main = join(import.meta.dirname, '../../cli/main.ts')
    const worker = startWorker({ argv: [main, 'worker', '--lanes', 'print,mails'] })
    await worker.says('Working: print, mails.')
    const content = { to: 'emma@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    await app.mail.queue({ provider: provider.key, key: 'order worker', ...content })
    const sent = async () => (await app.db.collection('mails').findOne({ subject: 'Hello' }))?.sent
    await expect.poll(sent, { timeout: 20_000 }).toBeInstanceOf(Date)
    const ended = once(worker.child, 'exit')
    worker.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const refused = startWorker({ argv: [main, 'worker', '--lanes', 'paint'] })
    expect(await once(refused.child, 'exit')).toEqual([2, null])
  })
})
