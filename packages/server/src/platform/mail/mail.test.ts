import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenApp, openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { testEnv } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { App } from '../app.ts'
import { saveProvider } from '../provider/collection.ts'
import { mailsCommand } from './command.ts'
import type { Mail } from './mail.ts'
import { createMailQueue, type StoredMail } from './queue.ts'
import { backoffMs } from './retries.ts'
import { sendBulkMails, sendMails } from './sender.ts'
import { createMailTransport, type Transport } from './transport.ts'

/** A real mail server that accepts, delays or refuses, as the test sets it. */
function startSmtp() {
  const received: Email[] = []
  const answers: Array<number | 'hang up'> = []
  const refusals = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const reply = refusals.get(address.toLowerCase())
      done(
        reply === undefined
          ? null
          : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }),
      )
    },
    onData(stream: SMTPServerDataStream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const answer = answers.shift() ?? 250
        if (answer === 250 || answer === 'hang up') received.push(await PostalMime.parse(Buffer.concat(chunks)))
        if (answer === 'hang up') return closeAll()
        done(answer === 250 ? null : Object.assign(new Error('Not now, dear'), { responseCode: answer }))
      })
    },
  })
  function closeAll(): void {
    for (const connection of server.connections) connection.close()
  }
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  return { server, received, answers, refusals }
}

/** Everything except HTTP and the background work: here the test decides which process sends. */
let opened: OpenApp
let app: App
let folder: string
let ahead = 0
const provider = buildProvider()
let smtp: ReturnType<typeof startSmtp>
let transport: Transport
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-mail-'))
  opened = await openApp(testEnv(folder, { BULK_MAILS_PER_MINUTE: '3', LOG_LEVEL: 'silent' }), {
    clock: () => new Date(Date.now() + ahead),
  })
  app = opened.app
  await saveProvider(app, provider)
  smtp = startSmtp()
  if (!smtp.server.server.listening) await once(smtp.server.server, 'listening')
  const { port } = smtp.server.server.address() as AddressInfo
  transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '' })
})
afterAll(async () => {
  transport.close()
  await new Promise<void>((done) => smtp.server.close(done))
  if (opened.database === 'mongodb') await app.db.dropDatabase()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  smtp.received.length = 0
  smtp.answers.length = 0
  smtp.refusals.clear()
})

async function queueOne(
  key: Mail['key'] = `password test ${++count}`,
  to = 'Emma <emma@example.com>',
): Promise<string> {
  const texts = { subject: 'Ærlig talt: Überraschung ✓', text: 'Kjære Emma\n.\nHei', html: '<p>Kjære Emma</p>' }
  await createMailQueue(app.db, app.clock).queue({ provider: provider.key, key, to, ...texts })
  return `${provider.key} ${key}`
}

const stored = async (id: string) => app.db.collection<StoredMail>('mails').findOne({ _id: id })
const wait = (ms: number) => {
  ahead += ms
}
const send = () => sendMails(app, transport, 'urgent')

describe('emails', () => {
  it('arrive complete, once, and in the provider’s name', async () => {
    const id = await queueOne()
    await send()
    await send()
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect(mail?.from).toEqual({ name: provider.name, address: provider.contactInfo.email })
    expect(mail?.to?.[0]?.address).toBe('emma@example.com')
    expect(mail?.subject).toBe('Ærlig talt: Überraschung ✓')
    expect(mail?.text?.trim()).toBe('Kjære Emma\n.\nHei')
    expect(mail?.html?.trim()).toBe('<p>Kjære Emma</p>')
    expect((await stored(id))?.sent).toBeInstanceOf(Date)
  })

  it('are queued once per key, and providers do not share keys', async () => {
    const id = await queueOne('password 1')
    await queueOne('password 1')
    expect(await app.db.collection<StoredMail>('mails').countDocuments({ _id: id })).toBe(1)
    await send()
    await queueOne('password 1')
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  it('are retried with growing waits after a temporary refusal', async () => {
    smtp.answers.push(451, 421)
    const id = await queueOne()
    await send()
    expect(smtp.received).toHaveLength(0)
    expect(await stored(id)).toMatchObject({ tries: 1, problem: expect.stringContaining('Not now') })
    await send()
    expect((await stored(id))?.tries).toBe(1)
    wait(backoffMs(1))
    await send()
    expect(await stored(id)).toMatchObject({ tries: 2 })
    wait(backoffMs(1))
    await send()
    expect((await stored(id))?.tries).toBe(2)
    wait(backoffMs(2))
    await send()
    expect(smtp.received).toHaveLength(1)
    expect((await stored(id))?.due).toBeUndefined()
  })

  it('are given up at once after a final refusal, and the next one goes out', async () => {
    smtp.answers.push(550)
    const id = await queueOne()
    await send()
    wait(24 * 60 * 60_000)
    await queueOne()
    await send()
    expect(await stored(id)).toMatchObject({ tries: 1, refused: expect.any(String) })
    expect(smtp.received).toHaveLength(1)
  })

  it('wait for a mail server that is unreachable', async () => {
    const id = await queueOne()
    const away = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', dataDir: '' })
    await sendMails(app, away, 'urgent')
    away.close()
    expect(await stored(id)).toMatchObject({ tries: 1 })
    wait(backoffMs(1))
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  it('are continued by another process when the sending one has died', async () => {
    const id = await queueOne()
    // A process that claims the email and dies.
    const dead: Transport = { send: () => new Promise(() => {}), close() {}, needsPace: true }
    void sendMails(app, dead, 'urgent')
    await expect.poll(async () => (await stored(id))?.tries).toBe(1)
    await send()
    expect(smtp.received).toHaveLength(0)
    wait(2 * 60_000)
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  it('carry the same id when an attempt was accepted without an answer, so that the receiver sees one email', async () => {
    smtp.answers.push('hang up')
    await queueOne()
    await send()
    wait(backoffMs(1))
    await send()
    expect(smtp.received).toHaveLength(2)
    expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId)
  })

  it('become files in the outbox when there is no mail server', async () => {
    await queueOne()
    const { dataDir } = app.env
    await sendMails(app, createMailTransport({ smtpUrl: undefined, dataDir }), 'urgent')
    const files = (await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'))
    const newest = files.sort().at(-1) as string
    const mail = await PostalMime.parse(await readFile(join(dataDir, 'outbox', newest)))
    expect(mail.subject).toBe('Ærlig talt: Überraschung ✓')
    expect(mail.text?.trim()).toBe('Kjære Emma\n.\nHei')
  })
})

/** A reminder to somebody at this domain. */
const remind = (to: string) => queueOne(`reminder test ${++count}`, to)
const sendBulk = () => sendBulkMails(app, transport)
const recipients = () =>
  smtp.received.flatMap(({ to = [] }) => to.map(({ address = '' }) => address.toLowerCase())).sort()

describe('urgent emails', () => {
  it('do not wait behind ten thousand reminders', async () => {
    const id = await remind('family@example.com')
    const reminder = await stored(id)
    const reminders = Array.from(
      { length: 10_000 },
      (_, index) => ({ ...reminder, _id: `${id} ${index}` }) as StoredMail,
    )
    await app.db.collection<StoredMail>('mails').insertMany(reminders)
    wait(60_000)
    const password = await queueOne(`password test ${++count}`, 'emma@example.com')
    await send()
    expect((await stored(password))?.sent).toBeInstanceOf(Date)
    expect(recipients()).toEqual(['emma@example.com'])
    await app.db.collection<StoredMail>('mails').deleteMany({ bulkDomain: { $exists: true } })
  })

  it('do not wait behind a thousand orders that were marked as sent, and order confirmations do not either', async () => {
    const id = await queueOne(`sent test ${++count}`, 'buyer@example.com')
    const sent = await stored(id)
    const others = Array.from({ length: 999 }, (_, index) => ({ ...sent, _id: `${id} ${index}` }) as StoredMail)
    await app.db.collection<StoredMail>('mails').insertMany(others)
    // queued by the version before, which had no such sorts
    await app.db.collection<StoredMail>('mails').updateOne({ _id: id }, { $unset: { sending: '' } })
    wait(60_000)
    const order = await queueOne(`order test ${++count}`, 'eve@example.com')
    const password = await queueOne(`password test ${++count}`, 'emma@example.com')
    await send()
    expect(recipients()).toEqual(['emma@example.com'])
    expect((await stored(password))?.sent).toBeInstanceOf(Date)
    await sendMails(app, transport, 'prompt')
    expect((await stored(order))?.sent).toBeInstanceOf(Date)
    expect(recipients()).toEqual(['emma@example.com', 'eve@example.com'])
    await sendMails(app, transport, 'ordinary')
    expect((await stored(id))?.sent).toBeInstanceOf(Date)
    expect(recipients().filter((address) => address === 'buyer@example.com')).toHaveLength(100)
    await app.db.collection<StoredMail>('mails').deleteMany({ to: 'buyer@example.com' })
  })

  it('are sent several at a time: one slow mail server does not hold up the others', async () => {
    const slow = Promise.withResolvers<void>()
    const ids = [await queueOne(), await queueOne(), await queueOne()]
    let attempts = 0
    const uneven: Transport = {
      ...transport,
      send: (mail) => (attempts++ === 0 ? slow.promise : transport.send(mail)),
    }
    const sending = sendMails(app, uneven, 'urgent')
    await expect.poll(() => smtp.received.length).toBe(2)
    slow.resolve()
    await sending
    for (const id of ids) expect((await stored(id))?.sent).toBeInstanceOf(Date)
  })

  it('are finished only by the process of the last attempt', async () => {
    const slow = Promise.withResolvers<void>()
    const id = await queueOne()
    const late = sendMails(app, { ...transport, send: () => slow.promise }, 'urgent')
    await expect.poll(async () => (await stored(id))?.tries).toBe(1)
    wait(2 * 60_000)
    const dead: Transport = { ...transport, send: () => new Promise(() => {}) }
    void sendMails(app, dead, 'urgent')
    await expect.poll(async () => (await stored(id))?.tries).toBe(2)
    slow.resolve()
    await late
    expect(await stored(id)).toMatchObject({ tries: 2, due: expect.any(Date) })
    expect((await stored(id))?.sent).toBeUndefined()
    await app.db.collection<StoredMail>('mails').deleteOne({ _id: id })
  })
})

describe('emails to many people', () => {
  it('keep to the pace of each receiving domain, and one domain does not hold up another', async () => {
    for (let person = 1; person <= 5; person++) await remind(`family${person}@busy.example`)
    await remind('family@calm.example')
    await sendBulk()
    await sendBulk()
    const domains = () => recipients().map((address) => address.split('@')[1])
    expect(domains().sort()).toEqual(['busy.example', 'busy.example', 'busy.example', 'calm.example'])
    wait(60_000)
    await sendBulk()
    expect(domains().filter((domain) => domain === 'busy.example')).toHaveLength(5)
  })

  it('need no pace if they become files', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => remind('family@files.example')))
    await sendBulkMails(app, createMailTransport({ smtpUrl: undefined, dataDir: app.env.dataDir }))
    for (const id of ids) expect((await stored(id))?.sent).toBeInstanceOf(Date)
  })
})

describe('an address that a mail server refuses', () => {
  const run = (...argv: string[]) => runInTerminal(mailsCommand, [...argv, '--provider', provider.key], app)
  const refusedBy = async (id: string) => (await stored(id))?.refused

  it('gets no emails to many people any more, until an email to it is accepted', async () => {
    smtp.refusals.set('gone@example.org', '550 5.1.1 No such user')
    const first = await remind('Gone <Gone@example.org>')
    await sendBulk()
    expect(await refusedBy(first)).toContain('No such user')
    smtp.refusals.clear()
    const second = await remind('gone@example.org')
    await sendBulk()
    expect(await refusedBy(second)).toBe('An earlier email to this address was refused')
    expect(recipients()).toEqual([])
    await queueOne(`password test ${++count}`, 'gone@example.org')
    await send()
    await remind('gone@example.org')
    await sendBulk()
    expect(recipients()).toEqual(['gone@example.org', 'gone@example.org'])
  })

  it('is listed, and gets every email again if an operator says so', async () => {
    smtp.refusals.set('left@example.net', '550 5.1.1 No such user')
    await queueOne(undefined, 'left@example.net')
    await send()
    const { out } = await run('bounces')
    expect(out).toMatch(/left@example\.net {2}×1 {2}.*No such user/)
    expect(JSON.parse((await run('bounces', '--json')).out)).toMatchObject([{ address: 'left@example.net', times: 1 }])
    expect((await run('bounces', '--page', '2')).problem).toContain('the last one is page 1')
    expect((await run('allow', 'Left@example.net')).out).toContain('gets every email again')
    expect((await run('allow', 'left@example.net')).code).toBe(1)
    expect((await run('bounces')).out).toContain('0 of 0 addresses')
  })

  it('is tried again after half a year', async () => {
    smtp.refusals.set('half@example.net', '550 5.1.1 No such user')
    await queueOne(undefined, 'half@example.net')
    await send()
    smtp.refusals.clear()
    wait(181 * 24 * 60 * 60_000)
    await remind('half@example.net')
    await sendBulk()
    expect(recipients()).toEqual(['half@example.net'])
  })

  it.each([
    ['a full mailbox', '552 5.2.2 Mailbox full'],
    ['an email that looks like spam', '550 5.7.1 Refused by policy'],
    ['a mailbox that is busy', '451 4.2.1 Try later'],
  ])('is not marked because of %s', async (_case, reply) => {
    smtp.refusals.set('alive@example.net', reply)
    await queueOne(undefined, 'alive@example.net')
    await send()
    expect((await run('bounces')).out).toContain('0 of 0 addresses')
  })
})
