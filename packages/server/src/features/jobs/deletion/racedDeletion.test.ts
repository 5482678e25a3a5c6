import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdLease } from '../../../platform/db/lease.ts'
import { beforeUpdate } from '../../../testing/beforeUpdate.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../../testing/buildImport.ts'
import { changeClass } from '../../people/correctPerson.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { dayOf, readDay } from '../days.ts'
import { deleteJob, jobDeletionSweep } from './deleteJob.ts'
import { pictureDeletion } from './deletePictures.ts'

// A server deletes the people of a job on its day, or finishes a deletion, while another process changes people of it.

const DAY_MS = 24 * 60 * 60_000

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({
    'roster.csv': 'key,name,group\n1,Anna Berg,4A\n2,Bo Lind,4B\n',
    '1_1.jpg': await aPicture(1),
    '2_1.jpg': await aPicture(2),
  })
  await world.import()
})
afterEach(() => world.close())

const key = () => world.provider.key
const day = (days: number) => readDay(dayOf(new Date(world.app.clock().getTime() + days * DAY_MS))) as Date
const comeToItsDay = () => jobsOf(world.app, key()).updateOne({ name: 'Spring' }, { $set: { deletion: day(-2) } })
const currentJob = async () => (await jobsOf(world.app, key()).findOne({})) as Job
const leaseName = async () => `merge ${key()} ${(await currentJob()).uuid}`
const counts = () =>
  Promise.all([subjectsOf(world.app, key()).count({ deleting: null }), picturesOf(world.app, key()).count({})])

it('on its day a job is not deleted while somebody changes people of it, and is deleted by the next run', async () => {
  await comeToItsDay()
  const lease = await holdLease(world.app, await leaseName(), 60_000, 'import')
  await pictureDeletion.run(world.app)
  expect(await counts()).toEqual([2, 2])
  await lease?.release()
  await pictureDeletion.run(world.app)
  expect(await counts()).toEqual([0, 0])
  expect(await currentJob()).toMatchObject({ rosterDeleted: expect.any(Date) })
}, 60_000)

it('a job that was given a later day at that moment stays', async () => {
  await comeToItsDay()
  let isMoved = false
  // Between the moment when the server reads which jobs are due and the one when it deletes.
  const moving = beforeUpdate(world.app, 'leases', async () => {
    if (isMoved) return
    isMoved = true
    await world.import({ options: { deletion: day(30) } })
  })
  await pictureDeletion.run(moving)
  expect(isMoved).toBe(true)
  expect(await counts()).toEqual([2, 2])
  expect((await currentJob()).picturesDeleted).toBeUndefined()
})

it('nobody changes people of a job while they are deleted on its day', async () => {
  await comeToItsDay()
  const job = await currentJob()
  const { uuid } = (await subjectsOf(world.app, key()).findOne({ key: '1' })) as Subject
  const change = () => changeClass(world.app, job, uuid, { group: '4C', by: null })
  const refusals: unknown[] = []
  const remove = async (name: string) => {
    if (refusals.length === 0) refusals.push(await change().catch((error: Error) => error.message))
    await world.app.blobs.delete(name)
  }
  await pictureDeletion.run({ ...world.app, blobs: { ...world.app.blobs, delete: remove } })
  expect(refusals).toEqual([expect.stringContaining('"jobs delete" by another process changes people of this job')])
  expect(await counts()).toEqual([0, 0])
}, 60_000)

it('a deletion that was cut off before its first step is finished while nobody changes people of the job', async () => {
  const job = await currentJob()
  const cut = beforeUpdate(world.app, 'jobs', () => Promise.reject(new Error('cut off')))
  await expect(deleteJob(cut, world.provider, job.uuid)).rejects.toThrow('cut off')
  expect((await currentJob()).deleting).toBeUndefined()
  const later = { ...world.app, clock: () => new Date(world.app.clock().getTime() + DAY_MS / 2) }
  const sweep = () => jobDeletionSweep.run(later)
  const lease = await holdLease(later, await leaseName(), 60_000, 'import')
  await sweep()
  expect(await counts()).toEqual([2, 2])
  await lease?.release()
  await sweep()
  expect(await counts()).toEqual([0, 0])
  expect(await jobsOf(world.app, key()).count({})).toBe(0)
}, 60_000)
