import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailsOf } from '../../platform/mail/queue.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { aPicture } from '../../testing/buildImport.ts'
import { buildMailShop, type MailShop } from '../../testing/buildMailShop.ts'
import type { TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubject } from '../access/codes.ts'
import { jobsOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

// A list has the addresses of two families the wrong way round, and the job is published: each family has the other's code by email.

let shop: MailShop
let server: TestServer
beforeAll(async () => {
  shop = await buildMailShop()
  server = shop.server
})
afterAll(() => shop.close())

let pictures = 0
let job: string
let folder: string
/** The addresses of Anna's and of Bo's family. */
let berg: string
let dahl: string
beforeEach(async () => {
  const run = randomUUID().slice(0, 8)
  ;[job, berg, dahl] = [`Spring ${run}`, `berg-${run}@example.com`, `dahl-${run}@example.com`]
  folder = await mkdtemp(join(tmpdir(), 'pk-foreign-job-'))
  await writeFile(join(folder, '1.jpg'), await aPicture(++pictures))
  await writeFile(join(folder, '2.jpg'), await aPicture(++pictures))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const HEADER = 'key,name,group,email'
const roster = (...lines: string[]) => writeFile(join(folder, 'roster.csv'), `${[HEADER, ...lines].join('\n')}\n`)
const wrongRoster = () => roster(`1,Anna Berg,4A,${dahl}`, `2,Bo Dahl,4A,${berg}`)
const rightRoster = () => roster(`1,Anna Berg,4A,${berg}`, `2,Bo Dahl,4A,${dahl}`)

async function run(command: typeof importCommand, ...argv: string[]): Promise<string> {
  const { lines } = await runInTerminal(command, [...argv, '--provider', server.provider.key], server.app)
  return lines.join('\n')
}
const importFolder = (...options: string[]) => run(importCommand, folder, '--job', job, ...options)
const jobs = (what: string, ...args: string[]) => run(jobsCommand, what, job, ...args)
const planPath = () => join(folder, '..', `${job}.json`)
const apply = async (...options: string[]) => {
  await importFolder('--plan', planPath())
  const { lines } = await runInTerminal(importCommand, ['--apply', planPath(), ...options], server.app)
  return lines.join('\n')
}

async function publish(): Promise<void> {
  const mailServer = await shop.openMailServer()
  await jobs('publish')
  const arrived = () => mailsOf(server.app).countDocuments({ to: { $in: [berg, dahl] }, sent: { $exists: true } })
  await expect.poll(arrived, { timeout: 30_000 }).toBe(2)
  await mailServer.close()
}

async function person(key: string) {
  const { app, provider } = server
  const { uuid: jobUuid = '' } = (await jobsOf(app, provider.key).findOne({ name: job })) ?? {}
  const found = await subjectsOf(app, provider.key).findOne({ jobUuid, key })
  const uuid = found?.uuid ?? ''
  return { uuid, codes: await codesOfSubject(app, provider, uuid) }
}

async function enter(code = ''): Promise<BuiltCustomer> {
  const guest = await buildCustomer(server)
  await guest.client.call(access.addPictureSetByCode, { code, requestId: randomUUID() })
  return guest
}

const sees = async ({ client }: BuiltCustomer, subjectUuid: string) =>
  (await client.send(pictureSets.get, { subjectUuid })).status === 200

/** Both families have entered the code that they were emailed, and the right list is imported. */
async function mistake() {
  await wrongRoster()
  await importFolder()
  await publish()
  const [anna, bo] = [await person('1'), await person('2')]
  const [strangers, others] = [await enter(anna.codes[0]), await enter(bo.codes[0])]
  expect(await sees(strangers, anna.uuid)).toBe(true)
  await rightRoster()
  return { anna, bo, strangers, others }
}

it('ends the codes that two families have of each other, and what they have entered by them', async () => {
  const { anna, bo, strangers, others } = await mistake()
  const out = await importFolder()
  expect(out).toContain('(Anna Berg) has a code that was emailed to an address of Bo Dahl, which is not theirs')
  expect(await sees(strangers, anna.uuid)).toBe(false)
  expect(await sees(others, bo.uuid)).toBe(false)
  expect(await sees(await enter(anna.codes[0]), anna.uuid)).toBe(false)
  const now = await person('1')
  expect(now.codes).toHaveLength(1)
  expect(await sees(await enter(now.codes[0]), anna.uuid)).toBe(true)
  // Once, and not again by the same list.
  expect(await importFolder()).not.toContain('emailed')
  expect((await person('1')).codes).toEqual(now.codes)
})

it('is a question of the plan, and leaves the codes by a decision', async () => {
  const { anna, strangers } = await mistake()
  const planned = await importFolder('--plan', planPath())
  expect(planned).toContain('=new-code')
  expect(await sees(strangers, anna.uuid)).toBe(true)
  const out = await apply('--decide', 'emailed=leave')
  expect(out).toContain('as decided')
  expect(await sees(strangers, anna.uuid)).toBe(true)
  expect((await person('1')).codes).toEqual(anna.codes)
  // The decision holds for the same list.
  await importFolder()
  expect((await person('1')).codes).toEqual(anna.codes)
})

it('says in the exposure who was emailed such a code, and who came by it', async () => {
  const { strangers } = await mistake()
  await importFolder()
  const history = await jobs('history')
  const number = /^(\d+) .*new-code/m.exec(history)?.[1] ?? ''
  const out = await jobs('exposure', number)
  expect(out).toContain(dahl)
  expect(out).toContain(strangers.customer.email)
  expect(out).toContain('Anna Berg')
})

it('leaves a code that was emailed to an address of the family', async () => {
  await roster(`1,Anna Berg,4A,${berg}`, `2,Bo Berg,4A,${berg}`)
  await importFolder()
  const mailServer = await shop.openMailServer()
  await jobs('publish')
  const arrived = () => mailsOf(server.app).countDocuments({ to: berg, sent: { $exists: true } })
  await expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThan(0)
  await mailServer.close()
  const { codes } = await person('1')
  // The mother has another address, which is on both lines; the earlier one is only on one.
  await roster(`1,Anna Berg,4A,${dahl}`, `2,Bo Berg,4A,${berg};${dahl}`)
  const out = await importFolder()
  expect(out).toContain('(Anna Berg) has 1 address instead of 1')
  expect(out).toContain('to which their code was emailed')
  expect((await person('1')).codes).toEqual(codes)
})

it('undone, a list that had exchanged them ends the codes, too', async () => {
  await rightRoster()
  await importFolder()
  await wrongRoster()
  await importFolder()
  await publish()
  const { uuid, codes } = await person('1')
  const strangers = await enter(codes[0])
  const out = await jobs('undo', '2')
  expect(out).toContain('the code of Anna Berg was emailed to an address of another family')
  expect(await sees(strangers, uuid)).toBe(false)
  expect((await person('1')).codes).not.toEqual(codes)
})

it('is said where the address of one person is corrected by hand', async () => {
  await wrongRoster()
  await importFolder()
  await publish()
  expect(await jobs('details', '1', '--emails', `${berg}`)).toContain('"jobs new-code"')
  expect(await jobs('details', '1', '--emails', `${berg}, other-${berg}`)).not.toContain('"jobs new-code"')
})
