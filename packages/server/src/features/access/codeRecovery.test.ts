import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { formatCode } from '@portraitkit/core/jobs/codes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { MAILS_A_DAY } from './codeRecovery.ts'
import { saveCode } from './codes.ts'

let server: TestServer
let addresses = 0
beforeAll(async () => {
  // Sent emails are deleted, and these tests read them: no mail server is reachable while they run.
  server = await startTestServer({ env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => server.close())

const ANSWER =
  'If the photographer has this address on file, an email with the code is on its way to it. Please look in the spam folder too.'
const aContact = () => `parent-${randomUUID().slice(0, 8)}@example.com`
const mailsTo = (to: string) => server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
const aSet = (email: string, change: Parameters<typeof buildPictureSet>[2] = {}) =>
  buildPictureSet(server.app, server.provider, {
    ...change,
    subject: { contact: { email, phone: null }, ...change.subject },
  })

/** Makes each request from an address of its own. */
async function requestRecovery(email: string, headers: Record<string, string> = {}, of = server.provider) {
  const from = `203.0.113.${++addresses}`
  return server.client(of).call(access.recoverCode, { email }, { headers: { 'x-forwarded-for': from, ...headers } })
}

describe('a code that did not arrive', () => {
  it('is sent again to the contact on file: all codes in one email, with their links', async () => {
    const to = aContact()
    const [emma, mia] = [await aSet(to, { subject: { name: 'Emma' } }), await aSet(to, { subject: { name: 'Mia' } })]
    expect(await requestRecovery(` ${to.toUpperCase()} `)).toEqual({ message: ANSWER })
    const [mail, ...more] = await mailsTo(to)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`Your codes (${server.provider.name})`)
    for (const { code, subject } of [emma, mia]) {
      const upper = code.toUpperCase()
      expect(mail?.text).toContain(`See the pictures of ${subject.name}:`)
      expect(mail?.text).toMatch(new RegExp(`http://${server.provider.hosts[0]}:\\d+/c/${upper}\n`))
      expect(mail?.text).toContain(`enter the code ${formatCode(upper)}`)
      expect(mail?.html).toContain(`/c/${upper}"`)
    }
  })

  it('is sent to either guardian', async () => {
    const [mother, father] = [aContact(), aContact()]
    const { code } = await aSet(mother, { subject: { contact: { email: mother, others: [father], phone: null } } })
    for (const email of [mother, father]) {
      await requestRecovery(email)
      expect((await mailsTo(email))[0]?.text).toContain(`/c/${code.toUpperCase()}\n`)
    }
  })

  it('gets the same answer for an unknown address, and no email is sent', async () => {
    const to = aContact()
    expect(await requestRecovery(to)).toEqual({ message: ANSWER })
    expect(await mailsTo(to)).toEqual([])
  })

  it('takes as long for a stranger as for a contact', async () => {
    const to = aContact()
    await aSet(to)
    const time = async (email: string) => {
      const started = performance.now()
      await requestRecovery(email)
      return performance.now() - started
    }
    for (const email of [to, aContact()]) expect(await time(email)).toBeGreaterThanOrEqual(299)
  })

  it('is sent in the language of the request', async () => {
    const to = aContact()
    await aSet(to, { subject: { name: 'Emma' } })
    expect((await requestRecovery(to, { 'accept-language': 'de' })).message).toBe(
      'Wenn diese Adresse beim Fotostudio hinterlegt ist, ist eine E-Mail mit dem Code dorthin unterwegs. Bitte sehen Sie auch im Spam-Ordner nach.',
    )
    expect((await mailsTo(to))[0]).toMatchObject({ text: expect.stringContaining('Bilder von Emma ansehen') })
  })

  it('is one link for a family, and avoids codes that open others if it can', async () => {
    const to = aContact()
    const [emma, mia, friend] = [await aSet(to), await aSet(to), await aSet(aContact())]
    const [both, wide] = [`BOTH${randomUUID().slice(0, 6)}`, `WIDE${randomUUID().slice(0, 6)}`]
    await server.app.db.collection('codes').deleteMany({ subjects: { $in: [emma.subject.uuid, mia.subject.uuid] } })
    await saveCode(server.app, server.provider, { code: wide, subjects: [emma.subject.uuid, friend.subject.uuid] })
    server.wait(1000)
    await saveCode(server.app, server.provider, { code: both, subjects: [emma.subject.uuid, mia.subject.uuid] })
    await requestRecovery(to)
    const [mail] = await mailsTo(to)
    expect(mail?.text.match(/\/c\/\w+/g)).toEqual([`/c/${both.toUpperCase()}`])
    expect(mail?.text).toContain(`${emma.subject.name} and ${mia.subject.name}`)
  })

  it.each([
    ['that is not published', { published: false }],
    ['that is archived', { isArchived: true }],
    ['whose pictures are deleted', { deletion: new Date(0) }],
  ])('is not sent for a job %s', async (_what, job) => {
    const to = aContact()
    await aSet(to, { job })
    await requestRecovery(to)
    expect(await mailsTo(to)).toEqual([])
  })

  it('[LOC-3] is not sent by another provider', async () => {
    const to = aContact()
    await aSet(to)
    await requestRecovery(to, {}, server.other)
    expect(await mailsTo(to)).toEqual([])
  })

  it('is sent a few times a day; after that no email is sent, and the answer does not say so', async () => {
    const to = aContact()
    await aSet(to)
    for (let count = 0; count <= MAILS_A_DAY; count++) {
      server.wait(1000)
      expect(await requestRecovery(to)).toEqual({ message: ANSWER })
    }
    expect(await mailsTo(to)).toHaveLength(MAILS_A_DAY)
    server.wait(24 * 60 * 60_000)
    await requestRecovery(to)
    expect(await mailsTo(to)).toHaveLength(MAILS_A_DAY + 1)
  })

  it('can be requested from one address for a limited number of contacts only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.250' }
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => server.client().send(access.recoverCode, { email: aContact() }, { headers })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { reason: 'throttle.wait', data: { seconds: expect.any(Number) } },
    })
  })

  it('[API-2] an invalid address is refused with its field', async () => {
    for (const input of [{}, { email: 'nobody' }, { email: { $ne: null } }]) {
      const failure = await server.client().fail(access.recoverCode, input)
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: ['email'] })
    }
  })
})
