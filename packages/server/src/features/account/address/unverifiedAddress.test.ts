import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { reminders } from '@portraitkit/core/reminders/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../../platform/mail/queue.ts'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { buildJob, remindNow } from '../../../testing/buildJob.ts'
import { mailsIn } from '../../../testing/buildMailServer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { subjectsOf } from '../../jobs/collection.ts'
import { publishJob } from '../../jobs/publishing/publishJob.ts'

// Anybody with a code can register with any address. The roster's data about the family with this address must not be disclosed
// to them.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PASSWORD = 'sesame-open'
const PHONE = '+12125550177'
const GUARDIAN = 'the-other-guardian@example.com'
const mailsTo = (to: string) =>
  server.app.db.collection<StoredMail>('mails').find({ to }).sort({ created: 1 }).toArray()
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject)
const exportedData = async (client: TestClient, password = PASSWORD) =>
  (await client.call(profile.export, { password })).data as Record<string, Array<Record<string, unknown>>>

/** A family of the roster that was just notified about its pictures, and another family's child with a code of its own. */
async function aFamily() {
  const email = `family-${randomUUID().slice(0, 8)}@example.com`
  const { job, subjects, codes } = await buildJob(server.app, server.provider, [
    { name: 'Emma Carter', email, group: 'Class 4B' },
    { name: 'Noah Carter', email, group: 'Class 4B' },
  ])
  await subjectsOf(server.app, server.provider.key).updateMany(
    { jobUuid: job.uuid },
    { $set: { 'contact.phone': PHONE, 'contact.others': [GUARDIAN] } },
  )
  await publishJob(server.app, server.provider, job.uuid)
  const strange = await buildJob(server.app, server.provider, [{ name: 'Olivia Moore' }], { published: true })
  return { email, job, subjects, codes, strange }
}

/** Enters a code and registers with an address, as the shop's pages do. */
async function register(email: string, code = ''): Promise<TestClient> {
  const client = server.client()
  const { data } = await client.call(access.verifySubjectCode, { code })
  client.flow = data?.flow
  await client.call(account.create, {
    email,
    code,
    acceptmail: false,
    password: PASSWORD,
    confirm_password: PASSWORD,
    termsofservice: true,
    mobile: '(212) 555-0123',
  })
  client.flow = undefined
  return client
}

/** Requests an email for a forgotten password, and takes the key from it. */
async function requestKey(email: string): Promise<string> {
  await server.client().call(passwords.remind, { email })
  const outbox = join(server.app.env.dataDir, 'outbox')
  const found = async () => {
    const mails = await mailsIn(outbox).catch(() => [])
    const mail = mails.find(({ to, text }) => to?.[0]?.address === email && text?.includes('resetcode='))
    return mail?.text?.match(/resetcode=([\w-]+)/)?.[1]
  }
  await expect.poll(found, { timeout: 30_000 }).toBeDefined()
  return (await found()) ?? ''
}

/** Uses the link in that email, which only the owner of the mailbox has. */
async function proveAddress(email: string): Promise<TestClient> {
  await server.client().call(passwords.reset, { key: await requestKey(email), password: PASSWORD })
  const client = server.client()
  await client.call(account.signIn, { email, password: PASSWORD })
  return client
}

async function threeDaysLater(): Promise<void> {
  server.wait(3.1 * 24 * 60 * 60_000)
  await remindNow(server)
}

const REMINDED = 'Have you seen the pictures of Emma Carter and Noah Carter?'

describe('an account with somebody else’s address', () => {
  it('exports nothing from the roster, and no email sent to that address', async () => {
    const { email, strange } = await aFamily()
    const shared = [strange.subjects[0]?.uuid as string]
    const friend = await buildCustomer(server, { subjects: shared, name: 'Jordan', isAddressProved: true })
    await friend.client.call(sharing.share, {
      'email[]': [email],
      'subjects[]': shared,
    })
    expect(await mailsTo(email)).toHaveLength(2)
    const client = await register(email, strange.codes[0])
    const { job } = await buildJob(server.app, server.provider, [{ name: 'Mia Carter', email }])
    expect(await publishJob(server.app, server.provider, job.uuid)).toMatchObject({ mailCount: 1 })
    const data = await exportedData(client)
    expect(data).toMatchObject({ subjects: [], mails: [{ kind: 'address', to: email }], reminderChoices: [] })
    expect(data.mails).toHaveLength(1)
    expect(data.grants).toMatchObject([{ name: 'Olivia Moore', job: strange.job.name }])
    const text = JSON.stringify(data)
    for (const known of ['Carter', 'Class 4B', PHONE, 'Jordan', '1.jpg']) expect(text).not.toContain(known)
  })

  it('when deleted, ends no reminders of the family, and nothing is announced to the family twice', async () => {
    const { email, job, strange } = await aFamily()
    const client = await register(email, strange.codes[0])
    await client.call(profile.delete, { password: PASSWORD })
    expect((await mailsTo(email)).filter(({ customer }) => customer === undefined)[0]).toMatchObject({
      subject: 'The pictures of Emma Carter and Noah Carter are ready',
    })
    expect(await publishJob(server.app, server.provider, job.uuid)).toMatchObject({ mailCount: 0 })
    await threeDaysLater()
    expect(await subjectsTo(email)).toContain(REMINDED)
  })

  it('undoes no choice that the family made by the link in an email', async () => {
    const { email, strange } = await aFamily()
    await threeDaysLater()
    const reminder = (await mailsTo(email)).find(({ subject }) => subject === REMINDED)
    const { pathname, search } = new URL(reminder?.unsubscribe ?? '')
    await server.client().fetch({ method: 'POST', path: `${pathname}${search}&provider=${server.provider.key}` })
    const client = await register(email, strange.codes[0])
    const subject = { uuid: strange.subjects[0]?.uuid as string, name: '', remindersEnabled: true }
    const answer = await client.call(reminders.set, { subjects: [subject] })
    expect(answer.subjects).toMatchObject([{ name: 'Olivia Moore', remindersEnabled: true }])
    const before = await subjectsTo(email)
    server.wait(7 * 24 * 60 * 60_000)
    await remindNow(server)
    expect(await subjectsTo(email)).toEqual(before)
  })

  it('with the code of one child, exports that child’s entry without the telephone, and ends its reminders alone', async () => {
    const { email, codes } = await aFamily()
    const client = await register(email, codes[0])
    const data = await exportedData(client)
    expect(data.subjects).toMatchObject([{ name: 'Emma Carter', contact: { email } }])
    const text = JSON.stringify(data)
    for (const known of ['Noah', PHONE, GUARDIAN]) expect(text).not.toContain(known)
    await client.call(profile.delete, { password: PASSWORD })
    await threeDaysLater()
    expect(await subjectsTo(email)).toContain('Have you seen the pictures of Noah Carter?')
    expect(await subjectsTo(email)).not.toContain(REMINDED)
  })

  it('once its owner confirms it by the link in an email, exports everything, and its deletion ends the reminders', async () => {
    const { email, strange } = await aFamily()
    await register(email, strange.codes[0])
    const client = await proveAddress(email)
    const data = await exportedData(client)
    expect(data.subjects?.map(({ name }) => name).sort()).toEqual(['Emma Carter', 'Noah Carter'])
    expect(JSON.stringify(data.subjects)).toContain(PHONE)
    expect(JSON.stringify(data)).not.toContain(GUARDIAN)
    expect(data.mails?.map(({ kind }) => kind)).toContain('ready')
    await client.call(profile.delete, { password: PASSWORD })
    await threeDaysLater()
    expect(await subjectsTo(email)).not.toContain(REMINDED)
  })
})

describe('the export of an account', () => {
  it('lists the emails sent to it, without their links, and the people its customer shared with', async () => {
    const { strange } = await aFamily()
    const [subject = ''] = strange.subjects.map(({ uuid }) => uuid)
    const { client, customer, password } = await buildCustomer(server, {
      subjects: [subject],
      isAddressProved: true,
    })
    const friend = `friend-${randomUUID().slice(0, 8)}@example.com`
    await client.call(sharing.share, { 'email[]': [friend], 'subjects[]': [subject] })
    const key = await requestKey(customer.email)
    const sent = async () => (await mailsTo(customer.email))[0]
    await expect.poll(async () => (await sent())?.sent, { timeout: 30_000 }).toBeInstanceOf(Date)
    const data = await exportedData(client, password)
    expect(data.mails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'share', to: friend }),
        expect.objectContaining({ kind: 'reset', to: customer.email, sent: expect.any(String) }),
      ]),
    )
    expect(key).toHaveLength(43)
    expect(JSON.stringify(data)).not.toContain(key)
    // the key is nowhere once its email is sent
    expect(JSON.stringify(await sent())).not.toContain(key)
  })
})
