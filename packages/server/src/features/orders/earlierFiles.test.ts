import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { originalKey, pictureFolder } from '../../imaging/derivatives/pictureFiles.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { replacePicture } from '../corrections/replacePicture.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { deleteJob } from '../jobs/deletion/deleteJob.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import type { Picture } from '../jobs/picture.ts'
import { pictureVersionsOf } from '../jobs/pictures/collection.ts'
import { type OrderContent, ordersOf } from './collection.ts'
import { earlierFileSweep } from './earlierFiles.ts'
import { freezeScenes } from './frozenScenes.ts'

let world: ImportWorld
let job: Job
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Emma;4B\n2;Noah;4B\n', '1-a.jpg': await aPicture(1) })
  await world.import()
  job = (await jobsOf(world.app, key()).findOne({})) as Job
})
afterEach(() => world.close())

const key = () => world.provider.key
const picture = async () => (await picturesOf(world.app, key()).findOne({})) as Picture
const childOf = async (name: string) => (await subjectsOf(world.app, key()).findOne({ name }))?.uuid ?? ''
async function giveTo(...names: string[]): Promise<void> {
  const subjects = await Promise.all(names.map(async (name) => ({ uuid: await childOf(name), isCover: false })))
  await picturesOf(world.app, key()).updateOne({}, { $set: { 'assignment.subjects': subjects } } as never)
}
const remove = async (name: string) => deleteSubject(world.app, world.provider, job, await childOf(name))

/** A paid order of a child, of one print that shows the picture as it is now. */
async function order(name: string): Promise<string> {
  const { uuid, version } = await picture()
  const [_id, line] = [randomUUID(), randomUUID()]
  const lines = [{ kind: 'print', uuid: line, subjects: [{ uuid: await childOf(name), name }] }]
  const content = { customer: randomUUID(), lines } as unknown as OrderContent
  const state = { paymentState: 'paid', production: 'new', confirmTime: world.app.clock() } as const
  await ordersOf(world.app, key()).insertOne({ _id, created: world.app.clock(), content, bought: [line], ...state })
  const nodes = [{ kind: 'picture', picture: { uuid, ...(version && { version }) } }]
  await freezeScenes(world.app, key(), _id, new Map([[line, { parts: [{ nodes }] } as never]]))
  return _id
}
const markPrinted = (_id: string) => ordersOf(world.app, key()).updateOne({ _id }, { $set: { printed: new Date() } })

it('an earlier file that a deleted child has ordered stays until it is printed, and with the picture', async () => {
  await giveTo('Emma', 'Noah')
  const uuid = await order('Emma')
  const before = await picture()
  await replacePicture(world.app, job, before, await aPicture(1 + 17), null)
  expect(await remove('Emma')).toMatchObject({ outcome: 'deleted' })
  await pictureVersionsOf(world.app, key()).updateMany({}, { $set: { due: new Date(0) } })
  await earlierFileSweep.run(world.app)
  expect(await world.app.blobs.get(originalKey(before, 'jpeg'))).not.toBeNull()
  expect(await remove('Noah')).toEqual({ outcome: 'to print', pictures: 1 })
  expect(await deleteJob(world.app, world.provider, job.uuid)).toEqual({ outcome: 'to print', pictures: 1 })
  await markPrinted(uuid)
  expect(await remove('Noah')).toMatchObject({ outcome: 'deleted' })
  const left: string[] = []
  for await (const each of world.app.blobs.list(pictureFolder(before))) left.push(each)
  expect(left).toEqual([])
})

it('a picture that was moved after it was ordered is not deleted with whose it is now', async () => {
  const uuid = await order('Emma')
  await giveTo('Noah')
  expect(await remove('Noah')).toEqual({ outcome: 'to print', pictures: 1 })
  await markPrinted(uuid)
  expect(await remove('Noah')).toMatchObject({ outcome: 'deleted' })
})
