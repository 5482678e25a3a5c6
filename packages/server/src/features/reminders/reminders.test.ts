import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { reminders } from '@portraitkit/core/reminders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { startServer } from '../../server.ts'
import { buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { awaitJobChecks, buildJob, type Child } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer, testEnv } from '../../testing/testServer.ts'
import { saveCode } from '../access/codes.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { endOfDay } from '../jobs/days.ts'
import { findOrCreateSubject } from '../jobs/importStore.ts'
import { publishJob, unpublishJob } from '../jobs/publishing/publishJob.ts'
import { readRoster } from '../jobs/roster/readRoster.ts'
import { mergePeople } from '../people/mergePeople.ts'
import { reminderRun } from './sendReminders.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60_000
const anEmail = () => `family-${randomUUID().slice(0, 8)}@example.com`
const mailsTo = (to: string, app = server.app) =>
  app.db.collection<StoredMail>('mails').find({ to }).sort({ created: 1 }).toArray()
// An email about an order is written when it is sent: until then it has no subject.
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject ?? '')
const publish = async (job: Job, app = server.app) => {
  const published = await publishJob(app, server.provider, job.uuid)
  return published.outcome === 'published' ? published.mailCount : published.outcome
}
const build = (children: readonly Child[], change: Partial<Job> = {}) =>
  buildJob(server.app, server.provider, children, change)
const inDays = (days: number) => new Date(server.app.clock().getTime() + days * DAY_MS)
const linksIn = (mail: StoredMail | undefined) =>
  [...(mail?.text ?? '').matchAll(/https?:\S+/g)].map(([link]) => new URL(link))
const pathsIn = (mail: StoredMail | undefined) => linksIn(mail).map(({ pathname }) => pathname)

/** Lets some days pass and checks every job: at once by hand, or by a server. */
async function letDaysPass(days: number, by: 'hand' | 'servers' = 'hand'): Promise<void> {
  server.wait(days * DAY_MS)
  const now = server.app.clock()
  if (by === 'hand') for (let run = 0; run < 2; run++) await reminderRun.run(server.app)
  await awaitJobChecks(server, now)
}

/** Opens the link in an email like a program that never signed in. */
const openLink = (link: URL | undefined, method: 'GET' | 'POST') =>
  server.client().fetch({ method, path: `${link?.pathname}?provider=${server.provider.key}` })

describe('a published job', () => {
  it('is visible, and each family gets one email with all its children', async () => {
    const [carters, diaz] = [anEmail(), anEmail()]
    const { job, subjects, codes } = await build(
      [
        { name: 'Emma Carter', email: carters },
        { name: 'Noah <Carter>', email: carters.toUpperCase() },
        { name: 'Liam Diaz', email: diaz },
        { name: 'Ruby Sullivan' },
      ],
      { orderBy: inDays(30) },
    )
    const parent = await buildCustomer(server)
    await parent.client.call(access.addPictureSetByCode, { code: codes[0] as string })
    const picturesOf = async () => {
      const { pictureSets: sets } = await parent.client.call(pictureSets.list, {})
      return sets.find(({ subject }) => subject.uuid === subjects[0]?.uuid)?.pictures.length
    }
    expect(await picturesOf()).toBe(0)
    expect(await publish(job)).toBe(3)
    expect(await picturesOf()).toBe(1)
    const [mail, ...more] = await mailsTo(carters)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('The pictures of Emma Carter and Noah <Carter> are ready')
    expect(mail?.html).toContain('See the pictures of Emma Carter')
    expect(mail?.html).not.toContain('<Carter>')
    expect(mail?.html).toContain('They can be ordered until')
    expect(pathsIn(mail)).toEqual([`/c/${codes[0]}`, `/c/${codes[1]}`])
    expect(await subjectsTo(diaz)).toEqual(['The pictures of Liam Diaz are ready'])
  })

  it('opens its picture sets by the links in the email, the children of a shared code one by one', async () => {
    const email = anEmail()
    const code = `FAMILY${randomUUID().slice(0, 5).toUpperCase()}`
    const { job, subjects } = await build([
      { name: 'Emma Carter', email, code },
      { name: 'Noah Carter', email, code },
    ])
    await saveCode(server.app, server.provider, {
      code: `GRANDMA${randomUUID().slice(0, 5)}`,
      subjects: [subjects[0]?.uuid as string],
    })
    await publish(job)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('See the pictures of Emma Carter and Noah Carter:')
    const [link, ...more] = linksIn(mail)
    expect(more).toEqual([])
    const answer = await server.client().call(access.verifySubjectCode, { code: link?.pathname.slice(3) ?? '' })
    expect(answer.data?.subjects.map(({ uuid }) => uuid).sort()).toEqual(subjects.map(({ uuid }) => uuid).sort())
  })

  it('is announced to customers who have the set already, in their language, with a link to it', async () => {
    const mother = await buildCustomer(server, { language: 'de' })
    const father = await buildCustomer(server)
    const former = await buildCustomer(server)
    const { job, subjects } = await build([{ name: 'Emma Carter', email: mother.customer.email.toUpperCase() }])
    const subject = subjects[0]?.uuid as string
    for (const { customer } of [mother, father, former])
      await grantSubjects(server.app, server.provider, customer._id, [subject])
    await revokeSubject(server.app, server.provider, former.customer._id, subject)
    expect(await publish(job)).toBe(2)
    const [mail, ...more] = await mailsTo(mother.customer.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Die Bilder von Emma Carter sind fertig')
    expect(pathsIn(mail)).toEqual([`/my-account/picture-sets/${subject}`])
    expect(mail?.text).not.toContain('/c/')
    expect(await subjectsTo(father.customer.email)).toEqual(['The pictures of Emma Carter are ready'])
    expect(await subjectsTo(former.customer.email)).toEqual([])
  })

  it('is announced to both guardians of a child, as imported', async () => {
    const [mother, father] = [anEmail(), anEmail()]
    const { job, codes } = await build([{ name: 'Emma Carter' }])
    const roster = Buffer.from(`key,name,group,email\n0,Emma Carter,4B,"${mother}, ${father.toUpperCase()}"\n`)
    for (const row of readRoster(roster, 'US').rows) await findOrCreateSubject(server.app, job, row)
    expect(await publish(job)).toBe(2)
    for (const email of [mother, father]) {
      const [mail, ...more] = await mailsTo(email)
      expect([mail?.subject, more]).toEqual(['The pictures of Emma Carter are ready', []])
      expect(pathsIn(mail)).toEqual([`/c/${codes[0]}`])
    }
    // a later roster with empty cells for them removes neither
    for (const row of readRoster(Buffer.from('key,name,group\n0,Emma Carter,4B\n'), 'US').rows)
      await findOrCreateSubject(server.app, job, row)
    await letDaysPass(3.1)
    for (const email of [mother, father]) expect(await mailsTo(email)).toHaveLength(2)
  })

  it('announces no children without pictures, and generates a missing code', async () => {
    const [absent, present] = [anEmail(), anEmail()]
    const { job, subjects } = await build([
      { name: 'Ill Child', email: absent, photographed: false },
      { name: 'Emma Carter', email: present },
    ])
    await server.app.db.collection('codes').deleteMany({ subjects: subjects[1]?.uuid })
    expect(await publish(job)).toBe(1)
    expect(await mailsTo(absent)).toEqual([])
    const code = pathsIn((await mailsTo(present))[0])[0]?.slice(3) ?? ''
    expect((await server.client().call(access.verifySubjectCode, { code })).valid).toBe(true)
  })

  it('sends nobody two emails when published again or by two at once, and one to those added later', async () => {
    const [first, later] = [anEmail(), anEmail()]
    const { job } = await build([{ name: 'Emma Carter', email: first }])
    await Promise.all([publish(job), publish(job), publish(job)])
    expect(await mailsTo(first)).toHaveLength(1)
    const { subjects } = await build([{ name: 'Late Child', email: later }])
    await server.app.db
      .collection('subjects')
      .updateOne(
        { provider: server.provider.key, uuid: subjects[0]?.uuid },
        { $set: { jobUuid: job.uuid, key: 'late' } },
      )
    await picturesOf(server.app, server.provider.key).updateMany(
      { 'assignment.subjects.uuid': subjects[0]?.uuid ?? '' },
      { $set: { jobUuid: job.uuid } },
    )
    expect(await publish(job)).toBe(1)
    expect(await mailsTo(first)).toHaveLength(1)
    expect(await mailsTo(later)).toHaveLength(1)
  })

  it('whose publisher died halfway is completed by the server: everybody gets one email, and nobody gets two', async () => {
    const emails = Array.from({ length: 6 }, anEmail)
    const { job } = await build(emails.map((email, index) => ({ name: `Child ${index}`, email })))
    let queued = 0
    const dying: App = {
      ...server.app,
      mail: {
        async queue(mail) {
          if (queued++ === 3) throw new Error('killed')
          return server.app.mail.queue(mail)
        },
      },
    }
    await expect(publish(job, dying)).rejects.toThrow('killed')
    const counts = async () => Promise.all(emails.map(async (email) => (await mailsTo(email)).length))
    expect((await counts()).filter((count) => count === 1)).toHaveLength(3)
    server.wait(61_000)
    await expect.poll(counts, { timeout: 30_000 }).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('reminders', () => {
  it('are sent after three and ten days and on the last day, and then no more', async () => {
    const email = anEmail()
    const orderBy = inDays(20)
    const { job, codes } = await build([{ name: 'Emma Carter', email }], { orderBy })
    await publish(job)
    await letDaysPass(2.9)
    expect(await mailsTo(email)).toHaveLength(1)
    await letDaysPass(0.2)
    const expected = ['The pictures of Emma Carter are ready', 'Have you seen the pictures of Emma Carter?']
    expect(await subjectsTo(email)).toEqual(expected)
    await letDaysPass(5)
    expect(await subjectsTo(email)).toEqual(expected)
    await letDaysPass(2)
    expected.push('The pictures of Emma Carter are waiting for you')
    expect(await subjectsTo(email)).toEqual(expected)
    const noon = endOfDay(orderBy, server.provider).getTime() - DAY_MS / 2
    await letDaysPass((noon - server.app.clock().getTime()) / DAY_MS + 0.01)
    expected.push('The last day to order pictures of Emma Carter')
    expect(await subjectsTo(email)).toEqual(expected)
    await letDaysPass(30)
    expect(await subjectsTo(email)).toEqual(expected)
    const reminder = (await mailsTo(email)).at(-1)
    expect(pathsIn(reminder)[0]).toBe(`/c/${codes[0]}`)
    expect(reminder?.unsubscribe).toContain('/reminders/stop/')
  })

  it('name only what is left: bought sets are omitted, whoever bought them', async () => {
    const buyer = await buildBuyer(server)
    const { job, subject } = buyer.set
    const other = await buildCustomer(server, { subjects: [subject.uuid] })
    const roster = subject.contact.email as string
    await publish(job)
    const lines = [await buyer.line()]
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
    const { ordering } = await prepareOrder(buyer, 'invoice')
    await buyer.client.call(checkout.transaction, ordering)
    const reminded = async (email: string) => (await subjectsTo(email)).some((text) => text.startsWith('Have you seen'))
    await letDaysPass(3.1)
    expect(await reminded(buyer.customer.email)).toBe(false)
    // the roster does not say whose account it is; the other guardian is a customer and is not informed of the purchase
    expect(await reminded(roster)).toBe(false)
    expect(await reminded(other.customer.email)).toBe(true)
  })

  it('are not sent to who has bought the pictures of somebody who is one person with another one since', async () => {
    const { app, provider } = server
    const buyer = await buildBuyer(server)
    const { job, subject } = buyer.set
    await publish(job)
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines: [await buyer.line()] })
    const { ordering } = await prepareOrder(buyer, 'invoice')
    await buyer.client.call(checkout.transaction, ordering)
    const person = { ...subject, uuid: randomUUID(), key: 'stays', contact: { email: anEmail(), phone: null } }
    await subjectsOf(app, provider.key).insertOne(person)
    await mergePeople(app, provider, job, { person: person.uuid, double: subject.uuid, by: null })
    await letDaysPass(3.1)
    const reminded = async (email: string) => (await subjectsTo(email)).some((text) => text.startsWith('Have you seen'))
    expect([await reminded(buyer.customer.email), await reminded(subject.contact.email as string)]).toEqual([
      false,
      false,
    ])
  })

  it('continue while an order is not paid', async () => {
    const buyer = await buildBuyer(server)
    await publish(buyer.set.job)
    const lines = [await buyer.line()]
    await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
    const { ordering } = await prepareOrder(buyer, 'sandbox')
    await buyer.client.call(checkout.transaction, ordering)
    await letDaysPass(3.1)
    expect(await subjectsTo(buyer.customer.email)).toContainEqual(expect.stringMatching(/^Have you seen/))
  })

  it.each<[string, (job: Job) => Promise<unknown>]>([
    ['unpublished again', (job) => unpublishJob(server.app, server.provider, job.uuid)],
    ['archived', (job) => change(job, { isArchived: true })],
    ['unpublished by an import', (job) => change(job, { published: false })],
    ['past its last day', (job) => change(job, { orderBy: inDays(1) })],
    ['deleted', (job) => change(job, { deletion: inDays(1) })],
  ])('are not sent for a job that is %s', async (_name, happens) => {
    const [email, control] = [anEmail(), anEmail()]
    const { job } = await build([{ name: 'Emma Carter', email }])
    await publish(job)
    await publish((await build([{ name: 'Noah Carter', email: control }])).job)
    await happens(job)
    await letDaysPass(3.1)
    expect(await mailsTo(control)).toHaveLength(2)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('restart if a job was unpublished and published again, without a second email that pictures are ready', async () => {
    const email = anEmail()
    const { job } = await build([{ name: 'Emma Carter', email }])
    await publish(job)
    await unpublishJob(server.app, server.provider, job.uuid)
    await letDaysPass(5)
    await publish(job)
    await letDaysPass(1)
    expect(await mailsTo(email)).toHaveLength(1)
    await letDaysPass(2.1)
    expect(await subjectsTo(email)).toEqual([expect.any(String), 'Have you seen the pictures of Emma Carter?'])
  })
})

const change = (job: Job, set: Partial<Job>) =>
  jobsOf(server.app, server.provider.key).updateOne({ uuid: job.uuid }, { $set: set })

describe('a customer who wants no reminders', () => {
  /** A signed-in parent of two, whose job was just published. */
  async function aParent(): Promise<BuiltCustomer & { uuids: string[] }> {
    const parent = await buildCustomer(server)
    const { job, subjects } = await build([
      { name: 'Emma Carter', email: parent.customer.email },
      { name: 'Noah Carter', email: anEmail() },
    ])
    const uuids = subjects.map(({ uuid }) => uuid)
    await grantSubjects(server.app, server.provider, parent.customer._id, uuids)
    await publish(job)
    return { ...parent, uuids }
  }
  const set = ({ client, uuids }: Awaited<ReturnType<typeof aParent>>, ...enabled: boolean[]) =>
    client.call(reminders.set, {
      subjects: enabled.map((remindersEnabled, index) => ({
        uuid: uuids[index] as string,
        name: '',
        remindersEnabled,
      })),
    })

  it('[ACC-4] of one child is reminded of the other, and can switch them on again', async () => {
    const parent = await aParent()
    await set(parent, false)
    await letDaysPass(3.1)
    expect(await subjectsTo(parent.customer.email)).toEqual([
      'The pictures of Emma Carter and Noah Carter are ready',
      'Have you seen the pictures of Noah Carter?',
    ])
    await set(parent, true, false)
    await letDaysPass(7)
    expect((await subjectsTo(parent.customer.email)).at(-1)).toBe('The pictures of Emma Carter are waiting for you')
  })

  it('[ACC-4] of all children gets none, but is still notified of new pictures', async () => {
    const parent = await aParent()
    await set(parent, false, false)
    await letDaysPass(3.1)
    expect(await mailsTo(parent.customer.email)).toHaveLength(1)
    const { job } = await build([{ name: 'Mia Carter', email: parent.customer.email }])
    await publish(job)
    expect((await subjectsTo(parent.customer.email)).at(-1)).toBe('The pictures of Mia Carter are ready')
  })

  it('ends them with the link in an email, without signing in, but not just by opening it', async () => {
    const email = anEmail()
    const { job } = await build([{ name: 'Emma Carter', email }])
    await publish(job)
    await letDaysPass(3.1)
    const link = linksIn((await mailsTo(email))[1]).at(-1)
    const page = await openLink(link, 'GET')
    expect(page.text).toContain('No more reminders?')
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    await letDaysPass(7)
    expect(await mailsTo(email)).toHaveLength(3)
    expect((await openLink(link, 'POST')).text).toContain('You will not be reminded any more')
    await openLink(link, 'POST')
    const next = await build([{ name: 'Emma Carter', email }])
    await publish(next.job)
    await letDaysPass(3.1)
    expect((await subjectsTo(email)).slice(3)).toEqual(['The pictures of Emma Carter are ready'])
  })

  it('who switches one on again after ending them all is reminded of that one', async () => {
    const parent = await aParent()
    await letDaysPass(3.1)
    const mail = (await mailsTo(parent.customer.email))[1]
    await openLink(linksIn(mail).at(-1), 'POST')
    expect(await parent.client.call(reminders.list, {})).toMatchObject({
      subjects: [{ remindersEnabled: false }, { remindersEnabled: false }],
    })
    await set(parent, true)
    await letDaysPass(7)
    expect((await subjectsTo(parent.customer.email)).slice(2)).toEqual([
      'The pictures of Emma Carter are waiting for you',
    ])
  })

  it('has a link that is valid for one contact of one shop, and cannot be forged', async () => {
    const email = anEmail()
    await publish((await build([{ name: 'Emma Carter', email }])).job)
    await letDaysPass(3.1)
    const { pathname } = linksIn((await mailsTo(email))[1]).at(-1) as URL
    const [, , , contact = '', signature = ''] = pathname.split('/')
    const post = async (path: string, provider = server.provider.key) =>
      (await server.client().fetch({ method: 'POST', path: `${path}?provider=${provider}` })).status
    expect(await post(`/reminders/stop/${contact.replace(/^./, 'x').replace(/.$/, 'y')}/${signature}`)).toBe(404)
    expect(await post(`/reminders/stop/${contact}/${signature.replace(/^.../, 'xyz')}`)).toBe(404)
    expect(await post(pathname, server.other.key)).toBe(404)
    expect(await server.app.db.collection('reminderChoices').countDocuments({ provider: server.other.key })).toBe(0)
    expect(pathname).not.toContain(email)
    expect(await post(pathname)).toBe(200)
  })

  it('whose account is deleted gets no more emails, until there is one again', async () => {
    const parent = await aParent()
    const { email } = parent.customer
    await parent.client.call(profile.delete, { password: parent.password })
    const before = await mailsTo(email)
    const job = (await jobsOf(server.app, server.provider.key).find({}).sort({ creationTime: -1 }).toArray())[0] as Job
    await publish(job)
    await letDaysPass(3.1)
    await letDaysPass(7)
    const isNew = ({ _id }: { _id: string }) => !before.some((mail) => mail._id === _id)
    expect((await mailsTo(email)).filter(isNew)).toEqual([])
    const again = await buildCustomer(server, { email })
    await grantSubjects(server.app, server.provider, again.customer._id, parent.uuids.slice(1))
    await publish((await build([{ name: 'Mia Carter', email }])).job)
    expect((await mailsTo(email)).filter(isNew).map(({ subject }) => subject)).toEqual([
      'The pictures of Mia Carter are ready',
    ])
  })
})

it('two servers send a reminder of a job once', async () => {
  const emails = Array.from({ length: 5 }, anEmail)
  const { job } = await build(emails.map((email, index) => ({ name: `Child ${index}`, email })))
  await publish(job)
  const { dataDir } = server.app.env
  const second = await startServer({ env: { ...testEnv(dataDir), ...secretOf(server.app) }, clock: server.app.clock })
  try {
    await letDaysPass(3.1, 'servers')
    await letDaysPass(7, 'servers')
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(3)
  } finally {
    await second.close()
  }
})

/** The settings that make a second server one of the same shop. */
function secretOf({ env }: App) {
  const { secret, mongodbUrl } = env
  return { secret, mongodbUrl }
}
