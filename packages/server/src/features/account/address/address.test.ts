import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { addressProofs } from '@portraitkit/core/account/address/addressContract.ts'
import { confirmations } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../../platform/mail/queue.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import { buildJob } from '../../../testing/buildJob.ts'
import { mailsIn } from '../../../testing/buildMailServer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { customersOf } from '../collection.ts'
import { makeResetKey } from '../password/resetKeys.ts'
import { ADDRESS_KEY_MS } from './addressKeys.ts'

// Anybody can register with any address. A secret that only an email to it contained proves it.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const SUBJECT = /^Confirm your address for /

/** The emails that have arrived with this subject, the newest first. */
const arrived = async (to: string, subject = SUBJECT): Promise<Email[]> => {
  const mails = await mailsIn(join(server.app.env.dataDir, 'outbox')).catch(() => [])
  return mails.filter((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ''))
}

/** The valid link in the emails to an address, once this number has arrived, as a path. */
async function linkTo(email: string, count = 1): Promise<string> {
  await expect.poll(async () => (await arrived(email)).length, { timeout: 30_000 }).toBe(count)
  const texts = (await arrived(email)).map(({ text = '' }) => text.match(/\/confirm-address\/[\w-]{43}/)?.[0] ?? '')
  const stored = await Promise.all(texts.map(async (path) => ((await openPage(path)).status === 200 ? path : '')))
  return stored.find(Boolean) ?? ''
}

const openPage = (path: string, method: 'GET' | 'POST' = 'GET') =>
  server.client().fetch({ method, path: `${path}?provider=${server.provider.key}`, headers: { accept: 'text/html' } })
const isProved = async ({ customer }: Pick<BuiltCustomer, 'customer'>) =>
  (await customersOf(server.app, server.provider).findOne({ _id: customer._id }))?.addressProved !== undefined
const userOf = async (client: TestClient) => (await client.call(account.session, {})).user

/** A customer whose email with the link has arrived. */
async function withLink(): Promise<BuiltCustomer & { path: string }> {
  const built = await buildCustomer(server)
  await built.client.call(addressProofs.sendAddressLink, {})
  return { ...built, path: await linkTo(built.customer.email) }
}

describe('the email that asks to confirm the address', () => {
  it('is sent at the registration, and names no child, no code and no picture', async () => {
    const { codes, subjects } = await buildJob(server.app, server.provider, [{ name: 'Emma Carter' }], {
      published: true,
    })
    const client = server.client()
    const { data } = await client.call(access.verifySubjectCode, { code: codes[0] as string })
    client.flow = data?.flow
    const email = `father-${randomUUID().slice(0, 8)}@example.com`
    const { user } = await client.call(account.create, {
      email,
      code: codes[0] as string,
      acceptmail: false,
      password: 'sesame-open',
      confirm_password: 'sesame-open',
      termsofservice: true,
      mobile: '(212) 555-0123',
    })
    expect(user.isAddressProved).toBe(false)
    await linkTo(email)
    const [mail, ...more] = await arrived(email)
    expect(more).toEqual([])
    for (const body of [mail?.text ?? '', mail?.html ?? '']) {
      for (const secret of ['Emma', 'Carter', codes[0] as string, subjects[0]?.uuid as string, '<img', '/c/'])
        expect(body).not.toContain(secret)
      expect(body).toContain('/confirm-address/')
    }
  })

  it('is forgotten once it is sent, and the key is stored nowhere', async () => {
    const { customer, path } = await withLink()
    const key = path.split('/').at(-1) as string
    expect(key).toHaveLength(43)
    const mails = server.app.db.collection<StoredMail>('mails')
    await expect
      .poll(async () => (await mails.findOne({ to: customer.email }))?.sent, { timeout: 30_000 })
      .toBeInstanceOf(Date)
    const stored = [
      await mails.find({ to: customer.email }).toArray(),
      await server.app.db.collection('addressKeys').find({}).toArray(),
    ]
    expect(JSON.stringify(stored)).not.toContain(key)
  })
})

describe('the link', () => {
  it('proves nothing by being opened, and the address by the button, in a browser that is not signed in', async () => {
    const built = await withLink()
    const question = await openPage(built.path)
    expect(question.text).toContain(built.customer.email)
    expect(question.text).toContain('<form method="post">')
    expect(await isProved(built)).toBe(false)
    const answer = await openPage(built.path, 'POST')
    expect(answer.text).toContain('Your address is confirmed')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await isProved(built)).toBe(true)
    expect(await userOf(built.client)).toMatchObject({ isAddressProved: true })
  })

  it('says that the address is confirmed when it is opened or used again', async () => {
    const built = await withLink()
    await Promise.all([openPage(built.path, 'POST'), openPage(built.path, 'POST')])
    const stored = () => customersOf(server.app, server.provider).findOne({ _id: built.customer._id })
    const before = await stored()
    server.wait(60_000)
    for (const method of ['GET', 'POST'] as const) {
      const again = await openPage(built.path, method)
      expect([again.status, again.text.includes('Your address is confirmed')]).toEqual([200, true])
    }
    expect(await stored()).toEqual(before)
  })

  it('is replaced by a newer one', async () => {
    const built = await withLink()
    await built.client.call(addressProofs.sendAddressLink, {})
    const newer = await linkTo(built.customer.email, 2)
    expect(newer).not.toBe(built.path)
    expect((await openPage(built.path, 'POST')).status).toBe(404)
    expect(await isProved(built)).toBe(false)
    await openPage(newer, 'POST')
    expect(await isProved(built)).toBe(true)
  })

  it('proves no other address of the account, and not the same one a second time', async () => {
    const built = await withLink()
    const { _id, email } = built.customer
    const move = (to: string) =>
      customersOf(server.app, server.provider).updateOne(
        { _id },
        { $set: { email: to }, $unset: { addressProved: '' } },
      )
    await move(`moved-${email}`)
    for (const method of ['GET', 'POST'] as const) expect((await openPage(built.path, method)).status).toBe(404)
    expect(await isProved(built)).toBe(false)
    await move(email)
    await openPage(built.path, 'POST')
    expect(await isProved(built)).toBe(true)
    await move(email)
    expect((await openPage(built.path, 'POST')).status).toBe(404)
    expect(await isProved(built)).toBe(false)
  })

  it('ends after seven days, and then leads to the account', async () => {
    const built = await withLink()
    server.wait(ADDRESS_KEY_MS)
    for (const method of ['GET', 'POST'] as const) {
      const page = await openPage(built.path, method)
      expect([page.status, page.text.includes('This link does not work any more')]).toEqual([404, true])
      expect(page.text).toContain('/my-account')
    }
    expect(await isProved(built)).toBe(false)
  })

  it('does not work in another shop', async () => {
    const built = await withLink()
    const elsewhere = await server
      .client()
      .fetch({ method: 'POST', path: `${built.path}?provider=${server.other.key}`, headers: { accept: 'text/html' } })
    expect(elsewhere.status).toBe(404)
    expect(await isProved(built)).toBe(false)
  })
})

describe('sending it again', () => {
  it('sends nothing to an address that is proved, and returns that it is', async () => {
    const { client, customer } = await buildCustomer(server, { isAddressProved: true })
    expect((await client.call(addressProofs.sendAddressLink, {})).user).toMatchObject({ isAddressProved: true })
    expect(await server.app.db.collection('mails').countDocuments({ to: customer.email })).toBe(0)
  })

  it('is limited to five emails an hour', async () => {
    const { client, customer } = await buildCustomer(server)
    for (let sent = 0; sent < 5; sent++) await client.call(addressProofs.sendAddressLink, {})
    const refused = await client.fail(addressProofs.sendAddressLink, {})
    expect(refused).toMatchObject({ status: 429, reason: 'throttle.wait' })
    expect(await server.app.db.collection('mails').countDocuments({ to: customer.email })).toBe(5)
    server.wait(60 * 60_000)
    await client.call(addressProofs.sendAddressLink, {})
  })
})

describe('an address is also proved', () => {
  it('by the link to a new password', async () => {
    const built = await buildCustomer(server)
    const key = await makeResetKey(server.app, server.provider, built.customer._id)
    await server.client().call(passwords.reset, { key, password: 'something new' })
    expect(await isProved(built)).toBe(true)
  })

  it('by a code that was sent to it, if it is still the address of the account', async () => {
    const codeFor = async ({ client, customer }: BuiltCustomer) => {
      await client.call(confirmations.sendConfirmationCode, {})
      const sent = () => arrived(customer.email, /^Your code for /)
      await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(1)
      return (await sent())[0]?.text?.match(/\d{3} \d{3}/)?.[0] ?? ''
    }
    const [mine, moved] = [await buildCustomer(server), await buildCustomer(server)]
    const code = await codeFor(mine)
    await mine.client.fail(confirmations.confirmByCode, { code: code === '111 111' ? '222222' : '111111' })
    expect(await isProved(mine)).toBe(false)
    await mine.client.call(confirmations.confirmByCode, { code })
    expect(await isProved(mine)).toBe(true)

    const late = await codeFor(moved)
    const { _id, email } = moved.customer
    await customersOf(server.app, server.provider).updateOne({ _id }, { $set: { email: `moved-${email}` } })
    await moved.client.call(confirmations.confirmByCode, { code: late })
    expect(await isProved(moved)).toBe(false)
  })

  it('but not by the password, which no email contains', async () => {
    const built = await buildCustomer(server)
    await built.client.call(confirmations.confirm, { password: built.password })
    expect(await isProved(built)).toBe(false)
  })
})
