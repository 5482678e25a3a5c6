import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { originalKey, pictureFolder } from '../../../imaging/derivatives/pictureFiles.ts'
import { beforeUpdate } from '../../../testing/beforeUpdate.ts'
import { buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../testing/buildCheckout.ts'
import { buildPictureSet } from '../../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../../testing/givePictures.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { subjectsOfCode } from '../../access/codes.ts'
import { ordersOf } from '../../orders/collection.ts'
import { ordersCommand } from '../../orders/command.ts'
import { grantRights } from '../../rights/collection.ts'
import { forgetDeliveredJobs, jobsOf, picturesOf, subjectsOf } from '../collection.ts'
import { jobsCommand } from '../command.ts'
import { dayOf, readDay, startOfDay } from '../days.ts'
import { findOrCreateSubject } from '../importStore.ts'
import type { DeliveredPicture } from '../picture.ts'
import { addPicture } from '../pictures/assignPicture.ts'
import { pictureDeletion, repeatRosterDeletion } from './deletePictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: { ...twoGateways(), timeZone: 'America/New_York' } })
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60_000
const key = () => server.provider.key
/** Several servers do it at the same moment. */
const run = () => Promise.all([1, 2, 3].map(() => pictureDeletion.run(server.app)))
const filesOf = async ({ uuid }: DeliveredPicture) => {
  const keys: string[] = []
  for await (const each of server.app.blobs.list(pictureFolder({ provider: key(), uuid }))) keys.push(each)
  return keys.length
}
const terminal = (command: typeof jobsCommand, ...argv: string[]) => runInTerminal(command, argv, server.app)
const ours = () => ['--provider', key()]

it('[ACC-7] from the day of deletion nobody sees the pictures, and their files are deleted except those still to be printed', async () => {
  const buyer = await buildBuyer(server)
  const { client, customer, set } = buyer
  const { first, favourite, group } = set.pictures
  const elsewhere = await buildPictureSet(server.app, server.provider)
  const day = readDay(dayOf(new Date(server.app.clock().getTime() + 2 * DAY_MS))) as Date
  await jobsOf(server.app, key()).updateOne({ uuid: set.job.uuid }, { $set: { deletion: day } })
  forgetDeliveredJobs(server.app)
  await client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line()] })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await client.call(checkout.transaction, ordering)
  await grantRights(server.app, server.provider, { customer: customer._id, targets: [group.uuid], order: order.uuid })

  const subjectUuid = set.subject.uuid
  const see = async () => (await client.call(pictureSets.get, { subjectUuid })).pictureSet
  const ticket = () => client.send(digitalPortraits.ticket, { file: group.uuid })
  const share = () => client.call(sharing.share, { 'email[]': ['gran@example.com'], 'subjects[]': [subjectUuid] })
  server.wait(startOfDay(day, server.provider).getTime() - server.app.clock().getTime() - 20_000)
  await run()
  const before = await see()
  const address = before.pictures.find(({ uuid }) => uuid === group.uuid)?.display['320'] ?? ''
  expect(before.pictures).toHaveLength(3)
  expect((await server.client().fetch(address)).status).toBe(200)
  expect((await ticket()).status).toBe(200)
  expect(await filesOf(group)).toBeGreaterThan(0)
  expect((await terminal(jobsCommand, 'list', ...ours())).out).toContain(
    `3 pictures  published, families not notified  deleted on ${dayOf(day)}`,
  )

  server.wait(40_000)
  const after = await see()
  expect(after).toMatchObject({ pictures: [], subject: { name: set.subject.name } })
  expect(after.job).toMatchObject({ deletion: dayOf(day), isDeleted: true, isClosed: true })
  await expect.poll(async () => (await server.client().fetch(address)).status, { timeout: 3000 }).toBe(404)
  expect((await ticket()).status).toBe(404)
  expect('error' in (await share())).toBe(true)

  // a run that died had deleted the files of one picture without recording it
  await server.app.blobs.delete(originalKey({ provider: key(), uuid: group.uuid }, group.format))
  await run()
  expect([await filesOf(first), await filesOf(favourite)].every((count) => count > 0)).toBe(true)
  expect(await filesOf(group)).toBe(0)
  const left = `deleted since ${dayOf(day)} except 2 pictures still to be deleted or printed`
  expect((await terminal(jobsCommand, 'list', ...ours())).out).toContain(left)
  const printed = await terminal(ordersCommand, 'print', `#${order.uuid.slice(0, 8)}`, ...ours(), '--as', 'jpeg')
  expect(printed.code).toBe(0)
  await run()
  expect([await filesOf(first), await filesOf(favourite)]).toEqual([0, 0])
  expect(await picturesOf(server.app, key()).count({ jobUuid: set.job.uuid })).toBe(0)
  expect(await filesOf(elsewhere.pictures.first)).toBeGreaterThan(0)
  const job = await jobsOf(server.app, key()).findOne({ uuid: set.job.uuid })
  const done = job?.picturesDeleted
  expect([done, job?.rosterDeleted]).toEqual([expect.any(Date), expect.any(Date)])
  // Everybody in it goes with the pictures, and the letter opens nothing; the job itself says that it was deleted.
  expect(await subjectsOf(server.app, key()).count({ jobUuid: set.job.uuid })).toBe(0)
  expect(await subjectsOfCode(server.app, server.provider, set.code)).toEqual([])
  expect((await client.send(pictureSets.get, { subjectUuid })).status).toBe(404)
  expect(await ordersOf(server.app, key()).count({ 'content.lines.subjects.uuid': subjectUuid })).toBe(1)
  server.wait(DAY_MS)
  await run()
  expect((await jobsOf(server.app, key()).findOne({ uuid: set.job.uuid }))?.picturesDeleted).toEqual(done)
  expect((await terminal(jobsCommand, 'list', ...ours())).out).toMatch(
    new RegExp(`0 pictures .* deleted since ${dayOf(day)}\n`),
  )
})

it('the people of a job whose day had come after the backup are deleted again', async () => {
  const { app, provider } = server
  const set = await buildPictureSet(app, provider)
  const { uuid } = set.job
  await repeatRosterDeletion.roster?.(app, { provider: provider.key, id: uuid })
  expect(await subjectsOf(app, key()).count({ jobUuid: uuid })).toBe(0)
  expect(await filesOf(set.pictures.first)).toBe(0)
  expect(await jobsOf(app, key()).findOne({ uuid })).toMatchObject({ rosterDeleted: expect.any(Date) })
})

it('whoever is added by an import that was running on the day of deletion is deleted, too', async () => {
  const { app, provider } = server
  const { job, pictures, subject } = await buildPictureSet(app, provider)
  const deletion = readDay(dayOf(new Date(app.clock().getTime() - 2 * DAY_MS))) as Date
  await jobsOf(app, key()).updateOne({ uuid: job.uuid }, { $set: { deletion } })
  const row = { ...{ key: 'late', name: 'Bo', group: '4B', emails: [], phone: null }, line: 1, code: null, files: [] }
  const left = () => subjectsOf(app, key()).count({ jobUuid: job.uuid })
  // Between the last look for people and the mark that there are none.
  let isLate = false
  const marking = beforeUpdate(app, 'jobs', async () => {
    const stored = await jobsOf(app, key()).findOne({ uuid: job.uuid })
    if (isLate || !stored?.picturesDeleted || (await left()) > 0) return
    isLate = true
    await findOrCreateSubject(app, job, { ...row, favorite: null })
  })
  await pictureDeletion.run(marking)
  expect(isLate).toBe(true)
  await run()
  expect(await left()).toBe(0)
  // After it.
  await findOrCreateSubject(app, job, { ...row, favorite: null })
  const picture = { ...pictures.first, ...aStoredPicture(subject, pictures.first, { to: 'unmatched' }) }
  await addPicture(app, picture)
  await run()
  expect(await left()).toBe(0)
  expect(await picturesOf(app, key()).count({ jobUuid: job.uuid })).toBe(0)
  expect(await jobsOf(app, key()).findOne({ uuid: job.uuid })).toMatchObject({ rosterDeleted: expect.any(Date) })
})

it('pictures of an open payment are kept until it is paid and printed', async () => {
  const buyer = await buildBuyer(server)
  const day = readDay(dayOf(new Date(server.app.clock().getTime() + 2 * DAY_MS))) as Date
  await jobsOf(server.app, key()).updateOne({ uuid: buyer.set.job.uuid }, { $set: { deletion: day } })
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line()] })
  const { ordering } = await prepareOrder(buyer, 'sandbox')
  await buyer.client.call(checkout.transaction, ordering)
  server.wait(startOfDay(day, server.provider).getTime() - server.app.clock().getTime() + 1000)
  await run()
  expect(await filesOf(buyer.set.pictures.first)).toBeGreaterThan(0)
  expect(await filesOf(buyer.set.pictures.group)).toBe(0)
})
