import { randomUUID } from 'node:crypto'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { inspections } from '@portraitkit/core/inspection/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { revokeSubject } from '../access/grants.ts'
import { customersOf } from '../account/collection.ts'
import { jobsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { dayOf, endOfDay, readDay } from '../jobs/days.ts'
import { applyRange } from '../range/applyRange.ts'
import { type Inspection, inspectionPackages } from './collection.ts'
import { inspectionsCommand } from './command.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let father: BuiltCustomer
let until: string
const paper = {
  key: 'paper',
  names: { en: 'The pictures on paper', de: 'Die Bilder auf Papier' },
  descriptions: { en: 'Six prints. Keep them and pay, or send them back.', de: 'Sechs Abzüge.' },
  price: 4900,
  daysToReturn: 14,
}

beforeAll(async () => {
  const languages = ['en', 'de'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { timeZone: 'Europe/Oslo', languages } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await sell()
  until = dayOf(new Date(server.app.clock().getTime() + 5 * 24 * 3600_000))
  set = await buildPictureSet(server.app, server.provider)
  mother = await aParent('=Anna Carter')
  father = await aParent('Tom Diaz')
  await terminal(jobsCommand, 'inspection', set.job.uuid, '--until', until)
})

const sell = (change: Partial<typeof paper> = {}) =>
  inspectionPackages.replace(server.app, key(), [{ ...paper, ...change }])
const key = () => server.provider.key
const terminal = (command: typeof jobsCommand, ...argv: string[]) =>
  runInTerminal(command, [...argv, '--provider', key()], server.app)
const address = { address: '12 Maple Street', address2: '', postalCode: '10001', city: 'New York', state: '' }
const aParent = (name: string, subjects = [set.subject.uuid]) => buildCustomer(server, { subjects, name, address })
const state = ({ client }: BuiltCustomer) => client.call(inspections.get, { subjectUuid: set.subject.uuid })
const termsOf = async (of: BuiltCustomer) => (await state(of)).offer?.terms ?? ''
const agree = async (of: BuiltCustomer) =>
  of.client.call(inspections.agree, { subjectUuid: set.subject.uuid, terms: await termsOf(of) })
const listedSubjects = async ({ client }: BuiltCustomer) =>
  (await client.call(profile.data, {})).packageForInspectionSubjects.map(({ uuid, enabled }) => ({ uuid, enabled }))
const toggle = ({ client }: BuiltCustomer, enabled: boolean) => {
  const subjects = [{ uuid: set.subject.uuid, name: set.subject.name, enabled }]
  return client.send(inspections.cancel, { subjects })
}
const labelsToSend = async () => {
  const { out, code } = await terminal(inspectionsCommand, set.job.name)
  expect(code).toBe(0)
  return out.split('\r\n').slice(1).filter(Boolean)
}
const skipPastTheDay = () =>
  server.wait(endOfDay(readDay(until) as Date, server.provider).getTime() - server.app.clock().getTime() + 1)

describe('a package for inspection', () => {
  it('[ACC-5] is sent only with a customer’s consent, and records what was agreed to, by whom and when', async () => {
    expect(await state(mother)).toMatchObject({
      offer: {
        name: 'The pictures on paper',
        price: 4900,
        currency: server.provider.currency,
        daysToReturn: 14,
        until,
      },
      answer: 'asked',
      isFixed: false,
      address: '=Anna Carter\n12 Maple Street\nNew York, 10001',
    })
    expect(await listedSubjects(mother)).toEqual([])
    expect(await labelsToSend()).toEqual([])
    const before = server.app.clock().getTime()
    expect(await agree(mother)).toMatchObject({ answer: 'agreed', isMine: true })
    expect(await listedSubjects(mother)).toEqual([{ uuid: set.subject.uuid, enabled: true }])
    const [row, ...more] = await labelsToSend()
    expect(more).toEqual([])
    expect(row).toContain(`"${set.subject.name}","4B","'=Anna Carter","12 Maple Street","","10001","New York"`)
    expect(row).toContain('"The pictures on paper","49.00"')
    const stored = await server.app.db.collection<Inspection>('inspections').findOne({ subject: set.subject.uuid })
    expect(stored?.agreed).toMatchObject({ customer: mother.customer._id, name: 'The pictures on paper', price: 4900 })
    expect(stored?.agreed.description).toBe(paper.descriptions.en)
    expect(stored?.agreed.at.getTime()).toBeGreaterThanOrEqual(before)
  })

  it('[ACC-5] can be cancelled and agreed to again until the end of the day, and then stays as it is', async () => {
    await agree(mother)
    const cancelled = await toggle(mother, false)
    expect(cancelled).toMatchObject({ status: 200, body: { subjects: [{ uuid: set.subject.uuid, enabled: false }] } })
    expect(await listedSubjects(mother)).toEqual([{ uuid: set.subject.uuid, enabled: false }])
    expect(await state(mother)).toMatchObject({ answer: 'cancelled' })
    expect(await labelsToSend()).toEqual([])
    expect(await toggle(mother, true)).toMatchObject({ status: 200, body: { subjects: [{ enabled: true }] } })
    expect(await labelsToSend()).toHaveLength(1)
    skipPastTheDay()
    expect(await toggle(mother, false)).toMatchObject({ status: 409, body: { reason: 'inspection.over' } })
    expect(await toggle(mother, true)).toMatchObject({
      status: 200,
      body: { subjects: [{ enabled: true, isFixed: true }] },
    })
    const terms = await termsOf(mother)
    const late = await mother.client.fail(inspections.agree, { subjectUuid: set.subject.uuid, terms })
    expect(late).toMatchObject({ status: 409, reason: 'inspection.over' })
    expect(await state(mother)).toMatchObject({ answer: 'agreed', isFixed: true })
    expect(await labelsToSend()).toHaveLength(1)
    const other = await buildPictureSet(server.app, server.provider, {
      job: { inspection: { package: 'paper', until: readDay('2020-01-01') as Date } },
    })
    const late2 = await aParent('Late Parent', [other.subject.uuid])
    expect(await late2.client.call(inspections.get, { subjectUuid: other.subject.uuid })).toMatchObject({ offer: null })
  })

  it('is a single one for two guardians: either may agree or cancel, each sees it, and it is not sent twice', async () => {
    await agree(mother)
    expect(await state(father)).toMatchObject({
      answer: 'agreed',
      isMine: false,
      address: expect.stringMatching(/^Tom/),
    })
    expect(await listedSubjects(father)).toEqual([{ uuid: set.subject.uuid, enabled: true }])
    await agree(father)
    const rows = await labelsToSend()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('Tom Diaz')
    await toggle(mother, false)
    expect(await state(father)).toMatchObject({ answer: 'cancelled' })
    await toggle(father, true)
    expect(await labelsToSend()).toHaveLength(1)
    // nothing is sent to a parent who may no longer see the child
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    expect(await labelsToSend()).toEqual([])
    expect(await listedSubjects(father)).toEqual([])
    expect(await state(mother)).toMatchObject({ answer: 'cancelled' })
  })

  it('needs an agreement to the words and the price that were shown, and an address', async () => {
    const terms = await termsOf(mother)
    await sell({ price: 5900 })
    const subjectUuid = set.subject.uuid
    const changed = await mother.client.fail(inspections.agree, { subjectUuid, terms })
    expect(changed).toMatchObject({ status: 409, reason: 'inspection.changed' })
    await agree(mother)
    await toggle(mother, false)
    await sell({ price: 6900 })
    expect(await toggle(mother, true)).toMatchObject({ status: 409, body: { reason: 'inspection.changed' } })
    expect(await labelsToSend()).toEqual([])
    const nowhere = await buildCustomer(server, { subjects: [subjectUuid] })
    expect(await state(nowhere)).toMatchObject({ address: null })
    const refused = await nowhere.client.fail(inspections.agree, { subjectUuid, terms: await termsOf(nowhere) })
    expect(refused).toMatchObject({ status: 409, reason: 'inspection.address' })
    await customersOf(server.app, server.provider).updateOne(
      { _id: nowhere.customer._id },
      { $set: { name: 'Al B', address } },
    )
    expect(await agree(nowhere)).toMatchObject({ answer: 'agreed' })
  })

  it('is refused for another customer, another shop, a visitor, without x-provider, and with invalid input', async () => {
    const { subject } = set
    const subjects = [{ uuid: subject.uuid, name: subject.name, enabled: false }]
    const terms = await termsOf(mother)
    await agree(mother)
    const stranger = await aParent('A Stranger', [])
    const elsewhere = await buildCustomer(server, { provider: server.other, subjects: [subject.uuid] })
    for (const { client } of [stranger, elsewhere]) {
      const unknown = { status: 404, reason: 'picture-sets.unknown' }
      expect(await client.fail(inspections.get, { subjectUuid: subject.uuid })).toMatchObject(unknown)
      expect(await client.fail(inspections.agree, { subjectUuid: subject.uuid, terms })).toMatchObject(unknown)
      const failure = await client.fail(inspections.cancel, { subjects })
      expect(failure).toMatchObject({ status: 404, reason: 'inspection.unknown_subject' })
      expect(await client.call(profile.data, {})).toMatchObject({ packageForInspectionSubjects: [] })
    }
    const nobody = server.client()
    const noHeader = { headers: { 'x-provider': undefined } }
    for (const [endpoint, input] of [
      [inspections.get, { subjectUuid: subject.uuid }],
      [inspections.agree, { subjectUuid: subject.uuid, terms }],
      [inspections.cancel, { subjects }],
    ] as const) {
      expect(await nobody.fail(endpoint, input)).toMatchObject({ status: 401, reason: 'session.required' })
      if (endpoint.changes) expect((await mother.client.send(endpoint, input, noHeader)).status).toBe(403)
    }
    for (const [endpoint, input] of [
      [inspections.get, { subjectUuid: 'nonsense' }],
      [inspections.agree, { subjectUuid: subject.uuid }],
      [inspections.cancel, { subjects: [...subjects, { uuid: subject.uuid, name: subject.name, enabled: true }] }],
      [inspections.cancel, { subjects: [{ uuid: subject.uuid, enabled: 'no' }] }],
      [inspections.cancel, {}],
    ] as const) {
      expect(await mother.client.fail(endpoint, input)).toMatchObject({ status: 400, reason: 'input.invalid' })
    }
    // one that is not the caller's, and nothing is changed
    const mixed = [...subjects, { uuid: randomUUID(), name: '', enabled: false }]
    expect((await mother.client.send(inspections.cancel, { subjects: mixed })).status).toBe(404)
    expect(await labelsToSend()).toHaveLength(1)
    const without = await buildPictureSet(server.app, server.provider)
    const parent = await aParent('No Offer', [without.subject.uuid])
    expect(await parent.client.call(inspections.get, { subjectUuid: without.subject.uuid })).toMatchObject({
      offer: null,
    })
    const none = await parent.client.fail(inspections.agree, { subjectUuid: without.subject.uuid, terms })
    expect(none).toMatchObject({ status: 404, reason: 'inspection.none' })
  })

  it('[ACC-5] ends with the account of the customer who agreed, and is in the account’s data', async () => {
    await agree(mother)
    const { password } = mother
    const { data } = await mother.client.call(profile.export, { password })
    expect(data.inspections).toMatchObject([{ subject: set.subject.uuid, agreed: { name: 'The pictures on paper' } }])
    await toggle(father, false)
    const theirs = (await father.client.call(profile.export, { password: father.password })).data.inspections
    expect(JSON.stringify(theirs)).not.toContain(mother.customer._id)
    await toggle(father, true)
    await father.client.call(profile.delete, { password: father.password })
    expect(await labelsToSend()).toEqual([])
    expect(await state(mother)).toMatchObject({ answer: 'asked' })
  })

  it('is offered by the range and a command, which report invalid input', async () => {
    const fault = await applyRange(server.app, key(), { inspections: [{ ...paper, price: -1 }] }, async () => null)
    expect(fault).toMatchObject({ faults: [{ path: 'inspections.0.price' }] })
    const twice = await applyRange(server.app, key(), { inspections: [paper] }, async () => null)
    expect(twice).toMatchObject({ outcomes: { inspections: { unchanged: 1 } } })
    for (const [argv, code] of [
      [['inspection', set.job.name], 2],
      [['inspection', set.job.name, '--until', '30.11.2026'], 2],
      [['inspection', set.job.name, '--until', until, '--package', 'other'], 2],
      [['inspection', 'no such job', '--until', until], 1],
    ] as const) {
      expect((await terminal(jobsCommand, ...argv)).code).toBe(code)
    }
    expect((await terminal(inspectionsCommand)).code).toBe(2)
    expect((await terminal(jobsCommand, 'inspection', set.job.name, '--none')).code).toBe(0)
    expect((await jobsOf(server.app, key()).findOne({ uuid: set.job.uuid }))?.inspection).toBeNull()
    expect((await state(mother)).offer).toBeNull()
  })
})
