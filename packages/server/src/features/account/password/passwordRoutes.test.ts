import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../../platform/mail/queue.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import { buildMailServer, mailsIn } from '../../../testing/buildMailServer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { createCustomer, customersOf } from '../collection.ts'
import { simulationLink } from '../sessions/actAsCustomer.ts'
import { makeResetKey } from './resetKeys.ts'

let server: TestServer
let mailServer: Awaited<ReturnType<typeof buildMailServer>>
let mailbox: string
beforeAll(async () => {
  mailbox = await mkdtemp(join(tmpdir(), 'pk-mailbox-'))
  mailServer = await buildMailServer(mailbox)
  server = await startTestServer({ env: { SMTP_URL: mailServer.url, TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
  await rm(mailbox, { recursive: true })
})

const NEW = 'a quite new one'
let count = 0
/** Each test has its own address, as different people do. */
const from = (ip = `10.1.${Math.floor(++count / 250)}.${count % 250}`) => ({ headers: { 'x-forwarded-for': ip } })
const keyFor = ({ customer }: BuiltCustomer, provider = server.provider) =>
  makeResetKey(server.app, provider, customer._id)
const isSignedIn = async (client: TestClient) => (await client.call(account.session, {})).user !== null
/** Whether this password signs in. */
const canSignIn = async (email: string, password: string, provider = server.provider) =>
  (await server.client(provider).send(account.signIn, { email, password }, from())).status === 200
/** The same customer on another device. */
async function onAnotherDevice({ customer, password }: BuiltCustomer): Promise<TestClient> {
  const client = server.client()
  await client.call(account.signIn, { email: customer.email, password }, from())
  return client
}
const mailsSoFar = async (address: string) =>
  (await mailsIn(mailbox)).filter(({ to }) => to?.some((each) => each.address === address))
/** Emails to an address, the newest first, once this number has arrived. */
async function mailsTo(address: string, atLeast = 1) {
  await expect.poll(async () => (await mailsSoFar(address)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(atLeast)
  return mailsSoFar(address)
}
const queuedTo = (address: string) =>
  server.app.db.collection<StoredMail>('mails').countDocuments({ to: address, due: { $exists: true } })
const keys = () => server.app.db.collection('resetKeys').find({}).toArray()
/** Nothing about this customer has changed. */
async function expectUntouched({ client, customer, password }: BuiltCustomer): Promise<void> {
  expect(await isSignedIn(client)).toBe(true)
  expect(await canSignIn(customer.email, password)).toBe(true)
}

describe('asking for a new password', () => {
  it('[AUT-3, AUT-8, API-1] sends a link that sets one, once, through a real mail server', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    const { message } = await server.client().call(passwords.remind, { email: mine.customer.email, json: '1' }, from())
    expect(message).toContain('If this address has an account here')
    const [mail] = await mailsTo(mine.customer.email)
    expect(mail?.subject).toBe(`A new password for ${server.provider.name}`)
    const [link = ''] = mail?.text?.match(/http\S+reset-password\S+/) ?? []
    expect(mail?.html).toContain(`href="${link}"`)
    const { hostname, pathname, searchParams } = new URL(link)
    expect([hostname, pathname]).toEqual([server.provider.hosts[0], '/reset-password'])
    const key = searchParams.get('resetcode') ?? ''
    expect(key).toMatch(/^[\w-]{43}$/)
    const stranger = server.client()
    expect(await stranger.call(passwords.checkResetKey, { key }, from())).toEqual({ valid: true })
    expect(await stranger.call(passwords.reset, { key, password: NEW }, from())).toEqual({ success: true })
    expect([await canSignIn(mine.customer.email, mine.password), await canSignIn(mine.customer.email, NEW)]).toEqual([
      false,
      true,
    ])
    expect([await isSignedIn(mine.client), await isSignedIn(phone)]).toEqual([false, false])
    const [changed] = await mailsTo(mine.customer.email, 2)
    expect(changed?.subject).toBe(`Your password at ${server.provider.name} was changed`)
    expect(changed?.text).not.toContain(key)
  })

  it('gives the same answer and sends nothing if nobody has the address', async () => {
    const { customer } = await buildCustomer(server)
    const nobody = 'nobody@example.com'
    const known = await server.client().send(passwords.remind, { email: customer.email }, from())
    const unknown = await server.client().send(passwords.remind, { email: nobody }, from())
    const visiblePart = ({ status, body, headers }: typeof known) => [status, body, Object.keys(headers)]
    expect(visiblePart(unknown)).toEqual(visiblePart(known))
    await mailsTo(customer.email)
    expect(await queuedTo(nobody)).toBe(0)
    expect(await mailsSoFar(nobody)).toEqual([])
  })

  it('[LOC-1] answers in the language of the request, and writes in that of the customer', async () => {
    const { customer } = await buildCustomer(server, { language: 'de' })
    const inLanguage = (language: string) => ({ headers: { ...from().headers, 'accept-language': language } })
    const { message } = await server.client().call(passwords.remind, { email: customer.email }, inLanguage('en'))
    expect(message).toContain('If this address')
    expect((await mailsTo(customer.email))[0]?.subject).toBe(`Ein neues Passwort für ${server.provider.name}`)
    const german = await server.client().call(passwords.remind, { email: 'nobody@example.com' }, inLanguage('de'))
    expect(german.message).toContain('Wenn es zu dieser Adresse')
  })

  it('[AUT-3, API-2] refuses an invalid address', async () => {
    for (const email of ['', 'not an address', undefined])
      expect(await server.client().fail(passwords.remind, { email }, from())).toMatchObject({
        status: 400,
        reason: 'input.invalid',
        data: ['email'],
      })
    const { fields } = await server.client().fail(passwords.remind, { email: 'anna@' }, from())
    expect(fields).toEqual({ email: 'Invalid email' })
  })

  it('does nothing without x-provider', async () => {
    const { customer } = await buildCustomer(server)
    const change = { headers: { ...from().headers, 'x-provider': undefined } }
    const failure = await server.client().fail(passwords.remind, { email: customer.email }, change)
    expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
    expect(await queuedTo(customer.email)).toBe(0)
  })

  it('[LOC-3] finds no customer of another provider', async () => {
    const { customer } = await buildCustomer(server)
    await server.client(server.other).call(passwords.remind, { email: customer.email }, from())
    expect(await queuedTo(customer.email)).toBe(0)
  })

  it('invalidates the link of an earlier email', async () => {
    const mine = await buildCustomer(server)
    const former = await keyFor(mine)
    const latter = await keyFor(mine)
    const client = server.client()
    expect((await client.fail(passwords.reset, { key: former, password: NEW }, from())).reason).toBe(
      'account.reset_key',
    )
    await expectUntouched(mine)
    await client.call(passwords.reset, { key: latter, password: NEW }, from())
  })

  it('two at the same moment leave one link that works', async () => {
    const mine = await buildCustomer(server)
    const made = await Promise.all([keyFor(mine), keyFor(mine), keyFor(mine)])
    const valid = await Promise.all(
      made.map(async (key) => (await server.client().call(passwords.checkResetKey, { key }, from())).valid),
    )
    expect(valid.filter(Boolean)).toHaveLength(1)
  })

  it('is limited for one address, and the answer says how long to wait', async () => {
    const change = from()
    const asking = Array.from({ length: 30 }, (_, index) =>
      server.client().call(passwords.remind, { email: `nobody${index}@example.com` }, change),
    )
    await Promise.all(asking)
    const failure = await server.client().fail(passwords.remind, { email: 'nobody@example.com' }, change)
    expect(failure).toMatchObject({ status: 429, reason: 'throttle.wait', data: { seconds: expect.any(Number) } })
    await server.client().call(passwords.remind, { email: 'nobody@example.com' }, from())
  })

  it('limits the emails to one address, and does not say that it has stopped', async () => {
    const mine = await buildCustomer(server)
    const { email } = mine.customer
    const ask = (to = email) => server.client().send(passwords.remind, { email: to }, from())
    for (let times = 0; times < 5; times++) await ask()
    const mails = await mailsTo(email, 5)
    const over = await ask()
    const unknown = await ask('nobody-at-all@example.com')
    expect([over.status, over.body]).toEqual([unknown.status, unknown.body])
    expect(await queuedTo(email)).toBe(0)
    // and the last link that was sent still works
    const [, key = ''] = mails[0]?.text?.match(/resetcode=([\w-]+)/) ?? []
    expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: true })
  })
})

describe('the key in an email', () => {
  it('is stored nowhere once the email was sent', async () => {
    const mine = await buildCustomer(server)
    await server.client().call(passwords.remind, { email: mine.customer.email }, from())
    const [mail] = await mailsTo(mine.customer.email)
    const [, key = ''] = mail?.text?.match(/resetcode=([\w-]+)/) ?? []
    await expect.poll(() => queuedTo(mine.customer.email)).toBe(0)
    const collections = await server.app.db.collections()
    const all = await Promise.all(collections.map((each) => each.find({}).toArray()))
    expect(JSON.stringify(all)).not.toContain(key)
    expect((await keys()).some(({ _id }) => String(_id) === mine.customer._id)).toBe(true)
  })

  it('expires after an hour', async () => {
    const mine = await startTestServer()
    try {
      const { customer, password } = await buildCustomer(mine)
      const key = await makeResetKey(mine.app, mine.provider, customer._id)
      mine.wait(59 * 60_000)
      expect(await mine.client().call(passwords.checkResetKey, { key })).toEqual({ valid: true })
      mine.wait(60_000)
      expect(await mine.client().call(passwords.checkResetKey, { key })).toEqual({ valid: false })
      const failure = await mine.client().fail(passwords.reset, { key, password: NEW })
      expect(failure).toMatchObject({ status: 404, error: 'Sorry, no account connected to this key' })
      await mine.client().call(account.signIn, { email: customer.email, password })
    } finally {
      await mine.close()
    }
  })

  it('[AUT-8] resets once, also when it is used twice at the same moment', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    const tries = ['the first password', 'the second password', 'the third password']
    const answers = await Promise.all(
      tries.map((password) => server.client().send(passwords.reset, { key, password }, from())),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const won = tries[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await canSignIn(mine.customer.email, won)).toBe(true)
    expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: false })
    const again = await server.client().fail(passwords.reset, { key, password: NEW }, from())
    expect(again.reason).toBe('account.reset_key')
    expect(await canSignIn(mine.customer.email, won)).toBe(true)
  })

  it('is not used up by checking it, nor by a refused password', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await server.client().call(passwords.checkResetKey, { key }, from())
    await server.client().fail(passwords.reset, { key, password: '123456' }, from())
    await server.client().call(passwords.reset, { key, password: NEW }, from())
  })

  it('resets only the password of its own customer', async () => {
    const mine = await buildCustomer(server)
    const other = await buildCustomer(server)
    const key = await keyFor(mine)
    await other.client.call(passwords.reset, { key, password: NEW }, from())
    await expectUntouched(other)
    expect(await isSignedIn(mine.client)).toBe(false)
  })

  it('[LOC-3] is unknown at another provider', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    const elsewhere = server.client(server.other)
    expect(await elsewhere.call(passwords.checkResetKey, { key }, from())).toEqual({ valid: false })
    expect((await elsewhere.fail(passwords.reset, { key, password: NEW }, from())).reason).toBe('account.reset_key')
    await expectUntouched(mine)
    await server.client().call(passwords.reset, { key, password: NEW }, from())
  })

  it('[LOC-3] leaves the same person’s account at another provider unchanged', async () => {
    const mine = await buildCustomer(server)
    await createCustomer(server.app, server.other, { ...mine.customer, password: mine.password })
    await server.client().call(passwords.reset, { key: await keyFor(mine), password: NEW }, from())
    expect(await canSignIn(mine.customer.email, mine.password, server.other as Provider)).toBe(true)
  })

  it('[AUT-8] is not valid if it was never sent', async () => {
    for (const key of ['x', 'A'.repeat(43), '%', '🔑'])
      expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: false })
  })

  it('does nothing without x-provider', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    const change = { headers: { ...from().headers, 'x-provider': undefined } }
    const failure = await server.client().fail(passwords.reset, { key, password: NEW }, change)
    expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
    await expectUntouched(mine)
    expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: true })
  })

  it('is void once the account is deleted', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await mine.client.call(profile.delete, { password: mine.password }, from())
    expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: false })
  })

  it.each([
    ['looking at it', passwords.checkResetKey],
    ['using it', passwords.reset],
  ])('cannot be guessed by %s: after twenty wrong ones there is a delay', async (_name, endpoint) => {
    const change = from()
    const mine = await buildCustomer(server)
    const good = await keyFor(mine)
    for (let tried = 0; tried < 25; tried++)
      expect(await server.client().call(passwords.checkResetKey, { key: good }, change)).toEqual({ valid: true })
    for (let tried = 0; tried < 20; tried++) {
      const { status } = await server.client().send(endpoint, { key: `wrong ${tried}`, password: NEW }, change)
      expect(status).toBe(endpoint === passwords.reset ? 404 : 200)
    }
    const failure = await server.client().fail(endpoint, { key: good, password: NEW }, change)
    expect(failure).toMatchObject({ status: 429, reason: 'throttle.wait', data: { seconds: expect.any(Number) } })
    await expectUntouched(mine)
    await server.client().call(passwords.reset, { key: good, password: NEW }, from())
  })
})

describe('a new password set with the key', () => {
  it.each(['', '123456', '  123456  ', '       '])(
    '[AUT-9, API-2] of six characters or fewer is too short: "%s"',
    async (password) => {
      const mine = await buildCustomer(server)
      const failure = await server.client().fail(passwords.reset, { key: await keyFor(mine), password }, from())
      expect(failure).toMatchObject({ status: 400, data: ['password'], fields: { password: "That's too short!" } })
      await expectUntouched(mine)
    },
  )

  it('[AUT-9] is trimmed', async () => {
    const mine = await buildCustomer(server)
    await server.client().call(passwords.reset, { key: await keyFor(mine), password: ' 1234567 ' }, from())
    expect(await canSignIn(mine.customer.email, '1234567')).toBe(true)
  })

  it('ends every session, including an operator’s and that of the person who resets', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    const operator = server.client()
    const link = new URL((await simulationLink(server.app, server.provider, mine.customer.email, 'Kari')) ?? '')
    await operator.fetch(`${link.pathname}?provider=${server.provider.key}`)
    expect(await isSignedIn(operator)).toBe(true)
    await mine.client.call(passwords.reset, { key: await keyFor(mine), password: NEW }, from())
    for (const client of [mine.client, phone, operator])
      expect((await client.fail(profile.devices, {})).reason).toBe('session.required')
  })
})

it('a sign-in with the old password during the reset opens no session', async () => {
  const mine = await buildCustomer(server)
  const key = await keyFor(mine)
  const { email } = mine.customer
  const signedIn: TestClient[] = []
  let isSet = false
  const signIns = Array.from({ length: 6 }, async () => {
    while (!isSet) {
      const client = server.client()
      const { status } = await client.send(account.signIn, { email, password: mine.password }, from())
      if (status === 200) signedIn.push(client)
    }
  })
  await server.client().call(passwords.reset, { key, password: NEW }, from())
  isSet = true
  await Promise.all(signIns)
  expect(await Promise.all(signedIn.map(isSignedIn))).not.toContain(true)
})

describe('changing the password', () => {
  const changed = { password: NEW, reTypePassword: NEW }

  it('[ACC-3, API-1, API-3] keeps this session, ends all others, and notifies the customer', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    expect(await mine.client.call(passwords.changePassword, changed)).toEqual({ status: 'OK' })
    expect([await isSignedIn(mine.client), await isSignedIn(phone)]).toEqual([true, false])
    expect((await phone.fail(profile.devices, {})).reason).toBe('session.required')
    expect([await canSignIn(mine.customer.email, mine.password), await canSignIn(mine.customer.email, NEW)]).toEqual([
      false,
      true,
    ])
    const [mail] = await mailsTo(mine.customer.email)
    expect(mail?.subject).toBe(`Your password at ${server.provider.name} was changed`)
    expect(mail?.text).toContain(server.provider.contactInfo.email)
    expect(mail?.text).not.toContain(NEW)
  })

  it('[ACC-3, API-2] refuses a short password, and two that do not match', async () => {
    const mine = await buildCustomer(server)
    const phone = await onAnotherDevice(mine)
    const wrong = [
      [{ password: '1234', reTypePassword: '1234' }, 'password', 'The password is not long enough'],
      [{ password: '12345', reTypePassword: '12346' }, 'reTypePassword', 'The passwords must match'],
      [{ password: '      ', reTypePassword: '      ' }, 'password', 'A password cannot consist of spaces only'],
    ] as const
    for (const [input, field, text] of wrong)
      expect(await mine.client.fail(passwords.changePassword, input)).toMatchObject({
        status: 400,
        reason: 'input.invalid',
        data: [field],
        fields: { [field]: text },
      })
    await mine.client.fail(passwords.changePassword, { password: NEW })
    await expectUntouched(mine)
    expect(await isSignedIn(phone)).toBe(true)
    await mine.client.call(passwords.changePassword, { password: '12345', reTypePassword: '12345' })
  })

  it('does not change anybody else’s', async () => {
    const other = await buildCustomer(server)
    const { client } = await buildCustomer(server)
    await client.send(passwords.changePassword, { ...changed, uuid: other.customer._id, email: other.customer.email })
    await expectUntouched(other)
  })

  it('[AUT-15] needs a signed-in customer', async () => {
    expect(await server.client().fail(passwords.changePassword, changed)).toMatchObject({
      status: 401,
      reason: 'session.required',
    })
  })

  it('[AUT-11] is not possible for an operator who acts as the customer', async () => {
    const mine = await buildCustomer(server)
    const operator = server.client()
    const link = new URL((await simulationLink(server.app, server.provider, mine.customer.email, 'Kari')) ?? '')
    await operator.fetch(`${link.pathname}?provider=${server.provider.key}`)
    expect(await operator.fail(passwords.changePassword, changed)).toMatchObject({
      status: 403,
      reason: 'session.simulated',
    })
    await expectUntouched(mine)
  })

  it('does nothing without x-provider', async () => {
    const mine = await buildCustomer(server)
    const failure = await mine.client.fail(passwords.changePassword, changed, { headers: { 'x-provider': undefined } })
    expect(failure).toMatchObject({ status: 403, reason: 'provider.missing' })
    await expectUntouched(mine)
  })

  it('[LOC-3] is not possible with a session of another provider', async () => {
    const mine = await buildCustomer(server)
    const elsewhere = server.client(server.other)
    for (const [name, value] of mine.client.cookies)
      elsewhere.cookies.set(name.replace(server.provider.key, server.other.key), value)
    expect((await elsewhere.fail(passwords.changePassword, changed)).reason).toBe('session.required')
    await expectUntouched(mine)
  })

  it('invalidates the link of an email that is on its way', async () => {
    const mine = await buildCustomer(server)
    const key = await keyFor(mine)
    await mine.client.call(passwords.changePassword, changed)
    expect(await server.client().call(passwords.checkResetKey, { key }, from())).toEqual({ valid: false })
  })

  it('is limited to ten times an hour', async () => {
    const mine = await buildCustomer(server)
    for (let done = 0; done < 10; done++) await mine.client.call(passwords.changePassword, changed)
    expect(await mine.client.fail(passwords.changePassword, changed)).toMatchObject({
      status: 429,
      reason: 'throttle.wait',
    })
  })

  it('is stored in a form that nobody can read', async () => {
    const mine = await buildCustomer(server)
    await mine.client.call(passwords.changePassword, changed)
    const stored = await customersOf(server.app, server.provider).findOne({ _id: mine.customer._id })
    expect(stored?.password).toMatch(/^\$argon2id\$/)
  })
})
