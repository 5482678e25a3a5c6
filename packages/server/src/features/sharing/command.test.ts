import { access } from '@portraitkit/core/access/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { awaitSecurityEvents, recordSecurityEvent } from '../../platform/security/record.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { sharesCommand } from './command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let set: BuiltPictureSet
let mother: BuiltCustomer
beforeEach(async () => {
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma \u001b[2JCarter' } })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid], isAddressProved: true })
})

/** What the security log says once somebody looks at a picture of the set in full size. */
async function openFullSize({ customer: { _id: customer } }: BuiltCustomer): Promise<void> {
  const { app, provider } = server
  recordSecurityEvent({ app, provider }, { event: 'full-size-view', customer, subject: set.subject.uuid })
  await awaitSecurityEvents(app)
}

const run = (...args: string[]) =>
  runInTerminal(sharesCommand, [...args, '--provider', server.provider.key], server.app)

it('lists what a customer shares, with whom and until when, and nothing that opens pictures', async () => {
  const { uuid, recipient, token } = await buildShare(server, mother, [set.subject.uuid])
  const { code, out } = await run('list', '--customer', mother.customer.email)
  expect(code).toBe(0)
  expect(out).toContain(`${uuid}  open  ${mother.customer.email} -> ${recipient}  Emma  [2JCarter  until `)
  expect(out).toContain('not opened')
  expect(out.toUpperCase()).not.toContain(token)
  const friend = await buildCustomer(server)
  await friend.client.call(access.addPictureSetByCode, { code: token })
  const json = await run('list', '--customer', mother.customer.email, '--json')
  expect(JSON.parse(json.out)).toMatchObject([{ uuid, state: 'open', recipient, opened: { accounts: 1 } }])
  expect((await run('list', '--limit', '1')).out).toContain('1 listed.')
})

it('ends a share, after which its recipient sees nothing, and lists it as ended', async () => {
  const { uuid, token } = await buildShare(server, mother, [set.subject.uuid])
  const friend = await buildCustomer(server)
  await friend.client.call(access.addPictureSetByCode, { code: token })
  expect((await run('end', uuid)).code).toBe(0)
  expect((await friend.client.call(pictureSets.list, {})).pictureSets).toEqual([])
  expect((await mother.client.call(sharing.list, {})).shares).toEqual([])
  expect((await run('list', '--customer', mother.customer.email)).out).toContain(`${uuid}  ended by the shop`)
})

it('reports whom a share that it ends had opened what for, also when it is repeated', async () => {
  const { uuid, token, recipient } = await buildShare(server, mother, [set.subject.uuid])
  expect((await run('list', '--customer', mother.customer.email)).out).toContain('not opened')
  const [friend, other] = [await buildCustomer(server), await buildCustomer(server)]
  for (const { client } of [friend, other]) await client.call(access.addPictureSetByCode, { code: token })
  // What one of them sees by another share does not end.
  const stays = await buildShare(server, mother, [set.subject.uuid])
  await other.client.call(access.addPictureSetByCode, { code: stays.token })
  await openFullSize(friend)
  const { out } = await run('end', uuid)
  const lines = out.split('\n').filter((line) => line.includes('UTC'))
  const of = `set of Emma  [2JCarter ("${set.subject.key}")`
  expect(lines.map((line) => line.slice(line.indexOf('UTC') + 5))).toEqual([
    `share  ${recipient}  ${of}  opened by 2`,
    `account  ${friend.customer.email}  ${of}`,
    `download  ${friend.customer.email}  ${of}  looked at it in full size`,
  ])
  expect((await run('end', uuid)).out).toContain(friend.customer.email)
  expect((await run('list', '--customer', mother.customer.email)).out).toContain(`${uuid}  ended by the shop`)
})

it('says of a share whose link nobody has opened that nobody saw anything by it', async () => {
  const { uuid, recipient } = await buildShare(server, mother, [set.subject.uuid])
  const { out } = await run('end', uuid)
  expect(out).toMatch(new RegExp(`share  ${recipient}  .*  not opened`))
  expect(out).toContain('No account saw them by its link alone.')
})

it('lists one that its customer ended, and one that opens nothing any more', async () => {
  const shares = [
    await buildShare(server, mother, [set.subject.uuid]),
    await buildShare(server, mother, [set.subject.uuid]),
  ]
  await mother.client.call(sharing.end, { uuid: shares[0]?.uuid ?? '' })
  server.wait(400 * 24 * 60 * 60_000)
  const { out } = await run('list', '--customer', mother.customer.email)
  expect(out).toContain(`${shares[0]?.uuid}  ended by the customer`)
  expect(out).toContain(`${shares[1]?.uuid}  over`)
})

it.each([
  [['end'], 2, 'Specify the share by its uuid'],
  [['end', 'all'], 2, 'Specify the share by its uuid'],
  [['end', crypto.randomUUID()], 1, 'has no share'],
  [['list', '--customer', 'nobody@example.com'], 1, 'has no customer with this email address'],
  [['list', '--limit', '0'], 2, '--limit is a whole number'],
  [['list', 'all'], 2, 'Too many arguments'],
  [['start'], 2, 'There is no "shares start"'],
])('refuses %j', async (args, code, text) => {
  const answer = await run(...args)
  expect([answer.code, answer.problem]).toEqual([code, expect.stringContaining(text)])
})

it('does not end a share of another shop', async () => {
  const { uuid } = await buildShare(server, mother, [set.subject.uuid])
  const other = await runInTerminal(sharesCommand, ['end', uuid, '--provider', server.other.key], server.app)
  expect(other.code).toBe(1)
  expect((await mother.client.call(sharing.list, {})).shares).toHaveLength(1)
})

it('does not say that nobody saw what a share showed to an account that was deleted since', async () => {
  const { uuid, token } = await buildShare(server, mother, [set.subject.uuid])
  const friend = await buildCustomer(server)
  await friend.client.call(access.addPictureSetByCode, { code: token })
  await friend.client.call(profile.delete, { password: friend.password })
  const { out } = await run('end', uuid)
  expect(out).toContain('opened by 1')
  expect(out).toContain('No account that is still there saw them by its link alone.')
})
