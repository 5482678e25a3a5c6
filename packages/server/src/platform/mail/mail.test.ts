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
import type { App } from '../app.ts'
import { saveProvider } from '../provider/collection.ts'
import type { Mail } from './mail.ts'
import { createMailQueue, type StoredMail } from './queue.ts'
import { backoffMs } from './retries.ts'
import { sendDueMails } from './sender.ts'
import { createMailTransport, type Transport } from './transport.ts'

/** A real mail server that accepts, delays or refuses, as the test sets it. */
function startSmtp() {
  const received: Email[] = []
  const answers: Array<number | 'hang up'> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
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
  return { server, received, answers }
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
  opened = await openApp(testEnv(folder), { clock: () => new Date(Date.now() + ahead) })
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
})

async function queueOne(key: Mail['key'] = `order test ${++count}`): Promise<string> {
  const to = 'Emma <emma@example.com>'
  const texts = { subject: 'Ærlig talt: Überraschung ✓', text: 'Kjære Emma\n.\nHei', html: '<p>Kjære Emma</p>' }
  await createMailQueue(app.db, app.clock).queue({ provider: provider.key, key, to, ...texts })
  return `${provider.key} ${key}`
}

const stored = async (id: string) => app.db.collection<StoredMail>('mails').findOne({ _id: id })
const wait = (ms: number) => {
  ahead += ms
}
const send = () => sendDueMails(app, transport)

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
    const id = await queueOne('order 1')
    await queueOne('order 1')
    expect(await app.db.collection<StoredMail>('mails').countDocuments({ _id: id })).toBe(1)
    await send()
    await queueOne('order 1')
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
    await sendDueMails(app, away)
    away.close()
    expect(await stored(id)).toMatchObject({ tries: 1 })
    wait(backoffMs(1))
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  it('are continued by another process when the sending one has died', async () => {
    const id = await queueOne()
    // A process that claims the email and dies.
    const dead: Transport = { send: () => new Promise(() => {}), close() {} }
    void sendDueMails(app, dead)
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
    await sendDueMails(app, createMailTransport({ smtpUrl: undefined, dataDir }))
    const files = (await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'))
    const newest = files.sort().at(-1) as string
    const mail = await PostalMime.parse(await readFile(join(dataDir, 'outbox', newest)))
    expect(mail.subject).toBe('Ærlig talt: Überraschung ✓')
    expect(mail.text?.trim()).toBe('Kjære Emma\n.\nHei')
  })
})
