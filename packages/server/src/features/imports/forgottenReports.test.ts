import { afterEach, beforeEach, expect, it } from 'vitest'
import { tasksOf } from '../../platform/tasks/collection.ts'
import { taskSweep } from '../../platform/tasks/sweepTasks.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject, type SubjectDeletion } from '../jobs/deletion/deleteSubject.ts'
import { importCommand } from './command.ts'

// What an import has reported about somebody goes with them: it names people, by names and keys that they may not have any more.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('qx77,Zanzibella Quorvath,4A', '2,Bo Lind,4B')
  await world.writeFiles({ 'qx77_1.jpg': await aPicture(1), '2_1.jpg': await aPicture(2) })
  await importAs('Spring')
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group\n${lines.join('\n')}\n` })
const ours = () => ['--provider', world.provider.key]
const importAs = (job: string, ...more: string[]) =>
  runInTerminal(importCommand, [world.folder, ...ours(), '--job', job, ...more], world.app)
const jobs = (what: string, ...argv: string[]) =>
  runInTerminal(jobsCommand, [what, 'Spring', ...argv, ...ours()], world.app)
const tasks = () => tasksOf(world.app, world.provider.key)
const spring = async () => (await jobsOf(world.app, world.provider.key).findOne({ name: 'Spring' })) as Job
const uuid = async () => {
  const child = { jobUuid: (await spring()).uuid, key: 'qx77' }
  return (await subjectsOf(world.app, world.provider.key).findOne(child))?.uuid ?? ''
}
const NAMES = /zanzibella|quorvath|qx77|newkey9/i
/** The sweep at a time in the future. */
const sweepAfter = (ms: number) =>
  taskSweep.run({ ...world.app, clock: () => new Date(world.app.clock().getTime() + ms) })
const HOUR_MS = 60 * 60_000
const hasNames = async () => NAMES.test(JSON.stringify(await tasks().find({}).toArray()))

it('reports that name a deleted child are deleted, those of other jobs stay, and the receipt says so', async () => {
  await importAs('Autumn')
  await roster('newkey9,Zanzibella Quorvath,4A', '2,Bo Lind,4B')
  expect((await importAs('Spring')).out).toContain('newkey9')
  expect(await hasNames()).toBe(true)
  expect(await tasks().count({})).toBe(2)
  const { out } = await jobs('delete-subject', await uuid(), '--yes')
  expect(out).toContain('1 × report of an import\n')
  const left = await tasks().find({}).toArray()
  expect(left.map(({ input }) => (input as { job: string }).job)).toEqual(['Autumn'])
})

it.each(['failed', 'cancelled'] as const)(
  'so is that of an import that %s, although it has no result',
  async (state) => {
    const reason = 'Somebody else was given the key "qx77" meanwhile'
    await tasks().updateOne({}, { $set: { state, reason, isCancelRequested: true }, $unset: { result: '' } })
    const { out } = await jobs('delete-subject', await uuid(), '--yes')
    expect(out).toContain('1 × report of an import\n')
    expect(await tasks().count({})).toBe(0)
  },
)

it('an import that runs meanwhile continues, prints its report, and the report is deleted after it has ended', async () => {
  await world.writeFiles({ 'qx77_9.jpg': await aPicture(9), '2_9.jpg': await aPicture(10) })
  await roster('newkey9,Zanzibella Quorvath,4A', '2,Bo Lind,4B')
  const job = await spring()
  let deletion: SubjectDeletion | 'begun' | null = null
  const put = async (key: string, content: Uint8Array) => {
    await world.app.blobs.put(key, content)
    if (deletion) return
    deletion = 'begun'
    deletion = await deleteSubject(world.app, world.provider, job, await uuid())
  }
  const argv = [world.folder, ...ours(), '--job', 'Spring']
  const app = { ...world.app, blobs: { ...world.app.blobs, put } }
  const { out } = await runInTerminal(importCommand, argv, app)
  const stays = 'until a day after the import has ended'
  const entry = { what: 'report of an import that is still running', count: 1, stays }
  expect(deletion).toMatchObject({ entries: expect.arrayContaining([entry]) })
  expect(out).toContain('newkey9')
  expect(await hasNames()).toBe(true)
  expect(await tasks().find({}).toArray()).toEqual([expect.not.objectContaining({ isCancelRequested: true })])
  await sweepAfter(25 * HOUR_MS)
  expect(await tasks().count({})).toBe(0)
})

it('the report of an import that was cancelled goes with its job', async () => {
  await tasks().updateOne({}, { $set: { state: 'cancelled', isCancelRequested: true } })
  const { out } = await jobs('delete', '--yes')
  expect(out).toContain('1 × report of an import\n')
  expect(await tasks().count({})).toBe(0)
})

it('what a later import says of a list that still names them can be read for a day', async () => {
  await jobs('delete-subject', await uuid(), '--yes')
  expect((await importAs('Spring')).out).toContain('Zanzibella Quorvath')
  await importAs('Autumn')
  await sweepAfter(23 * HOUR_MS)
  expect(await tasks().count({})).toBe(2)
  await sweepAfter(25 * HOUR_MS)
  const left = await tasks().find({}).toArray()
  expect(left.map(({ input }) => (input as { job: string }).job)).toEqual(['Autumn'])
})
