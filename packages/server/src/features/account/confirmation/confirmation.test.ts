import { join } from 'node:path'
import { confirmations } from '@portraitkit/core/account/confirmation/confirmationContract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../../platform/mail/queue.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import { mailsIn } from '../../../testing/buildMailServer.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { customersOf } from '../collection.ts'
import { CONFIRMED_MS, sessionsOf } from '../sessions/sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NEW = { password: 'another secret', reTypePassword: 'another secret' }
/** What an intruder at an unattended device must not be able to do. */
const protectedCalls = [
  ['changing the password', (client: TestClient) => client.send(passwords.changePassword, NEW)],
  ['the export', (client: TestClient) => client.send(profile.export, {})],
  ['the deletion', (client: TestClient) => client.send(profile.delete, {})],
] as const
const exportStatus = async (client: TestClient) => (await client.send(profile.export, {})).status

async function aSessionOfYesterday(): Promise<BuiltCustomer> {
  const mine = await buildCustomer(server)
  server.wait(CONFIRMED_MS + 1000)
  return mine
}

/** The emails with codes that were sent to the customer. */
async function codeMails({ customer }: BuiltCustomer): Promise<Email[]> {
  const mails = await mailsIn(join(server.app.env.dataDir, 'outbox')).catch(() => [])
  return mails.filter(({ to, text }) => to?.[0]?.address === customer.email && codeIn(text) !== '')
}
const codeIn = (text = '') => /\b(\d{3}) (\d{3})\./.exec(text)?.slice(1).join('') ?? ''

/** Requests a code and reads it from the email. */
async function requestCode(mine: BuiltCustomer): Promise<string> {
  const before = (await codeMails(mine)).map(({ messageId }) => messageId)
  await mine.client.call(confirmations.sendConfirmationCode, {})
  const latest = async () => (await codeMails(mine)).find(({ messageId }) => !before.includes(messageId))
  await expect.poll(latest, { timeout: 30_000 }).toBeDefined()
  return codeIn((await latest())?.text)
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(protectedCalls)('%s', (_name, send) => {
  it('is possible for a quarter of an hour after the sign-in, and then needs a confirmation', async () => {
    const mine = await buildCustomer(server)
    server.wait(CONFIRMED_MS - 60_000)
    const late = await buildCustomer(server)
    server.wait(60_000 + 1000)
    expect((await send(late.client)).status).toBe(200)
    const refused = await send(mine.client)
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ reason: 'account.confirm' })])
    // nothing happened
    await server.client().call(account.signIn, { email: mine.customer.email, password: mine.password })
    await mine.client.call(confirmations.confirm, { password: mine.password })
    server.wait(CONFIRMED_MS - 60_000)
    expect((await send(mine.client)).status).toBe(200)
  })

  it('is possible after a code by email, only in the session that requested it', async () => {
    const mine = await aSessionOfYesterday()
    const { email } = mine.customer
    const phone = server.client()
    await phone.call(account.signIn, { email, password: mine.password })
    server.wait(CONFIRMED_MS + 1000)
    const code = await requestCode(mine)
    expect(await phone.fail(confirmations.confirmByCode, { code })).toMatchObject({
      status: 410,
      reason: 'account.confirmation_code_ended',
    })
    await mine.client.call(confirmations.confirmByCode, { code })
    expect((await send(phone)).status).toBe(403)
    expect((await send(mine.client)).status).toBe(200)
  })
})

describe('the password', () => {
  it('sent with the export counts as a confirmation for what follows', async () => {
    const mine = await aSessionOfYesterday()
    const failure = await mine.client.fail(profile.export, { password: 'not it' })
    expect(failure).toMatchObject({ status: 403, reason: 'account.password' })
    expect(await exportStatus(mine.client)).toBe(403)
    await mine.client.call(profile.export, { password: mine.password })
    await mine.client.call(passwords.changePassword, NEW)
  })

  it('that is wrong confirms nothing, and cannot be guessed', async () => {
    const mine = await aSessionOfYesterday()
    for (let tried = 0; tried < 10; tried++) {
      const failure = await mine.client.fail(confirmations.confirm, { password: `wrong ${tried}` })
      expect(failure).toMatchObject({ status: 403, reason: 'account.password' })
    }
    const waiting = await mine.client.fail(confirmations.confirm, { password: mine.password })
    expect(waiting).toMatchObject({ status: 429, reason: 'throttle.wait' })
    expect(await exportStatus(mine.client)).toBe(403)
  })

  it('confirms a session that was opened before confirmations were recorded', async () => {
    const mine = await buildCustomer(server)
    const sessions = sessionsOf(server.app, server.provider)
    await sessions.updateMany({ 'customer.uuid': mine.customer._id }, { $unset: { confirmed: '' } })
    expect(await exportStatus(mine.client)).toBe(200)
    server.wait(CONFIRMED_MS + 1000)
    expect(await exportStatus(mine.client)).toBe(403)
    await mine.client.call(confirmations.confirm, { password: mine.password })
    expect(await exportStatus(mine.client)).toBe(200)
  })
})

describe('a code by email', () => {
  it('has six digits, is written in the customer’s language, and is stored nowhere in plain text', async () => {
    const mine = await buildCustomer(server, { language: 'de' })
    const code = await requestCode(mine)
    expect(code).toMatch(/^\d{6}$/)
    const [stored, ...more] = await server.app.db
      .collection('confirmationCodes')
      .find({ customer: mine.customer._id })
      .toArray()
    expect([JSON.stringify(stored).includes(code), more]).toEqual([false, []])
    const [mail] = await codeMails(mine)
    expect(mail?.subject).toBe(`Ihr Code für ${server.provider.name}`)
    const sent = () => server.app.db.collection<StoredMail>('mails').findOne({ to: mine.customer.email })
    await expect.poll(async () => (await sent())?.sent, { timeout: 30_000 }).toBeInstanceOf(Date)
    expect(JSON.stringify(await sent())).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  })

  it('works once', async () => {
    const mine = await aSessionOfYesterday()
    const code = await requestCode(mine)
    await mine.client.call(confirmations.confirmByCode, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    server.wait(1000)
    expect((await mine.client.fail(confirmations.confirmByCode, { code })).reason).toBe(
      'account.confirmation_code_ended',
    )
  })

  it('works for ten minutes, and until the next one is sent', async () => {
    const mine = await aSessionOfYesterday()
    const first = await requestCode(mine)
    const second = await requestCode(mine)
    if (first !== second) await mine.client.fail(confirmations.confirmByCode, { code: first })
    server.wait(10 * 60_000)
    expect((await mine.client.fail(confirmations.confirmByCode, { code: second })).status).toBe(410)
    expect(await exportStatus(mine.client)).toBe(403)
    await mine.client.call(confirmations.confirmByCode, { code: await requestCode(mine) })
  })

  it('ends with the fifth wrong attempt, however many are made at once', async () => {
    const mine = await aSessionOfYesterday()
    const code = await requestCode(mine)
    const tries = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => mine.client.send(confirmations.confirmByCode, { code: wrong(code) })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 410, 410])
    expect((await mine.client.fail(confirmations.confirmByCode, { code })).status).toBe(410)
    expect(await exportStatus(mine.client)).toBe(403)
  })

  it('cannot be guessed with new codes: ten wrong ones an hour, and five emails', async () => {
    const mine = await aSessionOfYesterday()
    for (let round = 0; round < 3; round++) {
      const code = await requestCode(mine)
      for (let tried = 0; tried < 4; tried++) {
        const { status } = await mine.client.send(confirmations.confirmByCode, { code: wrong(code) })
        expect(status).toBe(round * 4 + tried < 10 ? 403 : 429)
      }
    }
    for (let more = 0; more < 2; more++) await requestCode(mine)
    expect(await mine.client.fail(confirmations.sendConfirmationCode, {})).toMatchObject({
      status: 429,
      reason: 'throttle.wait',
    })
    expect(await codeMails(mine)).toHaveLength(5)
  })

  it('is valid for its customer only', async () => {
    const [mine, other] = [await buildCustomer(server), await buildCustomer(server)]
    server.wait(CONFIRMED_MS + 1000)
    const code = await requestCode(mine)
    if ((await requestCode(other)) !== code)
      expect((await other.client.fail(confirmations.confirmByCode, { code })).status).toBe(403)
    expect(await exportStatus(other.client)).toBe(403)
  })

  it('is deleted with the account', async () => {
    const mine = await buildCustomer(server)
    await requestCode(mine)
    await mine.client.call(profile.delete, { password: mine.password })
    expect(await customersOf(server.app, server.provider).count({ _id: mine.customer._id })).toBe(0)
    const left = server.app.db.collection('confirmationCodes').countDocuments({ customer: mine.customer._id })
    expect(await left).toBe(0)
  })
})
