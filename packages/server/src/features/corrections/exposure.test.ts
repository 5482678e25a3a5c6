import { randomUUID } from 'node:crypto'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitSecurityEvents, recordSecurityEvent } from '../../platform/security/record.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { type Job, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { correctionsOf } from './collection.ts'
import { correctPictures } from './correctPictures.ts'
import { findExposure } from './exposure.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

const at = expect.any(Date)

/** Rejects pictures of a buyer's set, which are somebody else's. */
async function reject({ set }: Buyer, ...names: (keyof Buyer['set']['pictures'])[]) {
  const uuids = names.map((name) => set.pictures[name].uuid)
  const pictures = await picturesOf(server.app, server.provider.key)
    .find({ uuid: { $in: uuids } })
    .toArray()
  return correctPictures(server.app, set.job, pictures, { command: 'reject' }, 'Kim')
}

it('a correction names the accounts, shares, downloads and orders of those who lost a picture', async () => {
  const { app, provider } = server
  const buyer = await buildBuyer(server, { isAddressProved: true })
  const { subject, job, pictures } = buyer.set
  const share = await buildShare(server, buyer, [subject.uuid])
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  await buyer.client.call(checkout.transaction, ordering)
  const ids = { customer: buyer.customer._id, subject: subject.uuid }
  for (const { uuid: picture } of [pictures.favourite, pictures.group])
    recordSecurityEvent({ app, provider }, { event: 'download', ...ids, picture })
  await awaitSecurityEvents(app)
  const { number } = await reject(buyer, 'first', 'favourite')
  const later = await buildCustomer(server, { subjects: [subject.uuid] })
  const exposure = await findExposure(app, job, number ?? 0)
  expect(exposure?.map(({ subject: of, ...entry }) => ({ ...entry, of: of?.name }))).toEqual([
    { kind: 'account', who: buyer.customer.email, of: subject.name, at },
    { kind: 'share', who: share.recipient, of: subject.name, at, detail: 'not opened' },
    { kind: 'order', who: buyer.customer.email, of: subject.name, at, detail: expect.stringMatching(/^#/) },
    { kind: 'download', who: buyer.customer.email, of: subject.name, at, detail: 'downloaded' },
  ])
  const { lines } = await runInTerminal(
    jobsCommand,
    ['exposure', job.name, `${number}`, '--provider', provider.key],
    app,
  )
  expect(lines).toHaveLength(4)
  expect(lines.join('\n')).toContain(`share  ${share.recipient}  set of ${subject.name} ("${subject.key}")  not opened`)
  expect(lines.join('\n')).not.toContain(later.customer.email)
})

it('what was ordered or downloaded of other pictures of the set is not named', async () => {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  const { subject, job, pictures } = buyer.set
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  await buyer.client.call(checkout.transaction, ordering)
  const ids = { customer: buyer.customer._id, subject: subject.uuid, picture: pictures.first.uuid }
  recordSecurityEvent({ app, provider }, { event: 'download', ...ids })
  await awaitSecurityEvents(app)
  const { number } = await reject(buyer, 'group')
  const exposure = await findExposure(app, job, number ?? 0)
  expect(exposure?.map(({ kind }) => kind)).toEqual(['account'])
})

it('a correction of pictures that nobody could open names nobody', async () => {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  const { subject, job, pictures } = buyer.set
  await revokeSubject(app, provider, buyer.customer._id, subject.uuid)
  // It came to the set after that.
  const later = new Date(app.clock().getTime() + 1)
  await picturesOf(app, provider.key).updateOne({ uuid: pictures.first.uuid }, { $set: { 'assignment.at': later } })
  const { number } = await reject(buyer, 'first')
  expect(await findExposure(app, job, number ?? 0)).toEqual([])
  // Whoever gets access afterwards never saw it.
  await buildCustomer(server, { subjects: [subject.uuid] })
  expect(await findExposure(app, job, number ?? 0)).toEqual([])
  expect(await findExposure(app, job, 99)).toBeNull()
})

it('whoever lost a group picture is named by the class of that time', async () => {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  const { job, subject } = buyer.set
  const { number } = await reject(buyer, 'group')
  await subjectsOf(app, provider.key).updateOne({ uuid: subject.uuid }, { $set: { group: '9Z' } })
  expect((await findExposure(app, job, number ?? 0))?.map(({ who }) => who)).toEqual([buyer.customer.email])
})

it('whoever had a picture is named although it was changed, and their access ended, before it was taken from them', async () => {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  const { job, pictures, subject } = buyer.set
  const { provider: _shop, ...facts } = subject
  const other = { ...facts, uuid: randomUUID(), key: 'other', name: 'Other' }
  await subjectsOf(app, provider.key).insertOne(other)
  const found = await picturesOf(app, provider.key).find({ uuid: pictures.first.uuid }).toArray()
  const subjects = [{ ...other, provider: provider.key }]
  server.wait(60_000)
  await revokeSubject(app, provider, buyer.customer._id, subject.uuid)
  server.wait(60_000)
  await correctPictures(app, job, found, { command: 'add', subjects }, 'Kim')
  server.wait(60_000)
  const { number } = await correctPictures(
    app,
    job,
    found,
    { command: 'move', owners: { to: 'subjects', subjects } },
    'Kim',
  )
  const exposure = await findExposure(app, job, number ?? 0)
  expect(exposure?.map(({ kind, who }) => [kind, who])).toEqual([['account', buyer.customer.email]])
  // A family that enters the new code afterwards could see it before, too.
  server.wait(60_000)
  await grantSubjects(app, provider, buyer.customer._id, [subject.uuid])
  expect((await findExposure(app, job, number ?? 0))?.map(({ who }) => who)).toEqual([buyer.customer.email])
})

describe('a correction of a person names who could see what it ended the sight of:', () => {
  /** Two children of a class with a picture each and one of the class, and the account of the first. */
  async function aClass() {
    const { app, provider } = server
    const buyer = await buildBuyer(server)
    const { job, subject } = buyer.set
    const { provider: _shop, ...facts } = subject
    const other = { ...facts, uuid: randomUUID(), key: 'other', name: 'Other' }
    await subjectsOf(app, provider.key).insertOne(other)
    const friend = await buildCustomer(server, { subjects: [other.uuid] })
    server.wait(60_000)
    const named = async () => {
      const [latest] = await correctionsOf(app, provider.key).find({ jobUuid: job.uuid }).sort({ number: -1 }).toArray()
      const exposure = await findExposure(app, job, latest?.number ?? 0)
      return exposure?.map(({ kind, who }) => `${kind} ${who}`).toSorted()
    }
    const [own, of] = [`account ${buyer.customer.email}`, `account ${friend.customer.email}`]
    return { job, subject, named, own, both: [own, of].toSorted() }
  }
  const run = async (job: Job, action: string, ...argv: string[]) => {
    const result = await runInTerminal(
      jobsCommand,
      [action, job.name, ...argv, '--provider', server.provider.key],
      server.app,
    )
    expect(result.code).toBe(0)
    return result
  }

  it('a withdrawal, of their own pictures and of those of the class', async () => {
    const { job, subject, named, both } = await aClass()
    const { lines } = await run(job, 'withdraw', subject.key)
    expect(lines.join()).toContain('lists who could see it (2)')
    expect(await named()).toEqual(both)
  })

  it.each([
    ['print-and-sell', 'own'],
    ['class-picture', 'both'],
  ] as const)('a no to %s', async (purpose, who) => {
    const { job, subject, named, own, both } = await aClass()
    const { lines } = await run(job, 'consent', subject.key, purpose, 'no')
    expect(lines.join()).toContain(`lists who could see it (${who === 'own' ? 1 : 2})`)
    expect(await named()).toEqual(who === 'own' ? [own] : both)
  })

  it('whoever has seen a child, a class or a picture is also listed without any entry of the history', async () => {
    const { job, subject, own, both } = await aClass()
    const accountsIn = async (...scope: string[]) => {
      const { lines } = await run(job, 'exposure', ...scope)
      return lines
        .flatMap((line) => /account {2}(\S+)/.exec(line)?.[1] ?? [])
        .map((who) => `account ${who}`)
        .toSorted()
    }
    expect(await accountsIn('--of', subject.key)).toEqual([own])
    expect(await accountsIn('--class', subject.group)).toEqual(both)
    const picture = await picturesOf(server.app, server.provider.key).findOne({
      'assignment.subjects.uuid': subject.uuid,
    })
    expect(await accountsIn('--picture', picture?.uuid ?? '')).toEqual([own])
  })

  it('another class, also after the class picture is nobody’s any more', async () => {
    const { job, subject, named, own } = await aClass()
    await run(job, 'change-class', subject.key, '5A', '--new-class')
    const before = await named()
    server.wait(60_000)
    const [group] = await picturesOf(server.app, server.provider.key)
      .find({ jobUuid: job.uuid, 'assignment.to': 'groups' })
      .toArray()
    await run(job, 'pictures', 'reject', group?.uuid ?? '')
    const { lines } = await run(job, 'exposure', '1')
    expect(before).toEqual([own])
    expect(lines.join()).toContain(own.replace('account ', 'account  '))
  })

  it('whoever had a picture before it moved on, and was rejected', async () => {
    const { job, subject, both } = await aClass()
    const { app, provider } = server
    const picture = await picturesOf(app, provider.key).findOne({ 'assignment.subjects.uuid': subject.uuid })
    await run(job, 'pictures', 'move', picture?.uuid ?? '', '--to', 'other')
    await run(job, 'pictures', 'reject', picture?.uuid ?? '')
    const { lines } = await run(job, 'exposure', '--picture', picture?.uuid ?? '')
    for (const account of both) expect(lines.join()).toContain(account.replace('account ', 'account  '))
  })

  it('unpublishing one child', async () => {
    const { job, subject, named, own } = await aClass()
    const { lines } = await run(job, 'unpublish', '--subject', subject.key)
    expect(lines.join()).toContain('lists who could see it (1)')
    expect(await named()).toEqual([own])
  })

  it('another class, of the pictures of the class before', async () => {
    const { job, subject, named, own } = await aClass()
    const { lines } = await run(job, 'change-class', subject.key, '5A', '--new-class')
    expect(lines.join()).toContain('lists who could see it (1)')
    expect(await named()).toEqual([own])
  })

  it('a new code only if it ends the access', async () => {
    const { job, subject, named, own } = await aClass()
    await run(job, 'new-code', subject.key)
    expect(await named()).toEqual([])
    server.wait(120_000)
    await run(job, 'new-code', subject.key, '--end-access', '--yes')
    expect(await named()).toEqual([own])
  })

  it('another name ends the sight of nothing', async () => {
    const { job, subject, named } = await aClass()
    await run(job, 'rename', subject.key, 'Somebody')
    expect(await named()).toEqual([])
  })
})
