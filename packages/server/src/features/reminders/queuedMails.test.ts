import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsOf, type StoredMail } from '../../platform/mail/queue.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltJob, buildJob } from '../../testing/buildJob.ts'
import { buildMailServer, mailsIn } from '../../testing/buildMailServer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { correctPictures, type PictureCorrection } from '../corrections/correctPictures.ts'
import { type Job, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { publishJob, unpublishJob } from '../jobs/publishing/publishJob.ts'
import { hideGroup, hideSubject } from '../jobs/subjects/hideSubjects.ts'
import { restoreSubject, withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { correctDetails } from '../people/correctDetails.ts'
import { familiesOf } from './families.ts'

// Emails that wait for the mail server, while what they are about changes.

let server: TestServer
let received: string
let port: number
let close: (() => Promise<void>) | null = null
let count = 0
beforeAll(async () => {
  received = await mkdtemp(join(tmpdir(), 'pk-queued-'))
  const first = await buildMailServer(received)
  port = first.port
  await first.close()
  server = await startTestServer({ provider: twoGateways(), env: { SMTP_URL: first.url, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await close?.()
  await server.close()
  await rm(received, { recursive: true, force: true })
})

const newAddress = () => `family-${++count}@example.com`
const storedTo = (to: string) => mailsOf(server.app).find({ provider: server.provider.key, to }).toArray()

/** The entries of the emails to an address, once each was refused by a server that is not there. */
async function failedOnce(to: string): Promise<void> {
  await expect.poll(async () => (await storedTo(to)).some(({ due, problem }) => due && problem), WAIT).toBe(true)
}

const WAIT = { timeout: 30_000 }

/** Lets the mail server come back, waits until nothing waits for this address, and stops it again. */
async function deliver(to: string): Promise<{ arrived: Email[]; stored: StoredMail[] }> {
  const mailServer = await buildMailServer(received, port)
  close = mailServer.close
  const before = (await readdir(received)).length
  server.wait(2 * 60 * 60_000)
  await expect.poll(async () => (await storedTo(to)).filter(({ due }) => due !== undefined).length, WAIT).toBe(0)
  await mailServer.close()
  close = null
  const arrived = (await mailsIn(received)).filter((mail) => mail.to?.[0]?.address === to)
  expect((await readdir(received)).length).toBeGreaterThanOrEqual(before)
  return { arrived, stored: await storedTo(to) }
}

const by = { by: 'Ada' }
const publish = ({ job }: Pick<BuiltJob, 'job'>) => publishJob(server.app, server.provider, job.uuid)
const oneChild = (email: string) => buildJob(server.app, server.provider, [{ name: 'Quirinia Withers', email }])

/** The pictures of a child, and of its class, become those of nobody or of another class. */
async function takePictures(job: Job, subject: Subject | undefined, correction: PictureCorrection): Promise<void> {
  const { uuid = '', group = '' } = subject ?? {}
  const owned = { $or: [{ 'assignment.subjects.uuid': uuid }, { 'assignment.groups': group }] }
  const pictures = await picturesOf(server.app, server.provider.key)
    .find({ jobUuid: job.uuid, ...owned })
    .toArray()
  await correctPictures(server.app, job, pictures, correction, null)
}
const REJECT = { command: 'reject' } as const
const TO_OTHERS = { command: 'move', owners: { to: 'groups', groups: ['9Z'] } } as const

type Change = (built: BuiltJob) => Promise<unknown>
const changes: Array<[what: string, reason: string, change: Change]> = [
  [
    'the child is withdrawn',
    'The subject was withdrawn',
    ({ job, subjects: [child] }) => withdrawSubject(server.app, job, String(child?.uuid), by),
  ],
  [
    'the child is unpublished',
    'The pictures were unpublished',
    ({ job, subjects: [child] }) => hideSubject(server.app, job, String(child?.uuid), by),
  ],
  [
    'the class is unpublished',
    'The pictures were unpublished',
    ({ job, subjects: [child] }) => hideGroup(server.app, job, String(child?.group), by),
  ],
  [
    'the address is removed',
    'The address is not that of the subject any more',
    ({ job, subjects: [child] }) =>
      correctDetails(server.app, server.provider, job, String(child?.uuid), { correction: { emails: [] }, by: null }),
  ],
  [
    'its only picture is moved',
    'The subject has no picture to see',
    ({ job, subjects: [child] }) => takePictures(job, child, TO_OTHERS),
  ],
  [
    'its only picture is rejected',
    'The subject has no picture to see',
    ({ job, subjects: [child] }) => takePictures(job, child, REJECT),
  ],
  [
    'the job is unpublished',
    'The pictures were unpublished',
    ({ job }) => unpublishJob(server.app, server.provider, job.uuid),
  ],
]

describe('an email that waits for the mail server', () => {
  it.each(changes)('is not sent after %s, and its entry says why without a name', async (_what, reason, change) => {
    const to = newAddress()
    const built = await oneChild(to)
    await publish(built)
    await failedOnce(to)
    await change(built)
    const { arrived, stored } = await deliver(to)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: reason }])
    expect(stored[0]).not.toHaveProperty('sent')
    expect(JSON.stringify(stored)).not.toMatch(/Quirinia|Withers|code/i)
  })

  it('is sent if nothing changes', async () => {
    const to = newAddress()
    await publish(await oneChild(to))
    await failedOnce(to)
    const { arrived, stored } = await deliver(to)
    expect(arrived.map(({ subject }) => subject)).toEqual([expect.stringContaining('Quirinia')])
    expect(stored).toMatchObject([{ sent: expect.any(Date) }])
  })

  it.each<[string, Change]>([
    ['is withdrawn', ({ job, subjects: [child] }) => withdrawSubject(server.app, job, String(child?.uuid), by)],
    ['has no picture any more', ({ job, subjects: [child] }) => takePictures(job, child, REJECT)],
  ])('names the other children of a family of whom one %s', async (_what, change) => {
    const to = newAddress()
    const built = await buildJob(server.app, server.provider, [
      { name: 'Quirinia Withers', email: to },
      { name: 'Bo Withers', email: to },
    ])
    await publish(built)
    await failedOnce(to)
    await change(built)
    const { arrived } = await deliver(to)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.text).toContain('Bo Withers')
    expect(arrived[0]?.text).toContain(built.codes[1]?.slice(0, 4))
    expect(`${arrived[0]?.subject} ${arrived[0]?.text} ${arrived[0]?.html}`).not.toMatch(/Quirinia/)
  })

  it('is sent after all if the child is back, and its pictures are published again', async () => {
    const to = newAddress()
    const built = await oneChild(to)
    const [child] = built.subjects
    await publish(built)
    await failedOnce(to)
    await withdrawSubject(server.app, built.job, String(child?.uuid), by)
    expect((await deliver(to)).arrived).toEqual([])
    await restoreSubject(server.app, built.job, String(child?.uuid))
    await publish(built)
    await failedOnce(to)
    const { arrived, stored } = await deliver(to)
    expect(arrived).toHaveLength(1)
    expect(stored[0]).not.toHaveProperty('dropped')
    await publish(built)
    expect((await deliver(to)).arrived).toHaveLength(1)
  })

  it('with the codes that somebody requested is not sent after their address is removed', async () => {
    const to = newAddress()
    const built = await oneChild(to)
    await publish(built)
    await deliver(to)
    await server.client().call(access.recoverCode, { email: to })
    await failedOnce(to)
    const correction = { emails: ['other@example.com'] }
    await correctDetails(server.app, server.provider, built.job, String(built.subjects[0]?.uuid), {
      correction,
      by: null,
    })
    expect((await deliver(to)).arrived).toHaveLength(1)
  })

  it('is not sent to a customer who may no longer see the child', async () => {
    const { app, provider } = server
    const { customer } = await buildCustomer(server)
    const built = await buildJob(app, provider, [{ name: 'Quirinia Withers' }])
    const uuid = String(built.subjects[0]?.uuid)
    await grantSubjects(app, provider, customer._id, [uuid])
    await publish(built)
    await failedOnce(customer.email)
    await revokeSubject(app, provider, customer._id, uuid)
    const { arrived, stored } = await deliver(customer.email)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: 'The recipient may no longer see the pictures' }])
  })

  it('is not sent to the account of an address that was removed from the child, which is not one of its families', async () => {
    const { app, provider } = server
    const { customer } = await buildCustomer(server)
    const built = await buildJob(app, provider, [{ name: 'Quirinia Withers', email: customer.email }])
    const uuid = String(built.subjects[0]?.uuid)
    await grantSubjects(app, provider, customer._id, [uuid])
    await publish(built)
    await failedOnce(customer.email)
    await correctDetails(app, server.provider, built.job, uuid, { correction: { emails: [] }, by: null })
    const { arrived, stored } = await deliver(customer.email)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: 'The address is not that of the subject any more' }])
    const child = await subjectsOf(app, provider.key).findOne({ uuid })
    expect(await familiesOf(app, provider, child ? [child as Subject] : [])).toEqual([])
  })

  it('with the codes that somebody requested is sent without a picture as well: the code opens what comes later', async () => {
    const to = newAddress()
    const built = await oneChild(to)
    await publish(built)
    await deliver(to)
    await server.client().call(access.recoverCode, { email: to })
    await failedOnce(to)
    await takePictures(built.job, built.subjects[0], REJECT)
    expect((await deliver(to)).arrived).toHaveLength(2)
  })

  it('with the codes that somebody requested is not sent after the child is withdrawn', async () => {
    const to = newAddress()
    const built = await oneChild(to)
    await publish(built)
    await deliver(to)
    await server.client().call(access.recoverCode, { email: to })
    await failedOnce(to)
    await withdrawSubject(server.app, built.job, String(built.subjects[0]?.uuid), by)
    const { arrived, stored } = await deliver(to)
    expect(arrived).toHaveLength(1)
    expect(stored.filter((mail) => 'dropped' in mail)).toEqual([
      expect.not.objectContaining({ about: expect.anything(), subject: expect.anything(), text: expect.anything() }),
    ])
  })
})

describe('the email of a share that waits for the mail server', () => {
  async function buildSharer(sets: number) {
    const { app, provider } = server
    const customer = await buildCustomer(server, { isAddressProved: true })
    const built = []
    for (let number = 0; number < sets; number++)
      built.push(await buildPictureSet(app, provider, { subject: { name: number === 0 ? 'Quirinia' : 'Bo' } }))
    const subjects = built.map(({ subject }) => subject.uuid)
    await grantSubjects(app, provider, customer.customer._id, subjects)
    const share = await buildShare(server, customer, subjects)
    await failedOnce(share.recipient)
    return { ...customer, share, sets: built }
  }

  it('is not sent after the share has ended', async () => {
    const { client, share } = await buildSharer(1)
    await client.call(sharing.end, { uuid: share.uuid })
    const { arrived, stored } = await deliver(share.recipient)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: 'The share has ended' }])
  })

  it('is not sent after its child is withdrawn', async () => {
    const { share, sets } = await buildSharer(1)
    for (const { job, subject } of sets) await withdrawSubject(server.app, job, subject.uuid, by)
    const { arrived, stored } = await deliver(share.recipient)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: 'The subject was withdrawn' }])
  })

  it('is not sent after its child has no picture any more', async () => {
    const { share, sets } = await buildSharer(1)
    for (const { job, subject } of sets) await takePictures(job, subject, REJECT)
    const { arrived, stored } = await deliver(share.recipient)
    expect(arrived).toEqual([])
    expect(stored).toMatchObject([{ dropped: 'The subject has no picture to see' }])
  })

  it('names the other child after one is withdrawn, with the same link', async () => {
    const { share, sets } = await buildSharer(2)
    const [first] = sets
    if (first) await withdrawSubject(server.app, first.job, first.subject.uuid, by)
    const { arrived } = await deliver(share.recipient)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.text).toContain(`/c/${share.token}`)
    expect(arrived[0]?.subject).toContain('Bo')
    expect(`${arrived[0]?.subject} ${arrived[0]?.text} ${arrived[0]?.html}`).not.toContain('Quirinia')
  })
})

describe('the confirmation of an order that waits for the mail server', () => {
  it('is sent also if the child was withdrawn', async () => {
    const buyer = await buildBuyer(server)
    const { client, line, provider, set } = buyer
    await client.call(carts.addLines, { requestId: crypto.randomUUID(), lines: [await line()] })
    const { ordering } = await prepareOrder({ client, provider }, 'invoice', {})
    await client.call(checkout.transaction, ordering)
    await failedOnce(buyer.customer.email)
    await withdrawSubject(server.app, set.job, set.subject.uuid, by)
    const { arrived } = await deliver(buyer.customer.email)
    expect(arrived).toHaveLength(1)
  })
})
