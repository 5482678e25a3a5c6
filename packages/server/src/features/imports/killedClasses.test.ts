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
import { jobsOf, picturesOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import type { Assignment } from '../jobs/picture.ts'
import { importCommand } from './command.ts'

/**
 * An import that renames classes and takes their pictures along, killed at a write and continued by a server: nobody ever sees the picture of
 * another class, and in the end everybody has their own. Long form: at each of its writes.
 */

const long = process.env.PROOFS === 'long'
const KILLS = 3

let server: TestServer
let root: string
beforeAll(async () => {
  ;[server, root] = await Promise.all([
    // A server continues it when a test says so.
    startTestServer({ env: { TASK_LANES: 'none' } }),
    mkdtemp(join(tmpdir(), 'pk-killed-classes-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const before = { Anna: ['first.jpg'], Bo: ['first.jpg'], Cy: ['second.jpg'], Di: ['second.jpg'] }

/** A job of two classes with a picture each, and the saved plan of a roster in which they have exchanged their names. */
async function buildRename(job: string) {
  const folder = join(root, job)
  await mkdir(join(folder, '_group/4A'), { recursive: true })
  await mkdir(join(folder, '_group/4B'), { recursive: true })
  const roster = (...lines: string[]) => writeFile(join(folder, 'roster.csv'), `key,name,group\n${lines.join('\n')}\n`)
  await writeFile(join(folder, '_group/4A/first.jpg'), await aPicture(1))
  await writeFile(join(folder, '_group/4B/second.jpg'), await aPicture(2))
  await roster('1,Anna,4A', '2,Bo,4A', '3,Cy,4B', '4,Di,4B')
  const ofJob = [folder, '--provider', server.provider.key, '--job', job]
  await runInTerminal(importCommand, [...ofJob, '--publish'], server.app)
  await roster('1,Anna,4B', '2,Bo,4B', '3,Cy,4A', '4,Di,4A')
  const plan = join(root, `${job}.json`)
  await runInTerminal(importCommand, [...ofJob, '--plan', plan], server.app)
  return ['import', '--apply', plan, '--decide', 'class-pictures=move']
}

const sightOf = (job: string) => sightOfJob(server, job)

const openTasks = () =>
  server.app.db
    .collection<StoredTask>('tasks')
    .find({ kind: 'imports.folder', state: { $in: ['waiting', 'running'] } })
    .toArray()

async function continueIt(): Promise<void> {
  server.wait(60_000)
  const runner = runTasks(server.app, ['import'])
  await expect.poll(async () => (await openTasks()).length).toBe(0)
  await runner.stop()
}

it('is continued, and shows nobody the picture of another class', async () => {
  const { writes } = await runKilledAt(server, await buildRename('Whole'))
  expect(await sightOf('Whole')).toEqual(before)
  const every = long ? 1 : Math.ceil(writes / KILLS)
  for (let at = long ? 1 : 4; at <= writes; at += every) {
    const job = `Killed ${at}`
    await runKilledAt(server, await buildRename(job), at)
    for (const [name, seen] of Object.entries(await sightOf(job)))
      expect(before[name as keyof typeof before]).toEqual(expect.arrayContaining(seen))
    await continueIt()
    // Killed before the task was stored, it has changed nothing.
    expect(await sightOf(job)).toEqual(before)
  }
})

describe('killed while its pictures are nobody’s', () => {
  const jobs = async (what: string, job: string, ...args: string[]) => {
    const argv = [what, job, ...args, '--provider', server.provider.key]
    const { code, lines, problem } = await runInTerminal(jobsCommand, argv, server.app)
    return { code, out: [...lines, problem].join('\n') }
  }
  let count = 0
  const pictureOf = (fileName: string, jobUuid: string) =>
    picturesOf(server.app, server.provider.key).findOne({ fileName, jobUuid })

  /** Kills it once both class pictures are nobody's, or are those of the other class; the job's name and uuid. */
  async function killWhile(isSo: (assignment: Assignment | undefined) => boolean): Promise<[string, string]> {
    // Mostly at the first of these writes, or soon after it.
    const first = isSo === isGiven ? 39 : 14
    for (const atWrite of [...range(first, 60), ...range(4, first)]) {
      const name = `Taken ${atWrite} ${++count}`
      const command = await buildRename(name)
      await runKilledAt(server, command, atWrite)
      const uuid = String((await jobsOf(server.app, server.provider.key).findOne({ name }))?.uuid)
      const both = await Promise.all(['first.jpg', 'second.jpg'].map((file) => pictureOf(file, uuid)))
      if (both.every((picture) => isSo(picture?.assignment)) && (await openTasks()).length > 0) return [name, uuid]
      await continueIt()
    }
    throw new Error('No write leaves the pictures so')
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_each, index) => from + index)
  const isOfNobody = (assignment: Assignment | undefined) => assignment?.to === 'unmatched'
  const isGiven = (assignment: Assignment | undefined) => assignment?.to === 'groups' && assignment.why === 'hand'
  it('it cannot be undone before a server has continued it, which would do it again', async () => {
    const [name] = await killWhile(isOfNobody)
    const { code, out } = await jobs('undo', name, '2')
    expect([code, out]).toEqual([1, expect.stringContaining('is not complete yet')])
    await continueIt()
    expect((await jobs('undo', name, '2')).code).toBe(0)
    expect(await sightOf(name)).toEqual(before)
  })

  it('it leaves a picture as somebody has decided since', async () => {
    const [name, uuid] = await killWhile(isOfNobody)
    expect((await jobs('pictures', name, 'move', 'first.jpg', '--to-group', '4A')).code).toBe(0)
    const decided = (await pictureOf('first.jpg', uuid))?.assignment
    await continueIt()
    expect((await pictureOf('first.jpg', uuid))?.assignment).toEqual(decided)
  })

  it('it gives none back that somebody has taken from everybody since', async () => {
    const [name, uuid] = await killWhile(isGiven)
    expect((await jobs('pictures', name, 'move', 'first.jpg', '--to-nobody')).code).toBe(0)
    await continueIt()
    expect((await pictureOf('first.jpg', uuid))?.assignment.to).toBe('unmatched')
  })

  it('and stopped by a changed roster, it takes no picture from the families that had it', async () => {
    const [name] = await killWhile(isOfNobody)
    await writeFile(join(root, name, 'roster.csv'), 'key,name,group\n1,Anna,4B\n2,Bo,4B\n3,Cy,4A\n4,Diana,4A\n')
    await continueIt()
    const seen = await sightOf(name)
    for (const [child, pictures] of Object.entries(seen))
      expect(before[child as keyof typeof before]).toEqual(expect.arrayContaining(pictures))
    expect(Object.values(seen).flat().length).toBeGreaterThan(0)
  })
})
