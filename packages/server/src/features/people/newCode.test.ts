import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { account } from '@portraitkit/core/account/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { sharing } from '@portraitkit/core/sharing/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findDeletions } from '../../platform/deletions/collection.ts'
import { repeatDeletions } from '../../platform/deletions/repeatDeletions.ts'
import type { CallContext } from '../../platform/feature.ts'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltJob, buildJob } from '../../testing/buildJob.ts'
import { buildShare } from '../../testing/buildShare.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOf, codesOfSubjects, saveCode } from '../access/codes.ts'
import { grantsOf } from '../access/grantDocuments.ts'
import { grantOpening } from '../access/grants.ts'
import { findOpening } from '../access/openings.ts'
import { jobsCommand } from '../jobs/command.ts'
import { lettersOf } from '../letters/lettersOf.ts'
import { giveNewCode } from './giveNewCode.ts'

/** Two servers on one database: commands run in one of them, families are customers of the other one. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-new-code-'))
  // Sent emails are deleted, and these tests read them: no mail server is reachable while they run.
  const env = { SECRET: randomBytes(32).toString('hex'), SMTP_URL: 'smtp://127.0.0.1:1' }
  here = await startTestServer({ folder, env })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

let built: BuiltJob
let email: string
let [emma, nils, liam] = ['', '', '']
let [old, liamsCode] = ['', '']
/** Emma and Nils are siblings with one code. */
beforeEach(async () => {
  email = `anna.carter.${randomUUID().slice(0, 8)}@example.com`
  const family = `FAMILY${randomUUID().slice(0, 8)}`
  const children = [
    { name: 'Emma Carter', email, code: family },
    { name: 'Nils Carter', code: family },
    { name: 'Liam Diaz' },
  ]
  built = await buildJob(here.app, here.provider, children, { published: true, hasBeenInWebShop: true })
  ;[emma = '', nils = '', liam = ''] = built.subjects.map(({ uuid }) => uuid)
  ;[old = '', , liamsCode = ''] = built.codes
})

const jobs = (what: string, ...args: string[]) =>
  runInTerminal(jobsCommand, [what, built.job.uuid, ...args, '--provider', here.provider.key], here.app)
const visitor = () => elsewhere.client(here.provider)
const live = async (uuid: string) => (await codesOfSubjects(here.app, here.provider, [uuid])).map(({ code }) => code)
const enter = (client: TestClient, code: string) => client.call(access.verifySubjectCode, { code })
const look = async (client: TestClient, subjectUuid: string) =>
  (await client.send(pictureSets.get, { subjectUuid })).status
const registration = (code: string) => ({
  email: `new-${randomUUID().slice(0, 8)}@example.com`,
  ...{ code, password: 'sesame-open', confirm_password: 'sesame-open', mobile: '(212) 555-0123' },
  ...{ acceptmail: false, termsofservice: true as const },
})
const aSecondLater = () => {
  ahead += 1000
}

describe('the old code', () => {
  it('opens nothing in another server: it is answered as a wrong code, and the new one opens the same children', async () => {
    const customer = await buildCustomer(elsewhere, { provider: here.provider })
    expect(await enter(visitor(), old)).toMatchObject({ valid: true })
    const { out } = await jobs('new-code', 'Emma Carter', '--operator', 'Kim')
    expect(await enter(visitor(), old)).toEqual(await enter(visitor(), 'NOBODYSCODE'))
    expect(await customer.client.call(access.addPictureSetByCode, { code: old })).toEqual(
      await customer.client.call(access.addPictureSetByCode, { code: 'NOBODYSCODE' }),
    )
    const [code = ''] = await live(emma)
    expect(out.replaceAll(/\W/g, '')).toContain(`newcode${code}`)
    expect(out).toContain('Emma Carter and Nils Carter have the new code')
    expect(out).toContain('It opens all of them')
    expect(out).toContain('Letters have to be printed again')
    const { subjects } = (await enter(visitor(), code)) as { data?: { subjects: unknown[] } } & { subjects?: unknown }
    expect(subjects).toBeUndefined()
    expect(await live(nils)).toEqual([code])
    expect(await live(liam)).toEqual([liamsCode])
    const stored = await codesOf(here.app, here.provider).findOne({ 'ended.next': code })
    expect(stored).toMatchObject({ subjects: [], ended: { by: 'Kim', subjects: [emma, nils], at: expect.any(Date) } })
  })

  it('is refused at the next step of an entry that began with it', async () => {
    const flows: TestClient[] = []
    const known = await buildCustomer(elsewhere, { provider: here.provider })
    for (let count = 0; count < 4; count++) {
      const client = visitor()
      const { data } = (await enter(client, old)) as { data: { flow: string } }
      client.flow = data.flow
      flows.push(client)
    }
    const [first, second, third, fourth] = flows as [TestClient, TestClient, TestClient, TestClient]
    await first.call(account.existsByEmail, { email })
    await giveNewCode(here.app, here.provider, built.job, { uuid: emma }, { by: null, endsAccess: false })
    const refused = { status: 401, reason: 'flow.required' }
    expect(await second.fail(account.existsByEmail, { email })).toMatchObject(refused)
    expect(await third.fail(account.create, registration(old))).toMatchObject(refused)
    const [code = ''] = await live(emma)
    expect(await third.fail(account.create, registration(code))).toMatchObject(refused)
    const { password } = known
    expect(await fourth.fail(account.signIn, { email: known.customer.email, password })).toMatchObject(refused)
    expect(await here.app.db.collection('grants').countDocuments({ subject: { $in: [emma, nils] } })).toBe(0)
    // an entry by the new code, or by another one, is not concerned
    for (const good of [code, liamsCode]) {
      const client = visitor()
      const { data } = (await enter(client, good)) as { data: { flow: string } }
      client.flow = data.flow
      await client.call(account.create, registration(good))
    }
  })

  it('is neither in a letter nor in an email that is made afterwards', async () => {
    await jobs('new-code', emma)
    const [code = ''] = await live(emma)
    const letters = await lettersOf(here.app, here.provider, built.job)
    expect(letters.filter(({ name }) => name !== 'Liam Diaz').map((letter) => letter.code)).toEqual([code, code])
    await visitor().call(access.recoverCode, { email })
    const [mail] = await here.app.db.collection<StoredMail>('mails').find({ to: email }).toArray()
    const text = JSON.stringify(mail)
    expect(text).toContain(code)
    expect(text.toUpperCase()).not.toContain(old.toUpperCase())
  })

  it('is never given to anybody again', async () => {
    await jobs('new-code', emma)
    for (const subjects of [[emma, nils], [liam], [randomUUID()]]) {
      await expect(saveCode(here.app, here.provider, { code: old, subjects })).rejects.toThrow('was ended')
    }
    expect(await enter(visitor(), old)).toMatchObject({ valid: false })
  })

  it('stays ended after a restore of a backup in which it was not', async () => {
    const before = await here.app.db.collection('codes').find({ subjects: emma }).toArray()
    await jobs('new-code', emma, '--operator', 'Kim')
    const [code = ''] = await live(emma)
    const deletions = (await findDeletions(here.app, here.provider.key)).filter(({ id }) => id.startsWith(emma))
    await here.app.db.collection('deletions').deleteMany({ id: { $in: deletions.map(({ id }) => id) } })
    await here.app.db.collection('codes').deleteMany({ 'ended.subjects': emma })
    await here.app.db.collection('codes').insertMany(before)
    expect(await enter(visitor(), old)).toMatchObject({ valid: true })
    expect(await repeatDeletions(here.app, deletions)).toEqual({ repeated: 1, withheld: [], unknown: [] })
    expect(await enter(visitor(), old)).toMatchObject({ valid: false })
    expect(await live(emma)).toEqual([code])
  })
})

describe('two operators at once', () => {
  it('end the old code once, and leave exactly one that opens the children', async () => {
    const give = (server: TestServer, uuid: string) =>
      giveNewCode(server.app, here.provider, built.job, { uuid }, { by: null, endsAccess: false })
    const given = await Promise.all([give(here, emma), give(elsewhere, nils), give(here, emma)])
    const codes = await live(emma)
    expect(codes).toHaveLength(1)
    expect(await live(nils)).toEqual(codes)
    const printed = given.flatMap((each) => each.codes.map(({ code }) => code))
    expect(printed).toContain(codes[0])
    expect(await enter(visitor(), old)).toMatchObject({ valid: false })
  })

  it('who were both killed in between leave codes that the next one completes', async () => {
    const reserved = `RESERVED${randomUUID().slice(0, 4).toUpperCase()}`
    await here.app.db.collection('codes').insertOne({
      _id: `${here.provider.key} ${reserved}` as never,
      ...{ provider: here.provider.key, code: reserved, subjects: [], created: here.app.clock() },
    })
    const ended = { at: here.app.clock(), by: null, subjects: [emma, nils], next: reserved }
    await here.app.db.collection('codes').updateOne({ subjects: emma }, { $set: { subjects: [], ended } })
    expect(await live(emma)).toEqual([])
    await jobs('new-code', emma)
    const [code = '', ...more] = await live(emma)
    expect(more).toEqual([])
    expect(await live(nils)).toEqual([code])
  })
})

describe('access that was granted by the old code', () => {
  let mother: BuiltCustomer
  let grandma: TestClient
  beforeEach(async () => {
    mother = await buildCustomer(elsewhere, {
      ...{ provider: here.provider, subjects: [emma, nils, liam], isAddressProved: true },
      email: `mother.${randomUUID().slice(0, 8)}@example.com`,
    })
    const share = await buildShare({ app: elsewhere.app, provider: here.provider }, mother, [emma, liam])
    grandma = (await buildCustomer(elsewhere, { provider: here.provider })).client
    await grandma.call(access.addPictureSetByCode, { code: share.token })
  })

  it('stays, and the command says so', async () => {
    const { out } = await jobs('new-code', 'Emma Carter')
    expect(out).toContain('2 accounts that may see them already still can')
    aSecondLater()
    expect([await look(mother.client, emma), await look(grandma, emma)]).toEqual([200, 200])
  })

  it('is listed first with --end-access, without whole addresses, and nothing is changed without --yes', async () => {
    const { code, out, problem } = await jobs('new-code', 'Emma Carter', '--end-access')
    expect(code).toBe(1)
    expect(problem).toContain('Nothing was changed')
    expect(out).toMatch(/account {2}m…\w@example\.com {2}Emma Carter {2}since/)
    expect(out).toMatch(/account {2}m…\w@example\.com {2}Nils Carter/)
    expect(out).toMatch(/share {2}m…\w@example\.com -> .….*of others, too/)
    const [share] = (await mother.client.call(sharing.list, {})).shares
    expect(share?.until).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(out).toContain(`until ${share?.until}  (of others`)
    expect(out).not.toContain(mother.customer.email)
    expect(await enter(visitor(), old)).toMatchObject({ valid: true })
    aSecondLater()
    expect([await look(mother.client, emma), await look(grandma, emma)]).toEqual([200, 200])
  })

  it('that nobody has is listed as such, and nothing is changed without --yes either', async () => {
    await jobs('new-code', 'Emma Carter', '--end-access', '--yes')
    const [code = ''] = await live(emma)
    const { code: exit, out, problem } = await jobs('new-code', 'Emma Carter', '--end-access')
    expect([exit, out]).toEqual([1, 'Access that would be ended:\nNobody has access.'])
    expect(problem).toContain('Nothing was changed')
    expect(await live(emma)).toEqual([code])
    expect((await jobs('new-code', 'Emma Carter', '--end-access', '--yes')).out).toContain('Nobody has access.')
    expect(await live(emma)).not.toContain(code)
  })

  it('is not given by an entry whose grant is written just after all access was ended', async () => {
    const [{ app }, { provider }] = [elsewhere, here]
    const customer = (await buildCustomer(elsewhere, { provider })).customer._id
    const opening = await findOpening(app, provider, old)
    const ended: unknown[] = []
    const busy = beforeUpdate(app, 'grants', async () => {
      if (ended.length === 0)
        ended.push(await giveNewCode(here.app, provider, built.job, { uuid: emma }, { by: null, endsAccess: true }))
    })
    await expect(grantOpening({ app: busy, provider } as CallContext, customer, opening)).rejects.toThrow(
      'flow.required',
    )
    expect(ended).toEqual([expect.objectContaining({ codes: [expect.anything()] })])
    const open = await grantsOf(app, provider.key).find({ customer, revoked: null }).toArray()
    expect(open).toEqual([])
  })

  it('is ended with --yes within a second, with what was shared; other children stay', async () => {
    expect([await look(mother.client, emma), await look(grandma, emma)]).toEqual([200, 200])
    const { code, out } = await jobs('new-code', 'Emma Carter', '--end-access', '--yes')
    expect([code, out.includes('Access that is ended:')]).toEqual([0, true])
    aSecondLater()
    const seen = async (client: TestClient) => [
      await look(client, emma),
      await look(client, nils),
      await look(client, liam),
    ]
    expect(await seen(mother.client)).toEqual([404, 404, 200])
    expect(await seen(grandma)).toEqual([404, 404, 200])
    const [fresh = ''] = await live(emma)
    await mother.client.call(access.addPictureSetByCode, { code: fresh })
    expect(await seen(mother.client)).toEqual([200, 200, 200])
    // what she shared before stays ended
    expect(await seen(grandma)).toEqual([404, 404, 200])
  })

  it.each([
    [['--yes'], 2, '--yes is an option of --end-access'],
    [['--operator', 'x'.repeat(101)], 2, '--operator is a name'],
  ])('is not touched by %j', async (options, code, sentence) => {
    expect(await jobs('new-code', 'Emma Carter', ...options)).toMatchObject({
      code,
      problem: expect.stringContaining(sentence),
    })
    expect(await enter(visitor(), old)).toMatchObject({ valid: true })
  })
})
