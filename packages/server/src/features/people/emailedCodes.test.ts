import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailsOf } from '../../platform/mail/queue.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildMailShop, type MailShop } from '../../testing/buildMailShop.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import type { TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubject, saveCode } from '../access/codes.ts'
import { picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { contactAddresses } from '../jobs/contact.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import { mergePeople } from './mergePeople.ts'

// Two who were one person by mistake: which of their codes the other family has by an email, whatever became of the email since.

let shop: MailShop
let server: TestServer
beforeAll(async () => {
  shop = await buildMailShop()
  server = shop.server
})
afterAll(() => shop.close())

/** Anna, and Bo, who is taken for her; each has a code of their own. */
let anna: BuiltPictureSet
let bo: Subject
let boCode: string
let father: string
beforeEach(async () => {
  const { app, provider } = server
  anna = await buildPictureSet(app, provider, { subject: { name: 'Anna Berg', key: '12' } })
  father = `father-${randomUUID().slice(0, 8)}@example.com`
  ;[bo, boCode] = await child('12b', 'Bo Bergh')
})

/** Somebody else of the job with a picture and a code, whose father is that of Bo. */
async function child(key: string, name: string): Promise<[Subject, string]> {
  const { app, provider } = server
  const subject = { provider: provider.key, uuid: randomUUID(), jobUuid: anna.job.uuid, key, name, group: '4C' }
  const complete = { ...subject, contact: { email: father, phone: null } }
  await subjectsOf(app, provider.key).insertOne(complete)
  const built = await buildPicture(app, provider, { fileName: `${key}.jpg` })
  const target = { to: 'subjects' as const, subjects: [{ uuid: subject.uuid, isCover: false }] }
  await picturesOf(app, provider.key).insertOne(aStoredPicture(complete, built, target))
  const code = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(app, provider, { code, subjects: [subject.uuid] })
  return [complete, code]
}

const jobs = (what: string, ...args: string[]) =>
  runInTerminal(jobsCommand, [what, anna.job.uuid, ...args, '--provider', server.provider.key], server.app)
const merge = () => jobs('merge', '12', '12b', '--yes')

/** Has every email arrive that waits for an address. */
async function deliver(to: string): Promise<void> {
  const mailServer = await shop.openMailServer()
  server.wait(2 * 60 * 60_000)
  const waiting = () => mailsOf(server.app).countDocuments({ to, due: { $exists: true } })
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  await mailServer.close()
}

async function requestCodes(): Promise<void> {
  const mailServer = await shop.openMailServer()
  await server.client().call(access.recoverCode, { email: father })
  const arrived = () => mailsOf(server.app).countDocuments({ to: father, sent: { $exists: true } })
  await expect.poll(arrived, { timeout: 30_000 }).toBe(1)
  await mailServer.close()
}

async function enter(code: string): Promise<BuiltCustomer> {
  const guest = await buildCustomer(server)
  await guest.client.call(access.addPictureSetByCode, { code, requestId: randomUUID() })
  return guest
}

/** Whether somebody without an account before sees somebody by a code. */
async function isSeenBy(code: string, { uuid: subjectUuid }: Pick<Subject, 'uuid'>): Promise<boolean> {
  const { client } = await enter(code)
  return (await client.send(pictureSets.get, { subjectUuid })).status === 200
}

async function expectOnlyBosCodeStays(): Promise<void> {
  const { out } = await jobs('undo', '1')
  expect(out).toContain('the code of Anna Berg was emailed to an address of another family')
  expect(await isSeenBy(anna.code, anna.subject)).toBe(false)
  const [code = ''] = await codesOfSubject(server.app, server.provider, anna.subject.uuid)
  expect(await isSeenBy(code, anna.subject)).toBe(true)
  expect(await isSeenBy(boCode, bo)).toBe(true)
}

it('ends a code that an email brought which had waited since before they were one', async () => {
  await jobs('publish')
  const failed = () => mailsOf(server.app).countDocuments({ to: father, problem: { $exists: true } })
  await expect.poll(failed, { timeout: 30_000 }).toBe(1)
  server.wait(1000)
  await merge()
  await deliver(father)
  await expectOnlyBosCodeStays()
})

it('ends a code that was emailed together with that of a child who was deleted since', async () => {
  const [{ uuid: sister }] = await child('7', 'Cia Bergh')
  await merge()
  await requestCodes()
  await deleteSubject(server.app, server.provider, anna.job, sister)
  await expectOnlyBosCodeStays()
})

it.each([
  ['killed after it had joined their addresses', true],
  ['made', false],
])('ends a code that was requested before a merge was %s', async (_how, isKilled) => {
  const { app, provider } = server
  let isRequested = false
  const joined = beforeUpdate(app, 'leases', async () => {
    const stored = await subjectsOf(app, provider.key).findOne({ uuid: anna.subject.uuid })
    if (isRequested || !stored || !contactAddresses(stored).includes(father)) return
    isRequested = true
    server.wait(1000)
    await requestCodes()
    server.wait(1000)
    if (isKilled) throw new Error('killed')
  })
  const merging = mergePeople(joined, provider, anna.job, { person: anna.subject.uuid, double: bo.uuid, by: null })
  await (isKilled ? expect(merging).rejects.toThrow('killed') : merging)
  expect(isRequested).toBe(true)
  await expectOnlyBosCodeStays()
})

it('nothing of what an email was about stays, not even its code, once everybody in it is deleted', async () => {
  await requestCodes()
  const about = async () => (await mailsOf(server.app).find({ to: father }).toArray()).map((mail) => mail.about)
  expect(await about()).toEqual([expect.arrayContaining([{ noun: 'code', id: boCode.toUpperCase() }])])
  await deleteSubject(server.app, server.provider, anna.job, bo.uuid)
  expect(await about()).toEqual([undefined])
})

it('ends a code that was emailed to an account that was deleted since', async () => {
  const account: BuiltCustomer = await buildCustomer(server, { email: father, isAddressProved: true })
  await merge()
  await requestCodes()
  await account.client.call(profile.delete, { password: account.password })
  await expectOnlyBosCodeStays()
})

it('lists who was emailed such a code, and who came by it, also if the other one has no picture', async () => {
  await picturesOf(server.app, server.provider.key).deleteMany({ 'assignment.subjects.uuid': bo.uuid })
  await merge()
  await requestCodes()
  const { customer } = await enter(anna.code)
  server.wait(1000)
  expect((await jobs('undo', '1')).out).toContain('lists who could see it (2)')
  const { out } = await jobs('exposure', '2')
  expect(out).toContain(`account  ${customer.email}  set of Anna Berg`)
  expect(out).toContain(`email  ${father}  set of Anna Berg`)
})
