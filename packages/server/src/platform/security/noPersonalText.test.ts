import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { symbols } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { saveCode } from '../../features/access/codes.ts'
import { simulationLink } from '../../features/account/sessions/actAsCustomer.ts'
import { ordersCommand } from '../../features/orders/command.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { fileActions, sellDigitalFiles } from '../../testing/buildFiles.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { securityEventsOf } from './collection.ts'
import { awaitSecurityEvents } from './record.ts'

let server: TestServer
/** Everything on the process's log, line by line. */
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways(), env: { TRUST_PROXY: '1' } })
  vi.spyOn(streamOf(server), 'write').mockImplementation((line) => lines.push(line) > 0)
  server.app.log.level = 'debug'
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})

/** What the log writes to. */
function streamOf({ app }: TestServer): { write: (line: string) => boolean } {
  return (app.log as unknown as Record<symbol, { write: (line: string) => boolean }>)[symbols.streamSym] as never
}

const securityLines = () => lines.map((line) => JSON.parse(line)).filter(({ stream }) => stream === 'security')

/** The names and secrets of people, each unlike any other text that the shop stores. */
const PERSON = {
  email: 'wilhelmina.pemberton@example.com',
  name: 'Wilhelmina Pemberton',
  phone: '+12125550147',
  street: '48 Quillfeather Lane',
  password: 'marmalade-sesame',
  wrongPassword: 'tangerine-sesame',
  wrongEmail: 'nobody.quimby@example.com',
  child: 'Bartholomew Pemberton',
  code: 'QZXWVTNPRK',
  wrongCode: 'KRPNTVWXZQ',
  operator: 'Thorvald Nordlund',
  browser: 'Sesamebrowser/77',
  ip: '203.0.113.77',
  ip6: '2001:db8:1:2:3:4:5:6',
}
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip, 'user-agent': PERSON.browser } })
const here = from(PERSON.ip)

/** Registers with a code, orders a file, downloads it, and has it refunded; others guess, and an operator looks in. */
async function live() {
  const { app, provider } = server
  const set = await buildPictureSet(app, provider, { subject: { name: PERSON.child } })
  await saveCode(app, provider, { code: PERSON.code, subjects: [set.subject.uuid] })
  await sellDigitalFiles(app, provider)
  const client = server.client()
  const entered = await client.call(access.verifySubjectCode, { code: PERSON.code }, here)
  client.flow = entered.data?.flow
  const { email, password, wrongPassword } = PERSON
  const registration = { email, password, confirm_password: password, code: PERSON.code, mobile: PERSON.phone }
  await client.call(account.create, { ...registration, acceptmail: true, termsofservice: true }, here)
  const address = {
    name: PERSON.name,
    mobile: PERSON.phone,
    address: PERSON.street,
    postal_code: '10001',
    city: 'Here',
  }
  await client.call(profile.update, address, here)
  await guess()
  await client.call(passwords.remind, { email }, here)

  await fileActions({ client }).file(set.pictures.first.uuid)
  const { ordering } = await prepareOrder({ client, provider }, 'invoice', {
    deliveryOptionData: { contactInfo: { name: PERSON.name, emailAddress: email } },
  })
  const { order } = await client.call(checkout.transaction, ordering, here)
  const { href } = await client.call(digitalPortraits.ticket, { file: set.pictures.first.uuid }, here)
  expect((await client.fetch({ path: href, headers: here.headers })).status).toBe(200)
  const refunded = await runInTerminal(ordersCommand, ['refund', order.uuid, '--provider', provider.key], app)
  expect(refunded.code).toBe(0)

  const operator = server.client()
  const link = new URL((await simulationLink(app, provider, email, PERSON.operator)) ?? '')
  await operator.fetch({ path: `${link.pathname}?provider=${provider.key}`, headers: from(PERSON.ip6).headers })
  await operator.call(account.signOut, {}, from(PERSON.ip6))
  await client.fail(profile.export, { password: wrongPassword }, here)
  await client.call(profile.export, { password }, here)
  await client.call(profile.delete, { password }, here)
}

/** Wrong passwords and codes up to the limits, from both networks. */
async function guess() {
  const { email, wrongEmail, wrongPassword, wrongCode } = PERSON
  for (const sender of [here, from(PERSON.ip6)]) {
    const client = server.client()
    for (let tries = 0; tries < 12; tries++) {
      await client.fail(account.signIn, { email, password: wrongPassword }, sender)
      await client.send(access.verifySubjectCode, { code: `${wrongCode}${tries}` }, sender)
    }
    await client.fail(account.signIn, { email: wrongEmail, password: wrongPassword }, sender)
    await client.send(passwords.reset, { key: randomUUID(), password: wrongPassword }, sender)
  }
}

it('writes no personal text and no whole address, in the collection or on any line of the log', async () => {
  await live()
  await awaitSecurityEvents(server.app)
  const records = await securityEventsOf(server.app).find({ provider: server.provider.key }).toArray()
  const events = new Set(records.map(({ event }) => event))
  for (const event of ['account-created', 'sign-in-failed', 'throttled', 'right-granted', 'download', 'refund'])
    expect(events).toContain(event)

  const written = [JSON.stringify(records), ...lines].join('\n').toLowerCase()
  const texts = Object.values(PERSON).flatMap((text) => [text, ...text.split(/[@ ]/).filter((word) => word.length > 6)])
  expect(texts.filter((text) => written.includes(text.toLowerCase()))).toEqual([])
  expect(new Set(records.flatMap(({ address }) => address ?? []))).toEqual(new Set(['203.0.113.0', '2001:db8:1::']))
})

it('writes each of them as a line of a stream of its own', async () => {
  const records = await securityEventsOf(server.app).find({ provider: server.provider.key }).toArray()
  const [created] = records.filter(({ event }) => event === 'account-created')
  expect(securityLines().filter(({ event }) => event === 'account-created')).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      process: process.pid,
      stream: 'security',
      msg: 'security event',
      event: 'account-created',
      provider: server.provider.key,
      address: '203.0.113.0',
      request: created?.request,
      customer: created?.customer,
    },
  ])
  const failed = securityLines().filter(({ event }) => event === 'sign-in-failed')
  const counted = records.filter(({ event }) => event === 'sign-in-failed').map(({ count = 0 }) => count)
  expect(failed).toHaveLength(counted.reduce((sum, count) => sum + count, 0))
})

it('writes no line if the log is silent, and still keeps the record', async () => {
  const silent = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  const write = vi.spyOn(streamOf(silent), 'write')
  await silent.client().call(access.verifySubjectCode, { code: PERSON.wrongCode })
  await awaitSecurityEvents(silent.app)
  expect(await securityEventsOf(silent.app).countDocuments({ event: 'code-wrong' })).toBe(1)
  expect(write).not.toHaveBeenCalled()
  await silent.close()
})
