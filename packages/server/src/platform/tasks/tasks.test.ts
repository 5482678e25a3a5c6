import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type OpenApp, openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { testEnv } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { App } from '../app.ts'
import type { RunCommand } from '../feature.ts'
import type { Lane, TaskLane } from '../lanes.ts'
import { saveProvider } from '../provider/collection.ts'
import { CancelledTask, defineTask, FinalTaskError, LostTask, type TaskRun } from '../taskKind.ts'
import { claimTask, LEASE_MS } from './claim.ts'
import { type StoredTask, tasksOf } from './collection.ts'
import { tasksCommand } from './command.ts'
import { runCommandTask } from './commandTask.ts'
import { followTask } from './followTask.ts'
import { findPlace, type Place } from './place.ts'
import { cancelTask, createTask, requireTask, retryTask } from './queue.ts'
import { runTasks, type TaskRunner } from './runner.ts'
import { startTask } from './runTask.ts'
import { taskSweep } from './sweepTasks.ts'

const input = z.object({ name: z.string() })
const checkpoint = z.object({ next: z.number() })
type Run = TaskRun<z.infer<typeof input>, z.infer<typeof checkpoint>>

/** What a run of the test's kinds does; each test sets it. */
let work: (task: Run) => Promise<unknown>
const kindIn = (lane: TaskLane) =>
  defineTask({ name: `test.${lane}`, lane, input, checkpoint, run: async (_app, task): Promise<unknown> => work(task) })
const [letters, print] = [kindIn('letters'), kindIn('print')]

/** Without background work: here the test decides which process runs what. */
let opened: OpenApp
let app: App
let folder: string
let ahead = 0
const wait = (ms: number) => {
  ahead += ms
}
const provider = buildProvider()
const runners: TaskRunner[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-tasks-'))
  opened = await openApp({ ...testEnv(folder), logLevel: 'silent' }, { clock: () => new Date(Date.now() + ahead) })
  app = { ...opened.app, features: [...opened.app.features, { name: 'test', calls: [], tasks: [letters, print] }] }
  await saveProvider(app, provider)
})
afterAll(async () => {
  if (opened.database === 'mongodb') await app.db.dropDatabase()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await app.db.collection('tasks').deleteMany({})
  work = async () => null
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})

let count = 0
const create = (kind = letters, change: { key?: string; isRepeatable?: true; place?: Place } = {}) =>
  createTask(app, kind, { provider: provider.key, key: `test ${++count}`, input: { name: 'Maple' }, ...change })
const stored = ({ _id }: StoredTask) => requireTask(app, provider.key, _id)
const claim = async () => (await claimTask(app, ['letters'])) as StoredTask
/** Runs what is due in the lane, once. */
const runOnce = async () => startTask(app, await claim()).ended
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
const change = (task: StoredTask, $set: Partial<StoredTask>) =>
  tasksOf(app, provider.key).updateOne({ _id: task._id }, { $set })

describe('a task', () => {
  it('runs with its input, and has its result, its progress and its log', async () => {
    work = async ({ input: { name }, progress, log }) => {
      await progress(1, 2)
      await log(`wrote ${name}`)
      await progress(2, 2)
      return { written: name }
    }
    const task = await create()
    expect(task).toMatchObject({ state: 'waiting', kind: 'test.letters', lane: 'letters', tries: 0 })
    await runOnce()
    expect(await stored(task)).toMatchObject({
      state: 'done',
      result: { written: 'Maple' },
      progress: { done: 2, total: 2 },
      log: [{ line: 'wrote Maple' }],
      finished: expect.any(Date),
    })
    expect(await claim()).toBeNull()
  })

  it('is created once per key, and done again only if it is repeatable and finished', async () => {
    const [one, other] = await Promise.all([create(letters, { key: 'a' }), create(letters, { key: 'a' })])
    expect(other).toEqual(one)
    await runOnce()
    expect((await create(letters, { key: 'a' })).state).toBe('done')
    const again = await create(letters, { key: 'a', isRepeatable: true })
    expect([again._id, again.state, again.result, again.finished]).toEqual([one._id, 'waiting', undefined, undefined])
    const open = await create(letters, { key: 'a', isRepeatable: true })
    expect(open).toEqual(again)
  })

  it('is refused with an input that its kind does not accept', async () => {
    const wrong = { provider: provider.key, key: 'x', input: { name: 1 } as never }
    await expect(createTask(app, letters, wrong)).rejects.toThrow()
  })

  it('keeps the last 200 lines of its log', async () => {
    work = async ({ log }) => {
      for (let line = 1; line <= 205; line++) await log(String(line))
      return null
    }
    const task = await create()
    await runOnce()
    const lines = (await stored(task)).log.map(({ line }) => line)
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([200, '6', '205'])
  })
})

describe('a task that fails', () => {
  it('is tried again with growing waits, from its checkpoint, and failed after five attempts without progress', async () => {
    const resumed: unknown[] = []
    work = async ({ resumeFrom, checkpoint }) => {
      resumed.push(resumeFrom)
      if (!resumeFrom) await checkpoint({ next: 7 })
      throw new Error('The disk is full')
    }
    const task = await create()
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'waiting', reason: 'The disk is full', tries: 0 })
    expect(await claim()).toBeNull()
    for (const seconds of [30, 30, 60, 120, 240]) {
      wait((seconds - 5) * 1000)
      expect(await claim()).toBeNull()
      wait(5000)
      await runOnce()
    }
    expect(await stored(task)).toMatchObject({ state: 'failed', reason: 'The disk is full', tries: 5 })
    expect(resumed).toEqual([null, ...Array(5).fill({ next: 7 })])
  })

  it('is not tried again if that is useless, but can be when somebody wants it', async () => {
    work = async ({ checkpoint }) => {
      await checkpoint({ next: 3 })
      throw new FinalTaskError('There are no pictures')
    }
    const task = await create()
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'failed', reason: 'There are no pictures' })
    work = async ({ resumeFrom }) => resumeFrom
    expect(await retryTask(app, provider.key, task._id)).toBe(true)
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'done', result: { next: 3 } })
    expect(await retryTask(app, provider.key, task._id)).toBe(false)
  })

  it('starts from the beginning if the checkpoint is one of another version', async () => {
    work = async ({ resumeFrom }) => resumeFrom
    const task = await create()
    await change(task, { checkpoint: { page: 'two' } })
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'done', result: null })
  })

  it('is given up if its process has died five times without any progress', async () => {
    const task = await create()
    for (let times = 0; times < 5; times++) {
      expect((await claim()).tries).toBe(times + 1)
      wait(LEASE_MS)
    }
    work = () => Promise.reject(new Error('must not run'))
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'failed', reason: expect.stringContaining('5 times') })
  })
})

describe('a process that lost its lease', () => {
  it('can write nothing more, and is told to end', async () => {
    const [isStarted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const refusals: unknown[] = []
    work = async ({ signal, progress, log, checkpoint }) => {
      isStarted.resolve()
      await goOn.promise
      for (const write of [() => checkpoint({ next: 1 }), () => progress(1, 1), () => log('late')])
        await write().catch((error: unknown) => refusals.push(error))
      expect(signal.aborted).toBe(true)
      return 'late'
    }
    const task = await create()
    const slow = startTask(app, await claim())
    await isStarted.promise
    wait(LEASE_MS)
    work = async ({ checkpoint }) => {
      await checkpoint({ next: 9 })
      return 'in time'
    }
    await runOnce()
    goOn.resolve()
    await slow.ended
    expect(refusals).toEqual(Array(3).fill(expect.any(LostTask)))
    expect(await stored(task)).toMatchObject({ state: 'done', result: 'in time', checkpoint: { next: 9 }, log: [] })
    expect((await stored(task)).progress).toBeUndefined()
  })

  it('changes nothing about the task while the other one still runs it, and does not finish it', async () => {
    const goOn = Promise.withResolvers<void>()
    work = async ({ checkpoint }) => {
      await goOn.promise
      await checkpoint({ next: 1 }).catch(() => undefined)
      return 'late'
    }
    const task = await create()
    const slow = startTask(app, await claim())
    wait(LEASE_MS)
    const second = await claim()
    goOn.resolve()
    await slow.ended
    expect(await stored(task)).toMatchObject({ state: 'running', fence: second.fence })
    expect(await stored(task)).not.toHaveProperty('result')
    expect(await stored(task)).not.toHaveProperty('checkpoint')
  })
})

describe('cancelling', () => {
  it('ends a waiting task at once, and a running one with its next write', async () => {
    const waiting = await create()
    expect(await cancelTask(app, provider.key, waiting._id)).toBe('cancelled')
    expect(await claim()).toBeNull()
    expect(await stored(waiting)).toMatchObject({ state: 'cancelled', finished: expect.any(Date) })

    const task = await create()
    work = async ({ progress, signal }) => {
      expect(await cancelTask(app, provider.key, task._id)).toBe('ending')
      await progress(5, 10)
      return aborted(signal)
    }
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'cancelled', progress: { done: 5, total: 10 } })
    expect(await cancelTask(app, provider.key, task._id)).toBe('finished')
  })

  it('also ends a task whose process has died meanwhile', async () => {
    const task = await create()
    await claim()
    await cancelTask(app, provider.key, task._id)
    wait(LEASE_MS)
    work = () => Promise.reject(new Error('must not run'))
    await runOnce()
    expect((await stored(task)).state).toBe('cancelled')
  })

  it('changes nothing about work that is complete before it is noticed', async () => {
    const task = await create()
    work = async () => {
      await cancelTask(app, provider.key, task._id)
      return 'all'
    }
    await runOnce()
    expect(await stored(task)).toMatchObject({ state: 'done', result: 'all' })
  })
})

describe('a runner', () => {
  const run = (...lanes: Lane[]) => {
    const runner = runTasks(app, lanes)
    runners.push(runner)
    return runner
  }

  it('runs the tasks of its lanes, and one lane never waits behind another', async () => {
    work = async ({ id, signal }) => (id === endless._id ? aborted(signal) : null)
    const endless = await create(print)
    run('print', 'letters')
    await expect.poll(async () => (await stored(endless)).state).toBe('running')
    const [behind, quick] = [await create(print), await create()]
    await expect.poll(async () => (await stored(quick)).state, { timeout: 5000 }).toBe('done')
    expect((await stored(behind)).state).toBe('waiting')
    await cancelTask(app, provider.key, endless._id)
    await expect.poll(async () => (await stored(behind)).state, { timeout: 20_000 }).toBe('done')
    expect((await stored(endless)).state).toBe('cancelled')
  })

  it('leaves what is unfinished to the next one when it is stopped, without counting the attempt', async () => {
    work = ({ signal }) => aborted(signal)
    const task = await create()
    const first = run('letters')
    await expect.poll(async () => (await stored(task)).state).toBe('running')
    await first.stop()
    expect(await stored(task)).toMatchObject({ state: 'waiting', tries: 0 })
    work = async () => 'second'
    run('letters')
    await expect.poll(async () => (await stored(task)).result).toBe('second')
  })
})

describe('a process', () => {
  it('does not touch the kinds of another version, which are given up when nobody has run them for days', async () => {
    const task = await create()
    await change(task, { kind: 'gone.kind' })
    expect(await claim()).toBeNull()
    wait(47 * 60 * 60_000)
    await taskSweep.run(app)
    expect((await stored(task)).state).toBe('waiting')
    wait(60 * 60_000)
    await taskSweep.run(app)
    expect(await stored(task)).toMatchObject({ state: 'failed', reason: expect.stringContaining('No process') })
  })

  it('leaves a task with files to their machine', async () => {
    const place = await findPlace(app, { reads: [folder], writes: [join(folder, 'new/out')] })
    const task = await create(letters, { place })
    await change(task, { machine: 'another one' })
    expect(await claim()).toBeNull()
    const own = await create(letters, { place })
    expect((await claim())._id).toBe(own._id)
  })

  it('leaves a task to whoever has its files, if the same path is another folder here, or none', async () => {
    const photographs = join(folder, 'photographs')
    await mkdir(photographs)
    const place = await findPlace(app, { reads: [photographs], writes: [] })
    const task = await create(letters, { place })
    const behind = await create(letters)
    // As in another container, which has a folder of that name.
    await rename(photographs, join(folder, 'elsewhere'))
    await mkdir(photographs)
    expect((await claim())._id).toBe(behind._id)
    expect(await claim()).toBeNull()
    await rm(photographs, { recursive: true })
    expect(await claim()).toBeNull()
    const waiting = await runInTerminal(tasksCommand, ['show', task._id], app)
    expect(waiting.out).toContain(`files: ${photographs}\nIt waits for the machine with its files.`)
    wait(47 * 60 * 60_000)
    await taskSweep.run(app)
    expect((await stored(task)).state).toBe('waiting')
    await rename(join(folder, 'elsewhere'), photographs)
    expect((await claim())._id).toBe(task._id)
    await rm(photographs, { recursive: true })
    wait(49 * 60 * 60_000)
    await taskSweep.run(app)
    expect(await stored(task)).toMatchObject({ state: 'failed', reason: expect.stringContaining('No process') })
  })

  it('forgets a finished task after 30 days, and never one that waits', async () => {
    const [task, waiting] = [await create(), await create()]
    await startTask(app, await claim()).ended
    wait(29 * 24 * 60 * 60_000)
    await taskSweep.run(app)
    expect((await stored(task)).state).toBe('done')
    wait(24 * 60 * 60_000)
    await taskSweep.run(app)
    await expect(stored(task)).rejects.toThrow('no task')
    expect((await stored(waiting)).state).toBe('waiting')
  })
})

describe('a command that follows its task', () => {
  it('runs it if nobody else does, and sees its progress', async () => {
    work = async ({ progress }) => {
      await progress(1, 2)
      await new Promise((done) => setTimeout(done, 1200))
      return 'here'
    }
    const seen: unknown[] = []
    const finished = await followTask(app, await create(), { onChange: ({ progress }) => seen.push(progress) })
    expect(finished).toMatchObject({ state: 'done', result: 'here' })
    expect(seen).toContainEqual({ done: 1, total: 2 })
  })

  it('takes it over at once from a process of this machine that has died', async () => {
    const task = await create()
    await claim()
    const { pid } = spawnSync(process.execPath, ['--version'])
    await change(task, { holder: `${hostname()} ${pid}` })
    work = async () => 'taken over'
    // Its lease would never end.
    const now = app.clock()
    expect(await followTask({ ...app, clock: () => now }, task, {})).toMatchObject({
      state: 'done',
      result: 'taken over',
      fence: 2,
    })
  })

  it('says why it waits for another attempt', async () => {
    let attempts = 0
    work = async () => {
      if (attempts++ === 0) throw new Error('The disk is full')
      return 'second'
    }
    const request = { provider: provider.key, key: 'full', input: { name: 'Maple' } }
    const command: RunCommand = async () => ((await runCommandTask(app, letters, request)) === 'second' ? 0 : 1)
    const ended = runInTerminal(command, [], app)
    const reason = async () => (await tasksOf(app, provider.key).findOne({ key: 'full' }))?.reason
    await expect.poll(reason).toBe('The disk is full')
    wait(30_000)
    expect(await ended).toMatchObject({
      code: 0,
      problem: expect.stringMatching(/^The disk is full\. Next attempt at /),
    })
  })

  it('brings a task here whose files are the same, with its checkpoint, and otherwise begins again', async () => {
    const place = await findPlace(app, { reads: [folder], writes: [] })
    work = async ({ resumeFrom }) => resumeFrom
    for (const [paths, resumed] of [
      [place.paths, { next: 3 }],
      [[{ path: folder, identity: '1:1' }], null],
    ] as const) {
      const task = await create(letters, { place })
      await change(task, { machine: 'another one', paths: [...paths], checkpoint: { next: 3 } })
      expect(await followTask(app, task, { place })).toMatchObject({ state: 'done', result: resumed, ...place })
    }
  })

  it('leaves a task where it is while a process there reports', async () => {
    const place = await findPlace(app, { reads: [folder], writes: [] })
    const task = await create(letters, { place })
    await claim()
    await change(task, { machine: 'another one', holder: 'another 17' })
    const sentences: string[] = []
    const notify = (each: string) => void sentences.push(each)
    const following = followTask(app, await stored(task), { place, notify })
    await expect.poll(() => sentences[0]).toContain('Another process (another 17) is doing this already.')
    expect(await stored(task)).toMatchObject({ machine: 'another one', fence: 1 })
    wait(LEASE_MS)
    expect(await following).toMatchObject({ state: 'done', fence: 2, ...place })
    expect(sentences.at(-1)).toBe(
      'The process that was doing this (another 17) has ended or has not reported for 30 seconds. This command continues it.',
    )
  })

  it('refuses files that are not there', async () => {
    const missing = join(folder, 'none')
    const request = { provider: provider.key, key: `test ${++count}`, input: { name: 'Maple' } }
    const files = { reads: [missing], writes: [] }
    await expect(runCommandTask(app, letters, { ...request, files })).rejects.toThrow(
      `${missing} is not on this machine: it cannot be read (ENOENT)`,
    )
    expect(await tasksOf(app, provider.key).count({})).toBe(0)
  })

  it('refuses to follow one that a killed command has started with other options', async () => {
    const request = { provider: provider.key, key: `test ${++count}` }
    const open = await createTask(app, letters, { ...request, input: { name: 'Maple' } })
    await expect(runCommandTask(app, letters, { ...request, input: { name: 'Cedar' } })).rejects.toThrow(
      `Task ${open._id} does the same with other options`,
    )
    expect(await stored(open)).toMatchObject({ state: 'waiting', input: { name: 'Maple' } })
    await cancelTask(app, provider.key, open._id)
    work = async ({ input: { name } }) => name
    expect(await runCommandTask(app, letters, { ...request, input: { name: 'Cedar' } })).toBe('Cedar')
  })

  it('returns the part that was done when it is cancelled', async () => {
    const stopping = new AbortController()
    work = async ({ signal, id }) => {
      stopping.abort()
      await aborted(signal).catch(() => undefined)
      throw new CancelledTask(`${id} was cancelled`, { result: 'half' })
    }
    const finished = await followTask(app, await create(), { signal: stopping.signal })
    expect(finished).toMatchObject({ state: 'cancelled', result: 'half' })
  })

  it('waits for another process that runs it, and cancels it there', async () => {
    work = async ({ signal, progress }) => {
      for (let done = 0; !signal.aborted; done++) {
        wait(1000)
        await progress(done, 1_000_000)
      }
      return aborted(signal)
    }
    const task = await create()
    const elsewhere = startTask(app, await claim())
    const finished = await followTask(app, task, { signal: AbortSignal.abort() })
    expect(finished.state).toBe('cancelled')
    await elsewhere.ended
  })
})

describe('./portraitkit tasks', () => {
  const run = (...argv: string[]) => runInTerminal(tasksCommand, argv, app)

  it('lists tasks by pages, newest first, and by state', async () => {
    const tasks: StoredTask[] = []
    for (let made = 0; made < 5; made++) {
      tasks.push(await create())
      wait(1000)
    }
    await cancelTask(app, provider.key, (tasks[0] as StoredTask)._id)
    const first = await run('list', '--limit', '2')
    expect(first.lines.join('\n').match(/^[0-9a-f]{16}/gm)).toEqual([tasks[4]?._id, tasks[3]?._id])
    expect(first.out).toContain('2 of 5 tasks, page 1 of 3.')
    expect((await run('list', '--limit', '2', '--page', '4')).problem).toContain('the last one is page 3')
    expect((await run('list', '--state', 'cancelled')).out).toContain(`${tasks[0]?._id}`)
    expect((await run('list', '--state', 'gone')).code).toBe(2)
    const [json] = JSON.parse((await run('list', '--json', '--limit', '1')).out)
    expect(json).toMatchObject({ id: tasks[4]?._id, state: 'waiting' })
  })

  it('shows a task with its log, cancels it and runs it again', async () => {
    work = async ({ log, progress }) => {
      await log('page 1\u001b[2J')
      await progress(1, 4)
      throw new FinalTaskError('No paper')
    }
    const task = await create()
    await runOnce()
    const { out } = await run('show', task._id)
    for (const part of ['No paper', 'page 1', '1 of 4', 'failed']) expect(out).toContain(part)
    expect(out).not.toContain('\u001b')
    expect((await run('cancel', task._id)).problem).toContain('is finished')
    expect((await run('retry', task._id)).out).toContain('runs again')
    expect((await run('retry', task._id)).problem).toContain('is waiting')
    expect((await run('cancel', task._id)).out).toContain('is cancelled')
    expect((await run('show', 'nothing')).code).toBe(1)
    expect((await run('show')).code).toBe(2)
  })
})
