import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { accountCalls } from '../../testing/everyCall/accountCalls.ts'
import { buildFamily, busyShop, endpointNamed, type Family, type ReadyCall } from '../../testing/everyCall/family.ts'
import { orderCalls } from '../../testing/everyCall/orderCalls.ts'
import { shopCalls } from '../../testing/everyCall/shopCalls.ts'
import { visitorCalls } from '../../testing/everyCall/visitorCalls.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantRights } from '../rights/collection.ts'
import { picturesOf } from './collection.ts'
import { changeSubject } from './subjects/changeSubject.ts'
import { recordConsent } from './subjects/consent.ts'
import { hideSubject } from './subjects/hideSubjects.ts'
import { restoreSubject, withdrawSubject } from './subjects/withdrawSubject.ts'

/** Two servers on one database: a child that one withdraws is shown by no call of the other one after a second. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-withdrawn-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  here = await startTestServer({ folder, env, provider: busyShop() })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

const aSecondLater = () => {
  ahead += 1000
}
const NAME = 'Quirinia Withers'
const withdrawn = { by: 'a person' }

/**
 * What was ordered stays as it was agreed to, with the names in it; and the law gives an account a copy of everything that is
 * stored for it, also of its own drafts.
 */
const EXCEPTIONS = ['orders.details', 'orders.get', 'account.export']

async function answerOf(name: string, ready: ReadyCall): Promise<string> {
  const sent = 'send' in ready ? ready.send() : ready.client.send(endpointNamed(name), ready.input ?? {})
  return JSON.stringify((await sent).body)
}

describe('every call of the contract', () => {
  let family: Family
  let ready: Array<readonly [name: string, call: ReadyCall]>
  let pictures: string[]
  beforeAll(async () => {
    family = await buildFamily(here)
    const { child } = family
    const job = { provider: here.provider.key, uuid: child.jobUuid }
    await changeSubject(here.app, job, child.uuid, null, () => ({ name: NAME }))
    // what was bought stays visible to its buyer, see below
    await here.app.db.collection('rights').deleteMany({ provider: here.provider.key })
    pictures = (await picturesOf(here.app, here.provider.key).find({ jobUuid: child.jobUuid }).toArray()).map(
      ({ uuid }) => uuid,
    )
    const calls = { ...visitorCalls(family), ...accountCalls(family), ...shopCalls(family), ...orderCalls(family) }
    ready = []
    for (const [name, prepare] of Object.entries(calls)) {
      if (name !== 'digital-portraits.ticket') ready.push([name, await prepare()])
    }
    aSecondLater()
  }, 120_000)

  const show = (answer: string) => answer.includes(NAME) || pictures.some((uuid) => answer.includes(`/images/${uuid}`))
  const reads = () => ready.filter(([name]) => !endpointNamed(name).changes)

  it('shows nothing of a withdrawn child on any server after a second, in whatever it is called', async () => {
    const before = []
    for (const [name, call] of reads()) if (show(await answerOf(name, call))) before.push(name)
    expect(before).toEqual(
      expect.arrayContaining([
        'cart.get',
        'picture-sets.list',
        'picture-sets.get',
        'reminders.list',
        'sharing.list',
        'catalogues.list',
        'browsing.categories',
        'template.scenes',
      ]),
    )
    const { child } = family
    const job = { provider: here.provider.key, uuid: child.jobUuid }
    expect(await withdrawSubject(elsewhere.app, job, child.uuid, withdrawn)).toMatchObject({
      before: { withdrawn: null },
      after: { withdrawn },
    })
    aSecondLater()
    const findings: string[] = []
    for (const [name, call] of ready) if (show(await answerOf(name, call))) findings.push(name)
    expect(findings.filter((name) => !EXCEPTIONS.includes(name))).toEqual([])
  }, 120_000)
})

describe('a withdrawn child', () => {
  async function buildChild() {
    const set = await buildPictureSet(here.app, here.provider)
    const mother = await buildCustomer(here, { subjects: [set.subject.uuid], isAddressProved: true })
    const get = { subjectUuid: set.subject.uuid }
    const look = async ({ client } = mother) => client.send(pictureSets.get, get)
    const { pictureSet } = await mother.client.call(pictureSets.get, get)
    const addresses = pictureSet.pictures.map(({ display }) => display['320'] ?? '')
    const open = async () => Promise.all(addresses.map(async (each) => (await here.client().fetch(each)).status))
    return { set, mother, look, open, addresses }
  }

  it('is opened by no code, share or address, until it is brought back', async () => {
    const { set, mother, look, open } = await buildChild()
    const { uuid } = set.subject
    const { token } = await buildShare(here, mother, [uuid])
    const codes = [set.code, token]
    const verify = () =>
      Promise.all(codes.map(async (code) => (await here.client().call(access.verifySubjectCode, { code })).valid))
    expect([(await look()).status, await verify()]).toEqual([200, [true, true]])
    expect(await open()).toEqual([200, 200, 200])
    const change = await withdrawSubject(elsewhere.app, set.job, uuid, { by: 'a person', reason: 'moved away' })
    aSecondLater()
    expect([(await look()).status, await verify()]).toEqual([404, [false, false]])
    expect(await open()).toEqual([404, 404, 404])
    const { client } = await buildCustomer(here)
    for (const code of codes)
      expect(await client.call(access.addPictureSetByCode, { code, requestId: randomUUID() })).toMatchObject({
        valid: false,
      })
    // what the change returns is enough to reverse it
    await changeSubject(elsewhere.app, set.job, uuid, null, () => change?.before ?? null)
    aSecondLater()
    expect([(await look()).status, await verify()]).toEqual([200, [true, true]])
    expect(await withdrawSubject(here.app, set.job, uuid, withdrawn)).not.toBeNull()
    expect(await withdrawSubject(here.app, set.job, uuid, withdrawn)).toBeNull()
    expect(await restoreSubject(here.app, set.job, uuid)).toMatchObject({ after: { withdrawn: null } })
    expect(await restoreSubject(here.app, set.job, uuid)).toBeNull()
  })

  it('leaves what was paid for to those who paid, and only that', async () => {
    const { set, mother, look, open } = await buildChild()
    const { first } = set.pictures
    await grantRights(here.app, here.provider, { customer: mother.customer._id, targets: [first.uuid], order: 'one' })
    await withdrawSubject(elsewhere.app, set.job, set.subject.uuid, withdrawn)
    aSecondLater()
    const { body } = await look()
    const { pictureSet } = body as { pictureSet: { pictures: { uuid: string; bought: boolean }[]; isShared?: true } }
    expect(pictureSet.pictures.map(({ uuid, bought }) => [uuid, bought])).toEqual([[first.uuid, true]])
    expect((await open()).filter((status) => status === 200)).toHaveLength(1)
    expect((await mother.client.send(digitalPortraits.ticket, { file: first.uuid })).status).toBe(200)
    const { group } = set.pictures
    expect((await mother.client.send(digitalPortraits.ticket, { file: group.uuid })).status).not.toBe(200)
    const father = await buildCustomer(here, { subjects: [set.subject.uuid] })
    expect((await look(father)).status).toBe(404)
  })

  it('leaves a set that was bought before, but not a picture that was withheld when it was bought', async () => {
    const { set, mother } = await buildChild()
    const { uuid } = set.subject
    const answer = { answer: 'no' as const, who: 'mother', source: 'a form' }
    const bought = { customer: mother.customer._id, targets: [uuid], order: 'two' }
    await recordConsent(here.app, set.job, uuid, 'class-picture', answer)
    here.wait(1000)
    await grantRights(here.app, here.provider, bought)
    const files = async () => {
      aSecondLater()
      const { pictureSet } = await mother.client.call(pictureSets.get, { subjectUuid: uuid })
      return pictureSet.pictures.length
    }
    expect(await files()).toBe(2)
    await recordConsent(here.app, set.job, uuid, 'class-picture', { ...answer, answer: 'yes' })
    expect(await files()).toBe(3)
    here.wait(1000)
    await withdrawSubject(here.app, set.job, uuid, withdrawn)
    expect(await files()).toBe(3)
  })

  it('that is only unpublished is known to its family, without pictures', async () => {
    const { set, mother, open } = await buildChild()
    await hideSubject(elsewhere.app, set.job, set.subject.uuid, { by: null })
    aSecondLater()
    const { pictureSet } = await mother.client.call(pictureSets.get, { subjectUuid: set.subject.uuid })
    expect(pictureSet).toMatchObject({ pictures: [], job: { hasBeenInWebShop: true } })
    expect(await open()).toEqual([404, 404, 404])
    expect(await here.client().call(access.verifySubjectCode, { code: set.code })).toMatchObject({
      valid: true,
      data: { subjects: [{ state: 'waiting' }] },
    })
  })
})
