import { access } from '@portraitkit/core/access/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { LANGUAGES } from '../../platform/texts.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { sentMails } from '../../testing/sentMails.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { codesOfSubject, saveCode } from '../access/codes.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { JOB_MAILS_A_DAY, MAILS_A_DAY, SET_MAILS_A_DAY } from './sendShares.ts'
import { senderOf } from './sharedMail.ts'

let server: TestServer
let set: BuiltPictureSet
let second: BuiltPictureSet

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  second = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah <Carter>' } })
})
afterAll(() => server.close())

/** A customer with both sets, named Jordan. */
const aParent = (change: Parameters<typeof buildCustomer>[1] = {}) =>
  buildCustomer(server, {
    subjects: [set.subject.uuid, second.subject.uuid],
    name: 'Jordan Carter',
    isAddressProved: true,
    ...change,
  })
const anAddress = () => `friend-${crypto.randomUUID().slice(0, 8)}@example.com`
const mailsTo = (to: string) => server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
const share = (emails: string[], subjects = [set.subject.uuid]) => ({ 'email[]': emails, 'subjects[]': subjects })

describe('sharing picture sets', () => {
  it('[SHR-1, API-1] sends each recipient a link of their own, which opens the sets to them', async () => {
    const { client } = await aParent()
    const [one, two] = [anAddress(), anAddress()]
    const answer = await client.call(sharing.share, share([one, two], [set.subject.uuid, second.subject.uuid]))
    expect(answer).toEqual({ recipients: [one, two] })
    const links = new Set<string>()
    for (const to of [one, two]) {
      const [mail, ...more] = await sentMails(server, to)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('Pictures of Emma Carter and Noah <Carter> have been shared with you')
      expect(mail?.text).toContain('Jordan Carter would like you to see these pictures.')
      expect(mail?.html).toContain('See the pictures of Emma Carter')
      expect(mail?.html).not.toContain('<Carter>')
      const shop = `http://${server.provider.hosts[0]}:${new URL(server.app.env.publicUrl).port}/c/`
      const link = mail?.text?.split(/\s/).find((word) => word.startsWith(shop)) ?? ''
      links.add(link)
      const friend = await buildCustomer(server)
      await friend.client.call(access.addPictureSetByCode, { code: link.slice(shop.length) })
      const { pictureSets: seen } = await friend.client.call(pictureSets.list, {})
      expect(seen.map((each) => each.subject.uuid).sort()).toEqual([set.subject.uuid, second.subject.uuid].sort())
    }
    expect(links.size).toBe(2)
  })

  it('accepts one recipient and one set as lists too, as in a query string', async () => {
    const { client } = await aParent()
    const to = anAddress()
    const got = await client.fetch({
      path: `/sections/prophoto/ajax/do_tipafriend.php?email[]=${to}&subjects[]=${set.subject.uuid}`,
      headers: { 'x-provider': server.provider.key },
    })
    expect([got.status, got.json()]).toEqual([200, { recipients: [to] }])
  })

  it('writes in the language of the sender', async () => {
    const { client } = await aParent()
    const to = anAddress()
    await client.call(sharing.share, share([to]), { headers: { 'accept-language': 'de' } })
    expect((await mailsTo(to))[0]?.subject).toBe('Bilder von Emma Carter wurden mit Ihnen geteilt')
  })

  it('[SHR-2] drops invalid addresses, and says so if no recipient is left', async () => {
    const { client } = await aParent()
    const to = anAddress()
    const answer = await client.call(sharing.share, share(['', 'nobody@nowhere', ` ${to.toUpperCase()} `, to]))
    expect(answer).toEqual({ recipients: [to] })
    expect(await client.call(sharing.share, share(['', 'nobody']))).toEqual({ error: 'Please add recipients' })
  })

  it('waits until the sender’s own address is confirmed, and says where that is done', async () => {
    const { client } = await aParent({ isAddressProved: false })
    const to = anAddress()
    expect(await client.call(sharing.share, share([to]))).toEqual({
      error: 'Please confirm your address first: your account sends you an email for that.',
    })
    expect(await mailsTo(to)).toEqual([])
  })

  it('[SHR-2] does not share a set of an archived job', async () => {
    const archived = await buildPictureSet(server.app, server.provider, { job: { isArchived: true } })
    const { client } = await aParent({ subjects: [set.subject.uuid, archived.subject.uuid] })
    const to = anAddress()
    const answer = await client.call(sharing.share, share([to], [set.subject.uuid, archived.subject.uuid]))
    expect(answer).toEqual({ error: 'These picture sets cannot be shared. Please choose again.' })
    expect(await mailsTo(to)).toEqual([])
  })

  it('does not share a set whose pictures are not ready', async () => {
    const waiting = await buildPictureSet(server.app, server.provider, { job: { published: false } })
    const { client } = await aParent({ subjects: [set.subject.uuid, waiting.subject.uuid] })
    const to = anAddress()
    const answer = await client.call(sharing.share, share([to], [waiting.subject.uuid]))
    expect(answer).toEqual({ error: 'These picture sets cannot be shared. Please choose again.' })
    expect(await mailsTo(to)).toEqual([])
  })

  it('refuses another customer’s sets like missing ones', async () => {
    const { client } = await aParent({ subjects: [second.subject.uuid] })
    const to = anAddress()
    const others = await client.call(sharing.share, share([to], [second.subject.uuid, set.subject.uuid]))
    const unknown = await client.call(sharing.share, share([to], [crypto.randomUUID()]))
    expect(others).toEqual({ error: 'These picture sets cannot be shared. Please choose again.' })
    expect(unknown).toEqual(others)
    expect(await mailsTo(to)).toEqual([])
  })

  it('[LOC-3] does not find a subject of another provider', async () => {
    const { client } = await buildCustomer(server, { provider: server.other, isAddressProved: true })
    const answer = await client.call(sharing.share, share([anAddress()]))
    expect(answer).toHaveProperty('error')
  })

  it('gives no access to siblings that the sender did not select', async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Mia Carter' } })
    await server.app.db.collection('codes').deleteMany({ subjects: sister.subject.uuid })
    const family = `FAMILY${crypto.randomUUID().slice(0, 6)}`
    await saveCode(server.app, server.provider, { code: family, subjects: [sister.subject.uuid, set.subject.uuid] })
    const { client } = await aParent({ subjects: [sister.subject.uuid, set.subject.uuid] })
    const to = anAddress()
    await client.call(sharing.share, share([to], [sister.subject.uuid]))
    const [mail] = await sentMails(server, to)
    expect(mail?.text).not.toContain(family.toUpperCase())
    const link = mail?.text?.match(/\/c\/(\w+)/)?.[1] ?? ''
    const answer = await server.client().call(access.verifySubjectCode, { code: link })
    expect(answer.data?.subjects.map(({ uuid }) => uuid)).toEqual([sister.subject.uuid])
    // no code was created: it would last
    expect(await codesOfSubject(server.app, server.provider, sister.subject.uuid)).toEqual([family.toUpperCase()])
  })

  it('is one email, however often it is sent', async () => {
    const { client } = await aParent()
    const to = anAddress()
    await client.call(sharing.share, share([to]))
    await client.call(sharing.share, share([to]))
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('limits the emails of a customer per day, and sends all of a call or none', async () => {
    const own = await buildPictureSet(server.app, server.provider)
    const [subjects, others] = [[own.subject.uuid], [second.subject.uuid]]
    const { client } = await aParent({ subjects })
    const many = Array.from({ length: 15 }, anAddress)
    for (let sent = 0; sent + 15 <= MAILS_A_DAY; sent += 15) {
      expect(await client.call(sharing.share, share(many, subjects))).toEqual({ recipients: many })
    }
    const tooMany = Array.from({ length: 15 }, anAddress)
    expect(await client.call(sharing.share, share(tooMany, subjects))).toEqual({
      error: `You can share with ${MAILS_A_DAY} people a day. Please continue tomorrow.`,
    })
    expect(await mailsTo(tooMany[0] ?? '')).toEqual([])
    // refused ones were not counted
    const few = tooMany.slice(0, MAILS_A_DAY % 15)
    expect(await client.call(sharing.share, share(few, subjects))).toEqual({ recipients: few })
    const other = await aParent()
    expect(await other.client.call(sharing.share, share(tooMany, others))).toEqual({ recipients: tooMany })
  })

  it('adds no text of the sender’s to the subject, in any language', async () => {
    const { client } = await aParent({ name: 'You have won 500 dollars' })
    for (const language of LANGUAGES) {
      const to = anAddress()
      await client.call(sharing.share, share([to]), { headers: { 'accept-language': language } })
      const [mail] = await mailsTo(to)
      expect(mail?.subject).toContain('Emma Carter')
      expect(mail?.subject).not.toContain('won')
    }
  })

  it('limits the emails about a set per day, however many customers share it', async () => {
    const shared = await buildPictureSet(server.app, server.provider, { subject: { name: 'Mia Carter' } })
    const other = await buildPictureSet(server.app, server.provider)
    const subjects = [other.subject.uuid, shared.subject.uuid]
    const many = () => Array.from({ length: 20 }, anAddress)
    for (let sent = 0; sent < SET_MAILS_A_DAY; sent += 20) {
      const { client } = await aParent({ subjects })
      const emails = many()
      expect(await client.call(sharing.share, share(emails, [shared.subject.uuid]))).toEqual({ recipients: emails })
    }
    const { client } = await aParent({ subjects })
    const to = anAddress()
    expect(await client.call(sharing.share, share([to], subjects))).toEqual({
      error: 'These picture sets have been shared with many people today. Please continue tomorrow.',
    })
    expect(await mailsTo(to)).toEqual([])
    // refused ones were not counted
    for (const emails of [many(), many()])
      expect(await client.call(sharing.share, share(emails, [other.subject.uuid]))).toEqual({ recipients: emails })
  })

  it('limits the emails about a job per day, whichever of its sets they are about', async () => {
    const first = await buildPictureSet(server.app, server.provider)
    const counters = server.app.db.collection<{ _id: string; count: number; failed: number }>('throttles')
    const jobCounters = async () =>
      (await counters.find({}).toArray()).map(({ _id }) => _id).filter((id) => id.startsWith('share-job '))
    const before = await jobCounters()
    const { client } = await aParent({ subjects: [first.subject.uuid] })
    const emails = [anAddress()]
    expect(await client.call(sharing.share, share(emails, [first.subject.uuid]))).toEqual({ recipients: emails })
    const [ofJob, ...more] = (await jobCounters()).filter((id) => !before.includes(id))
    expect([typeof ofJob, more]).toEqual(['string', []])
    await counters.updateOne({ _id: ofJob ?? '' }, { $set: { count: JOB_MAILS_A_DAY, failed: JOB_MAILS_A_DAY } })
    const sibling = { ...first.subject, uuid: crypto.randomUUID(), key: 'sibling' }
    await subjectsOf(server.app, server.provider.key).insertOne(sibling)
    const other = await aParent({ subjects: [sibling.uuid] })
    expect(await other.client.call(sharing.share, share([anAddress()], [sibling.uuid]))).toEqual({
      error: 'These picture sets have been shared with many people today. Please continue tomorrow.',
    })
  })

  it('[API-2] refuses an invalid list, and lists that are too long', async () => {
    const { client } = await aParent()
    const subjects = [set.subject.uuid]
    const cases: Array<[Record<string, unknown>, string]> = [
      [{ 'subjects[]': subjects }, 'email[]'],
      [{ 'email[]': Array.from({ length: 21 }, anAddress), 'subjects[]': subjects }, 'email[]'],
      [{ 'email[]': [anAddress()] }, 'subjects[]'],
    ]
    for (const [input, field] of cases) {
      const failure = await client.fail(sharing.share, input)
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', data: [field] })
    }
  })

  it('needs a signed-in customer and x-provider, and is not possible for a foreign page', async () => {
    const to = anAddress()
    expect(await server.client().fail(sharing.share, share([to]))).toMatchObject({ reason: 'session.required' })
    const { client } = await aParent()
    const without = { headers: { 'x-provider': undefined } }
    expect(await client.fail(sharing.share, share([to]), without)).toMatchObject({ reason: 'provider.missing' })
    expect(await mailsTo(to)).toEqual([])
  })
})

it('names the sender, unless a mail program would turn the name into a link', () => {
  expect(senderOf(' Jordan J. Carter ', 'a@example.com')).toBe('Jordan J. Carter')
  for (const name of ['', 'win.example.com', 'See http://x', 'a@b'])
    expect(senderOf(name, 'a@example.com')).toBe('a@example.com')
})
