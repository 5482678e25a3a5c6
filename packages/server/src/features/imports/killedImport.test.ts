import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { runTasks } from '../../platform/tasks/runner.ts'
import { aPicture } from '../../testing/buildImport.ts'
import { runKilledAt } from '../../testing/killAtWrite.ts'
import { sightOfJob } from '../../testing/sightOfJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

/**
 * An import, killed at a write and continued by a server, is one entry of the history, which is undone as a whole. Long form: at each of its
 * writes.
 */

const long = process.env.PROOFS === 'long'
const KILLS = 4

let server: TestServer
let root: string
beforeAll(async () => {
  ;[server, root] = await Promise.all([
    // A server continues it when a test says so.
    startTestServer({ env: { TASK_LANES: 'none' } }),
    mkdtemp(join(tmpdir(), 'pk-killed-import-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const BEFORE = { Anna: ['1_a.jpg', 'class.jpg'], Bo: ['2_a.jpg', 'class.jpg'] }
const AFTER = { Anna: ['1_a.jpg', '1_b.jpg'], Bo: ['2_a.jpg', '2_b.jpg', 'class.jpg'], Cy: ['3_a.jpg'] }

/** A job, and the command of a second import that adds pictures and a child, and takes another child to another class. */
async function buildImport(job: string): Promise<string[]> {
  const folder = join(root, job)
  await mkdir(join(folder, '_group/4A'), { recursive: true })
  const roster = (...lines: string[]) => writeFile(join(folder, 'roster.csv'), `key,name,group\n${lines.join('\n')}\n`)
  let count = 0
  const pictures = async (...files: string[]) => {
    for (const file of files) await writeFile(join(folder, file), await aPicture(++count))
  }
  await roster('1,Anna,4A', '2,Bo,4A')
  await pictures('_group/4A/class.jpg', '1_a.jpg', '2_a.jpg')
  const command = [folder, '--provider', server.provider.key, '--job', job, '--publish']
  await runInTerminal(importCommand, command, server.app)
  await roster('1,Anna,4B', '2,Bo,4A', '3,Cy,4A')
  await pictures('1_b.jpg', '2_b.jpg', '3_a.jpg')
  return ['import', ...command]
}

const jobs = async (job: string, what: string, ...args: string[]) => {
  const argv = [what, job, ...args, '--provider', server.provider.key]
  const { code, lines, problem } = await runInTerminal(jobsCommand, argv, server.app)
  return { code, out: [...lines, problem].join('\n') }
}
const numbers = async (job: string) => [...(await jobs(job, 'history')).out.matchAll(/^(\d+) {2}/gm)].map(([, n]) => n)

const openTasks = () =>
  server.app.db
    .collection<StoredTask>('tasks')
    .find({ kind: 'imports.folder', state: { $in: ['waiting', 'running'] } })
    .toArray()

async function continueIt(): Promise<void> {
  server.wait(60_000)
  const runner = runTasks(server.app, ['import'])
  await expect.poll(async () => (await openTasks()).length, { timeout: 180_000 }).toBe(0)
  await runner.stop()
}

const ofOthers = async (job: string) => {
  const { Cy = [], ...others } = await sightOfJob(server, job)
  return { others, Cy }
}

describe('an import that was killed and continued', () => {
  it(
    'is one entry of the history, and undone as one',
    async () => {
      const { writes } = await runKilledAt(server, await buildImport('Whole'))
      expect(await sightOfJob(server, 'Whole')).toEqual(AFTER)
      const every = long ? 1 : Math.floor(writes / (KILLS + 1))
      for (let at = every; at <= writes; at += every) {
        const job = `Killed ${at}`
        await runKilledAt(server, await buildImport(job), at)
        // Killed before the task was stored, it has changed nothing.
        if ((await openTasks()).length === 0) continue
        await continueIt()
        expect([at, await sightOfJob(server, job)]).toEqual([at, AFTER])
        expect([at, await numbers(job)]).toEqual([at, ['2', '1']])
        expect([at, await jobs(job, 'undo', '2')]).toMatchObject([at, { code: 0 }])
        expect([at, await ofOthers(job)]).toEqual([at, { others: BEFORE, Cy: [] }])
        expect([at, await jobs(job, 'undo', '3')]).toMatchObject([at, { code: 0 }])
        expect([at, await sightOfJob(server, job)]).toEqual([at, AFTER])
      }
    },
    long ? 7_200_000 : 300_000,
  )

  it('has a number of its own for what it does after somebody else has corrected something', async () => {
    const job = 'Between'
    const { writes } = await runKilledAt(server, await buildImport('Uninterrupted'))
    await runKilledAt(server, await buildImport(job), Math.ceil(writes * 0.6))
    expect(await numbers(job)).toEqual(['2', '1'])
    await jobs(job, 'pictures', 'hide', '1_a.jpg')
    await continueIt()
    expect(await numbers(job)).toEqual(['4', '3', '2', '1'])
    for (const number of ['4', '2', '3']) expect(await jobs(job, 'undo', number)).toMatchObject({ code: 0 })
    expect(await ofOthers(job)).toEqual({ others: BEFORE, Cy: [] })
  })
})
