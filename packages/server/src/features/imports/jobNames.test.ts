import { afterEach, beforeEach, expect, it } from 'vitest'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteJob } from '../jobs/deletion/deleteJob.ts'
import { findOrCreateJob } from '../jobs/importStore.ts'
import { importCommand } from './command.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Anna Lind,4B\n', '1_1.jpg': await aPicture(1) })
})
afterEach(() => world.close())

const ours = () => ['--provider', world.provider.key]
const importAs = (job: string, ...more: string[]) =>
  runInTerminal(importCommand, [world.folder, ...ours(), '--job', job, ...more], world.app)
const jobs = (...argv: string[]) => runInTerminal(jobsCommand, [...argv, ...ours()], world.app)
const storedJobs = () => jobsOf(world.app, world.provider.key).find({}).sort({ name: 1, year: 1 }).toArray()
const names = async () => (await storedJobs()).map(({ name, year }) => `${name} ${year}`)
const people = () => subjectsOf(world.app, world.provider.key).count({})

/** As imports before this version made them: a second job of the name in other case. */
async function addTwin(name: string): Promise<Job> {
  const [{ _id, ...job }] = (await storedJobs()) as unknown as [Job & { _id: unknown }]
  const twin = { ...job, name, uuid: '5d1f6c1e-0000-4000-8000-000000000001' }
  await jobsOf(world.app, world.provider.key).insertOne(twin)
  return twin
}

it('the name of a job counts in upper and lower case, with whatever spaces, and nobody is added twice', async () => {
  await importAs('Spring  Féte')
  for (const name of ['spring féte', ' SPRING FÉTE', 'Spring\u00a0fe\u0301te ']) {
    expect(await importAs(name)).toMatchObject({ code: 0, out: expect.stringContaining('0 of them new') })
  }
  expect([await names(), await people()]).toEqual([['Spring  Féte 2026'], 1])
  expect(await jobs('people', 'spring féte')).toMatchObject({ code: 0, out: expect.stringContaining('Anna Lind') })
})

it('two imports at the same moment make one job, however each writes the name', async () => {
  const spellings = ['Spring', 'spring', 'SPRING', 'sPRING']
  await Promise.all(spellings.map((job) => world.import({ job })))
  expect([(await storedJobs()).length, await people()]).toEqual([1, 1])
})

it('an import that looked for the job a moment before another one made it finds it, too', async () => {
  let made: Job | undefined
  const late = beforeUpdate(world.app, 'leases', async () => {
    made ??= await findOrCreateJob(world.app, world.provider, 'SPRING', {})
  })
  const found = await findOrCreateJob(late, world.provider, 'Spring', {})
  expect(found.uuid).toBe(made?.uuid)
  expect(await names()).toEqual(['SPRING 2026'])
})

it('the latest year of a name in whatever case is imported into, or the one that is given', async () => {
  await importAs('spring', '--year', '2025')
  await importAs('Spring', '--year', '2026')
  await world.writeFiles({ 'roster.csv': 'key,name,group\n2,Bo Berg,4B\n' })
  const years = async () => {
    const found = await subjectsOf(world.app, world.provider.key).find({ key: '2' }).toArray()
    const all = await storedJobs()
    return found.map(({ jobUuid }) => all.find(({ uuid }) => uuid === jobUuid)?.year)
  }
  await importAs('SPRING')
  expect(await years()).toEqual([2026])
  await importAs('SPRING', '--year', '2025')
  expect([(await years()).toSorted(), await names()]).toEqual([
    [2025, 2026],
    ['Spring 2026', 'spring 2025'],
  ])
})

it('two jobs of one name and year are told apart by their uuids, by every command', async () => {
  await importAs('Spring')
  const twin = await addTwin('spring')
  const [first] = (await storedJobs()) as unknown as [Job]
  const list = [`${first.uuid} ("Spring", 2026)`, `${twin.uuid} ("spring", 2026)`].toSorted().join(', ')
  const which = { problem: expect.stringContaining(`by its uuid: ${list}`) }
  await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Anna Lind,4B\n2,Bo Berg,4B\n' })
  expect(await importAs('Spring')).toMatchObject({ code: 1, ...which })
  expect(await importAs('Spring', '--plan', `${world.dataDir}/plan.json`)).toMatchObject({ code: 1, ...which })
  await expect(world.import()).rejects.toThrow(twin.uuid)
  expect(await jobs('people', 'Spring')).toMatchObject({ code: 2, ...which })
  expect(await jobs('people', 'Spring', '--year', '2026')).toMatchObject({ code: 2, ...which })
  expect(await people()).toBe(1)

  expect(await importAs(first.uuid.toUpperCase())).toMatchObject({
    code: 2,
    out: expect.stringContaining('1 of them new'),
  })
  expect((await jobs('people', first.uuid)).out).toContain('Bo Berg')
  expect(await jobs('delete', twin.uuid, '--yes')).toMatchObject({ code: 0 })
  expect((await jobs('people', 'SPRING')).out).toContain('Bo Berg')
  expect(await names()).toEqual(['Spring 2026'])
})

it('years tell jobs of one name apart as long as they differ', async () => {
  await importAs('Spring', '--year', '2025')
  await importAs('Spring', '--year', '2026')
  expect((await jobs('people', 'spring')).problem).toContain('--year (2025, 2026)')
})

it('a uuid that no job has makes no job of that name', async () => {
  const answer = await importAs('5d1f6c1e-0000-4000-8000-000000000001')
  expect(answer).toMatchObject({ code: 1, problem: expect.stringContaining('no job with the uuid') })
  expect(await storedJobs()).toEqual([])
  await importAs('Spring')
  const [job] = (await storedJobs()) as unknown as [Job]
  expect(await importAs(job.uuid, '--year', '2020')).toMatchObject({ code: 1 })
  await deleteJob(world.app, world.provider, job.uuid)
  expect(await importAs(job.uuid)).toMatchObject({ code: 1 })
  expect(await storedJobs()).toEqual([])
})
