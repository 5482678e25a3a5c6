import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { dayOf, readDay } from '../jobs/days.ts'
import { findOrCreateJob } from '../jobs/importStore.ts'
import { importCommand } from './command.ts'

const DAY_MS = 24 * 60 * 60_000

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Anna Lind,4B\n', '1_1.jpg': await aPicture(1) })
})
afterEach(() => world.close())

const day = (days: number) => dayOf(new Date(world.app.clock().getTime() + days * DAY_MS))
const ours = () => ['--provider', world.provider.key]
const importAs = (...more: string[]) =>
  runInTerminal(importCommand, [world.folder, ...ours(), '--job', 'Spring', ...more], world.app)
const stored = () => jobsOf(world.app, world.provider.key)
const counts = () =>
  Promise.all([
    subjectsOf(world.app, world.provider.key).count({}),
    picturesOf(world.app, world.provider.key).count({}),
  ])

it('an import into a job past its day of deletion is refused and changes nothing, unless it gives the job a later day', async () => {
  await importAs()
  await stored().updateOne({ name: 'Spring' }, { $set: { deletion: readDay(day(-2)) } })
  const before = await stored().findOne({ name: 'Spring' })
  await world.writeFiles({
    'roster.csv': 'key,name,group\n1,Anna Lind,4B\n2,Bo Berg,4B\n',
    '2_1.jpg': await aPicture(2),
  })
  const refused = {
    code: 1,
    problem: expect.stringMatching(new RegExp(`day of deletion of "Spring" .*${day(-2)}.*--delete-at`)),
  }
  expect(await importAs('--publish')).toMatchObject(refused)
  expect(await importAs('--plan', `${world.dataDir}/plan.json`)).toMatchObject(refused)
  await expect(world.import()).rejects.toThrow('day of deletion')
  expect(await runInTerminal(jobsCommand, ['add-person', 'Spring', 'Eva Lund', ...ours()], world.app)).toMatchObject(
    refused,
  )
  expect(await counts()).toEqual([1, 1])
  expect(await stored().findOne({ name: 'Spring' })).toEqual(before)

  expect(await importAs('--plan', `${world.dataDir}/plan.json`, '--delete-at', day(30))).toMatchObject({ code: 0 })
  expect(await importAs('--delete-at', day(30))).toMatchObject({ code: 0 })
  expect(await counts()).toEqual([2, 2])
})

it('a new job whose day of deletion is over is not made', async () => {
  const answer = await importAs('--delete-at', day(-2))
  expect(answer).toMatchObject({ code: 1, problem: expect.stringContaining(day(-2)) })
  expect(await stored().count({})).toBe(0)
  expect(await importAs('--delete-at', day(3))).toMatchObject({ code: 0 })
})

it('a plan whose job came to its day of deletion is not applied', async () => {
  await importAs('--delete-at', day(30))
  await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Anna Lind,4B\n2,Bo Berg,4B\n' })
  const plan = `${world.dataDir}/plan.json`
  await importAs('--plan', plan)
  await stored().updateOne({ name: 'Spring' }, { $set: { deletion: readDay(day(-2)) } })
  const answer = await runInTerminal(importCommand, ['--apply', plan], world.app)
  expect(answer).toMatchObject({ code: 1, problem: expect.stringContaining('day of deletion') })
  expect(await counts()).toEqual([1, 1])
})

it('an import that has read the job before its day changes nothing of it on that day', async () => {
  const { app, provider } = world
  const deletion = readDay(day(-2)) as Date
  await expect(findOrCreateJob(app, provider, 'Spring', { deletion })).rejects.toThrow('day of deletion')
  expect(await stored().count({})).toBe(0)
  await importAs()
  await stored().updateOne({ name: 'Spring' }, { $set: { deletion } })
  const before = await stored().findOne({ name: 'Spring' })
  await expect(findOrCreateJob(app, provider, 'Spring', { ready: true })).rejects.toThrow('day of deletion')
  expect(await stored().findOne({ name: 'Spring' })).toEqual(before)
})
