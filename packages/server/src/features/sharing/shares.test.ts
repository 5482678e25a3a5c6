import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { reminders } from '@portraitkit/core/reminders/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { sentMails } from '../../testing/sentMails.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { recipientForgetting, sharesOf } from '../access/shares.ts'
import { jobsOf } from '../jobs/collection.ts'
import { grantRights } from '../rights/collection.ts'

const DAY_MS = 24 * 60 * 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let emma: BuiltPictureSet
let noah: BuiltPictureSet
let mother: BuiltCustomer
beforeEach(async () => {
  emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  noah = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah Carter' } })
  const subjects = [emma.subject.uuid, noah.subject.uuid]
  mother = await buildCustomer(server, { subjects, name: 'Jordan Carter', isAddressProved: true })
})

const shareEmma = (change: Parameters<typeof buildShare>[3] = {}) =>
  buildShare(server, mother, [emma.subject.uuid], change)
const open = ({ client }: Pick<BuiltCustomer, 'client'>, code: string) =>
  client.call(access.addPictureSetByCode, { code })
const seenBy = async ({ client }: Pick<BuiltCustomer, 'client'>) =>
  (await client.call(pictureSets.list, {})).pictureSets.map(({ subject }) => subject.name)
const listOf = async ({ client }: BuiltCustomer = mother) => (await client.call(sharing.list, {})).shares
const end = (uuid: string, { client }: BuiltCustomer = mother) => client.call(sharing.end, { uuid })
const stored = (uuid: string) => sharesOf(server.app, server.provider.key).findOne({ _id: uuid })
/** A new customer who has opened the link of a share. */
async function friendWith(token: string): Promise<BuiltCustomer> {
  const friend = await buildCustomer(server)
  await open(friend, token)
  return friend
}
const register = (client: TestClient, code: string, email: string) =>
  client.call(account.create, {
    email,
    code,
    mobile: '(212) 555-0123',
    password: 'sesame-open',
    confirm_password: 'sesame-open',
    acceptmail: false,
    termsofservice: true as const,
  })

describe('the link of a share', () => {
  it('[SHR-1] opens exactly the shared sets, and contains no code', async () => {
    const { token } = await shareEmma()
    // 23 characters to choose from: more than 128 bits
    expect(token).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{36}$/)
    expect(token).not.toContain(emma.code.toUpperCase())
    expect(await seenBy(await friendWith(token))).toEqual(['Emma Carter'])
    expect(await seenBy(await friendWith(token.toLowerCase()))).toEqual(['Emma Carter'])
  })

  it('leads to the code field, filled in', async () => {
    const { token } = await shareEmma()
    const { status, headers } = await server.client().fetch({ path: `/c/${token}?provider=${server.provider.key}` })
    expect([status, headers.location]).toEqual([302, `/enter-code?provider=${server.provider.key}&code=${token}`])
  })

  it('opens the pictures to a visitor who then registers, and to one who signs in', async () => {
    const { token, uuid } = await shareEmma()
    const client = server.client()
    const { data } = await client.call(access.verifySubjectCode, { code: token })
    expect(data?.subjects.map(({ name }) => name)).toEqual(['Emma Carter'])
    client.flow = data?.flow
    await register(client, token, `new-${token.slice(0, 6)}@example.com`.toLowerCase())
    expect(await seenBy({ client })).toEqual(['Emma Carter'])
    const other = await buildCustomer(server)
    const again = server.client()
    const answer = await again.call(access.verifySubjectCode, { code: token })
    again.flow = answer.data?.flow
    await again.call(account.signIn, { email: other.customer.email, password: other.password })
    expect(await seenBy({ client: again })).toEqual(['Emma Carter'])
    await end(uuid)
    expect([await seenBy({ client }), await seenBy({ client: again })]).toEqual([[], []])
  })

  it('that was entered before the end opens nothing to whoever registers or signs in afterwards', async () => {
    const { token, uuid } = await shareEmma()
    const clients = [server.client(), server.client()] as const
    for (const client of clients)
      client.flow = (await client.call(access.verifySubjectCode, { code: token })).data?.flow
    await end(uuid)
    const other = await buildCustomer(server)
    const signIn = { email: other.customer.email, password: other.password }
    await expect(clients[0].call(account.signIn, signIn)).rejects.toThrow('flow.required')
    clients[0].flow = undefined
    await clients[0].call(account.signIn, signIn)
    expect(await seenBy({ client: clients[0] })).toEqual([])
    await expect(register(clients[1], token, 'late@example.com')).rejects.toThrow()
  })

  it('opened by its own customer changes nothing', async () => {
    const { token, uuid } = await shareEmma()
    const answer = await open(mother, token)
    expect(answer.warning?.payload.subject.name).toBe('Emma Carter')
    await end(uuid)
    expect(await seenBy(mother)).toContain('Emma Carter')
    expect((await stored(uuid))?.opened).toBeUndefined()
  })

  it('is not found at another provider', async () => {
    const { token } = await shareEmma()
    const answer = await server.client(server.other).call(access.verifySubjectCode, { code: token })
    expect(answer.valid).toBe(false)
  })

  it('is stored nowhere: neither with the share nor, once it is sent, with the email', async () => {
    const { token, uuid, recipient } = await shareEmma()
    expect((await sentMails(server, recipient))[0]?.text).toContain(`/c/${token}`)
    const mails = await server.app.db.collection('mails').find({ to: recipient }).toArray()
    expect(mails).toHaveLength(1)
    expect(JSON.stringify([await stored(uuid), mails]).toUpperCase()).not.toContain(token)
  })
})

describe('an ended share', () => {
  it('is refused at once for everybody who opened it, and its link opens nothing', async () => {
    const { token, uuid } = await shareEmma()
    const [grandma, uncle] = [await friendWith(token), await friendWith(token)]
    const { pictureSet } = await grandma.client.call(pictureSets.get, { subjectUuid: emma.subject.uuid })
    const picture = pictureSet.pictures[0]?.display['320'] ?? ''
    expect((await grandma.client.fetch({ path: picture })).status).toBe(200)
    expect(await listOf()).toMatchObject([{ uuid, opened: { accounts: 2 } }])
    expect(await end(uuid)).toMatchObject({ shares: [], opened: { accounts: 2 } })
    for (const friend of [grandma, uncle]) {
      expect(await seenBy(friend)).toEqual([])
      expect(await friend.client.fail(pictureSets.get, { subjectUuid: emma.subject.uuid })).toMatchObject({
        status: 404,
        reason: 'picture-sets.unknown',
      })
      expect((await friend.client.call(reminders.list, {})).subjects).toEqual([])
    }
    await expect.poll(async () => (await grandma.client.fetch({ path: picture })).status).toBe(404)
    expect(await open(await buildCustomer(server), token)).toMatchObject({ valid: false })
    expect((await server.client().call(access.verifySubjectCode, { code: token })).valid).toBe(false)
    // the family's own access is untouched
    expect(await seenBy(mother)).toContain('Emma Carter')
  })

  it('can be ended again, which changes nothing', async () => {
    const { uuid } = await shareEmma()
    await end(uuid)
    const before = await stored(uuid)
    server.wait(1000)
    expect(await end(uuid)).toEqual({ shares: [] })
    expect(await stored(uuid)).toEqual(before)
  })

  it('stays ended if the same is shared again: that is another link', async () => {
    const first = await shareEmma()
    const grandma = await friendWith(first.token)
    await end(first.uuid)
    const second = await shareEmma({ recipient: first.recipient })
    expect([second.uuid === first.uuid, second.token === first.token]).toEqual([false, false])
    expect(await seenBy(grandma)).toEqual([])
    await open(grandma, first.token)
    expect(await seenBy(grandma)).toEqual([])
    await open(grandma, second.token)
    expect(await seenBy(grandma)).toEqual(['Emma Carter'])
  })

  it('of another customer is refused like a missing one', async () => {
    const { uuid, token } = await shareEmma()
    const stranger = await friendWith(token)
    const missing = await stranger.client.fail(sharing.end, { uuid: crypto.randomUUID() })
    expect(missing).toMatchObject({ status: 404, reason: 'sharing.unknown' })
    expect(await stranger.client.fail(sharing.end, { uuid })).toEqual(missing)
    expect([await listOf(stranger), (await listOf()).length]).toEqual([[], 1])
    const elsewhere = await buildCustomer(server, { provider: server.other })
    expect(await elsewhere.client.fail(sharing.end, { uuid })).toMatchObject({ reason: 'sharing.unknown' })
  })

  it('lets a recipient see and download what was bought, and nothing else', async () => {
    const { uuid, token } = await shareEmma()
    const grandma = await friendWith(token)
    const { first, favourite } = emma.pictures
    const customer = grandma.customer._id
    await grantRights(server.app, server.provider, { customer, targets: [first.uuid], order: 'an order' })
    await end(uuid)
    const { pictureSets: sets } = await grandma.client.call(pictureSets.list, {})
    expect(sets.map((set) => set.pictures.map((picture) => picture.uuid))).toEqual([[first.uuid]])
    expect(sets[0]).toMatchObject({ isShared: true, job: { isClosed: true } })
    expect((await grandma.client.fetch({ path: sets[0]?.pictures[0]?.display['1600'] ?? '' })).status).toBe(200)
    const { href } = await grandma.client.call(digitalPortraits.ticket, { file: first.uuid })
    expect((await fetch(href)).status).toBe(200)
    expect(await grandma.client.fail(digitalPortraits.ticket, { file: favourite.uuid })).toMatchObject({ status: 404 })
    expect(await grandma.client.fail(digitalPortraits.toggleFile, { file: favourite.uuid })).toMatchObject({
      status: 404,
    })
  })
})

describe('the last day of a share', () => {
  const day = (days: number) => new Date(server.app.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  it('is in 90 days, or the one that was chosen, and is in the email', async () => {
    await shareEmma()
    const [usual] = await listOf()
    expect(usual?.until).toBe(day(90))
    const until = day(10)
    const { recipient } = await shareEmma({ until })
    const [mail] = await sentMails(server, recipient)
    const written = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until))
    expect(mail?.text).toContain(`The link works until ${written}`)
  })

  it('ends what was seen by it: the link, the list, the pictures', async () => {
    const { token } = await shareEmma({ until: day(1) })
    const grandma = await friendWith(token)
    expect(await seenBy(grandma)).toEqual(['Emma Carter'])
    server.wait(3 * DAY_MS)
    const { customer, password } = grandma
    const later = server.client()
    await later.call(account.signIn, { email: customer.email, password })
    await expect.poll(() => seenBy({ client: later })).toEqual([])
    expect((await server.client().call(access.verifySubjectCode, { code: token })).valid).toBe(false)
    expect(await listOf(await signedInAgain(mother))).toEqual([])
  })

  it('is never after the pictures are deleted', async () => {
    const deletion = new Date(`${day(20)}T23:59:59.999Z`)
    await jobsOf(server.app, server.provider.key).updateOne({ uuid: emma.job.uuid }, { $set: { deletion } })
    await shareEmma({ until: day(60) })
    const [share] = await listOf()
    expect(share?.until).toBe(day(19))
  })

  it.each(['2020-01-01', '2026-02-30', 'tomorrow', ''])('is not %j: nothing is shared', async (until) => {
    const answer = await mother.client.call(sharing.share, {
      'email[]': ['friend@example.com'],
      'subjects[]': [emma.subject.uuid],
      until,
    })
    expect(answer).toEqual({ error: 'Please choose a last day between today and a year from now.' })
    expect(await listOf()).toEqual([])
  })

  it('is at most a year away', async () => {
    await expect(shareEmma({ until: day(400) })).rejects.toThrow('Please choose a last day')
  })

  async function signedInAgain({ customer, password }: BuiltCustomer): Promise<BuiltCustomer> {
    const client = server.client()
    await client.call(account.signIn, { email: customer.email, password })
    return { client, customer, password }
  }
})

describe('sharing again', () => {
  it('with the same recipient is the same share and link, with the new last day', async () => {
    const first = await shareEmma()
    server.wait(DAY_MS)
    const until = new Date(server.app.clock().getTime() + 5 * DAY_MS).toISOString().slice(0, 10)
    const second = await shareEmma({ recipient: first.recipient, until })
    expect(second).toEqual(first)
    const shares = await listOf()
    expect(shares.map(({ uuid }) => uuid)).toEqual([first.uuid])
    expect(shares[0]?.until).toBe(until)
    const mails = await server.app.db.collection('mails').countDocuments({ to: first.recipient })
    expect(mails).toBe(2)
  })

  it('at the same moment is one share and one email', async () => {
    const recipient = `twice-${crypto.randomUUID().slice(0, 8)}@example.com`
    const input = { 'email[]': [recipient], 'subjects[]': [emma.subject.uuid] }
    await Promise.all([mother.client.call(sharing.share, input), mother.client.call(sharing.share, input)])
    expect((await listOf()).length).toBe(1)
    expect(await server.app.db.collection('mails').countDocuments({ to: recipient })).toBe(1)
  })
})

describe('who sees pictures by a share', () => {
  it('cannot share them, and is not offered to', async () => {
    const { token } = await shareEmma()
    const grandma = await buildCustomer(server, { isAddressProved: true })
    await open(grandma, token)
    const { pictureSet } = await grandma.client.call(pictureSets.get, { subjectUuid: emma.subject.uuid })
    expect(pictureSet.isShared).toBe(true)
    const input = { 'email[]': ['next@example.com'], 'subjects[]': [emma.subject.uuid] }
    expect(await grandma.client.call(sharing.share, input)).toEqual({
      error: 'These picture sets cannot be shared. Please choose again.',
    })
  })

  it('keeps them after the end with the code of the letter, entered before or after', async () => {
    const { token, uuid } = await shareEmma()
    const [father, aunt] = [await friendWith(token), await buildCustomer(server, { subjects: [emma.subject.uuid] })]
    expect((await open(father, emma.code)).subjects).toHaveLength(1)
    expect((await open(aunt, token)).warning).toBeDefined()
    expect((await father.client.call(pictureSets.get, { subjectUuid: emma.subject.uuid })).pictureSet.isShared).toBe(
      undefined,
    )
    await end(uuid)
    expect([await seenBy(father), await seenBy(aunt)]).toEqual([['Emma Carter'], ['Emma Carter']])
  })

  it('keeps them until the last of several shares has ended', async () => {
    const father = await buildCustomer(server, { subjects: [emma.subject.uuid], isAddressProved: true })
    const [ofMother, ofFather] = [await shareEmma(), await buildShare(server, father, [emma.subject.uuid])]
    const grandma = await friendWith(ofMother.token)
    await open(grandma, ofFather.token)
    await end(ofMother.uuid)
    expect(await seenBy(grandma)).toEqual(['Emma Carter'])
    await end(ofFather.uuid, father)
    expect(await seenBy(grandma)).toEqual([])
  })

  it('loses them with the access of the customer who shared them, for good, bought or not', async () => {
    const { token } = await buildShare(server, mother, [emma.subject.uuid, noah.subject.uuid])
    const grandma = await friendWith(token)
    const right = { customer: grandma.customer._id, targets: [emma.subject.uuid], order: 'an order' }
    await grantRights(server.app, server.provider, right)
    await revokeSubject(server.app, server.provider, mother.customer._id, emma.subject.uuid)
    expect(await seenBy(grandma)).toEqual(['Noah Carter'])
    expect(await grandma.client.fail(digitalPortraits.ticket, { pictureSet: emma.subject.uuid })).toMatchObject({
      status: 404,
    })
    expect((await listOf()).map(({ subjects }) => subjects.map(({ name }) => name))).toEqual([['Noah Carter']])
    server.wait(1000)
    await grantSubjects(server.app, server.provider, mother.customer._id, [emma.subject.uuid])
    expect(await seenBy(grandma)).toEqual(['Noah Carter'])
  })

  it('sees of a job that was archived meanwhile what a customer with a code sees', async () => {
    const { token } = await shareEmma()
    await jobsOf(server.app, server.provider.key).updateOne({ uuid: emma.job.uuid }, { $set: { isArchived: true } })
    await expect
      .poll(
        async () => (await server.client().call(access.verifySubjectCode, { code: token })).data?.subjects[0]?.state,
      )
      .toBe('archived')
    expect(await seenBy(await friendWith(token))).toEqual(['Emma Carter'])
  })
})

describe('the list of shares', () => {
  it('names the recipient, the pictures, the days and whether the link was opened; the newest first', async () => {
    const first = await shareEmma({ recipient: 'grandma@example.com' })
    server.wait(1000)
    await buildShare(server, mother, [emma.subject.uuid, noah.subject.uuid], { recipient: 'uncle@example.com' })
    await friendWith(first.token)
    const shares = await listOf()
    expect(shares.map(({ recipient, subjects }) => [recipient, subjects.map(({ name }) => name)])).toEqual([
      ['uncle@example.com', ['Emma Carter', 'Noah Carter']],
      ['grandma@example.com', ['Emma Carter']],
    ])
    expect(shares[0]).not.toHaveProperty('opened')
    expect(shares[1]?.opened).toMatchObject({ accounts: 1 })
    expect(JSON.stringify(shares)).not.toContain(first.token)
  })

  it('is exported with the account without the token, and deleted with it: that ends the shares, except what was bought', async () => {
    const { token, uuid, recipient } = await shareEmma()
    const grandma = await friendWith(token)
    const targets = [emma.pictures.first.uuid]
    await grantRights(server.app, server.provider, { customer: grandma.customer._id, targets, order: 'an order' })
    const copy = await mother.client.call(profile.export, { password: mother.password })
    const exported = JSON.stringify(copy)
    expect([exported.includes(recipient), exported.includes((await stored(uuid))?.token ?? '?')]).toEqual([true, false])
    await mother.client.call(profile.delete, { password: mother.password })
    expect(await stored(uuid)).toBeNull()
    await expect
      .poll(async () => (await grandma.client.call(pictureSets.list, {})).pictureSets[0]?.pictures.length)
      .toBe(1)
    const { href } = await grandma.client.call(digitalPortraits.ticket, { file: targets[0] as string })
    expect((await fetch(href)).status).toBe(200)
  })

  it('forgets the address of a recipient 90 days after the end, and nothing else', async () => {
    const { uuid } = await shareEmma()
    await end(uuid)
    await recipientForgetting.run(server.app)
    expect(await stored(uuid)).toHaveProperty('recipient')
    server.wait(91 * DAY_MS)
    await recipientForgetting.run(server.app)
    const share = await stored(uuid)
    expect(share).not.toHaveProperty('recipient')
    expect(share).toMatchObject({ sharedBy: mother.customer._id, subjects: [emma.subject.uuid] })
  })
})
