import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { digitalPortraits } from '@portraitkit/core/digital-portraits/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { saveCode } from '../access/codes.ts'
import { revokeSubject } from '../access/grants.ts'
import { forgetDeliveredJobs, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { restoreSubject } from '../jobs/subjects/withdrawSubject.ts'
import { grantRights } from '../rights/collection.ts'

/** Two servers on one database: commands run in one of them, families are customers of the other one. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-merge-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
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

/** Anna is in the job twice: her mother has the one letter, her father the other one. Bo is a friend. */
let set: BuiltPictureSet
let again: Subject
let againCode: string
let bo: Subject
let picture: DeliveredPicture
let mother: BuiltCustomer
let father: BuiltCustomer
let boMother: BuiltCustomer
beforeEach(async () => {
  const { app, provider } = here
  set = await buildPictureSet(app, provider, { subject: { name: 'Anna Berg', key: '12' } })
  again = await member({ key: '12b', name: 'Anna Bergg', group: '4B', contact: contactOf('father@example.com') })
  bo = await member({ key: '7', name: 'Bo Lind', group: '4B', contact: contactOf(null) })
  picture = await ownedBy('anna.jpg', [again])
  await ownedBy('anna-bo.jpg', [again, bo])
  againCode = await codeOf([again.uuid])
  const mayShare = { isAddressProved: true }
  mother = await buildCustomer(elsewhere, { provider, subjects: [set.subject.uuid], ...mayShare })
  father = await buildCustomer(elsewhere, { provider, subjects: [again.uuid], ...mayShare })
  boMother = await buildCustomer(elsewhere, { provider, subjects: [bo.uuid] })
})

const contactOf = (email: string | null) => ({ email, phone: null })

async function member(fields: Pick<Subject, 'key' | 'name' | 'group' | 'contact'>): Promise<Subject> {
  const subject = { provider: here.provider.key, uuid: randomUUID(), jobUuid: set.job.uuid, ...fields }
  await subjectsOf(here.app, here.provider.key).insertOne(subject)
  return subject
}

async function ownedBy(fileName: string, owners: readonly Subject[]): Promise<DeliveredPicture> {
  const built = await buildPicture(here.app, here.provider, { fileName })
  const subjects = owners.map(({ uuid }) => ({ uuid, isCover: false }))
  const stored = aStoredPicture(set.subject, built, { to: 'subjects', subjects })
  await picturesOf(here.app, here.provider.key).insertOne(stored)
  forgetDeliveredJobs(here.app)
  return built
}

async function codeOf(subjects: string[]): Promise<string> {
  const code = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(here.app, here.provider, { code, subjects })
  return code
}

const jobs = (what: string, ...args: string[]) =>
  runInTerminal(jobsCommand, [what, set.job.uuid, ...args, '--provider', here.provider.key], here.app)
const merge = () => jobs('merge', '12', '12b', '--operator', 'Kim', '--yes')
const stored = (uuid: string) => subjectsOf(here.app, here.provider.key).findOne({ uuid })
const aSecondLater = () => {
  ahead += 1000
}

/** What somebody sees of a person, by the names of the files; null if nothing. */
async function look({ client }: { client: TestClient }, { uuid }: Pick<Subject, 'uuid'>): Promise<string[] | null> {
  const { status, body } = await client.send(pictureSets.get, { subjectUuid: uuid })
  if (status !== 200) return null
  const { pictureSet } = body as { pictureSet: { pictures: { uuid: string }[] } }
  const uuids = pictureSet.pictures.map((each) => each.uuid)
  const stored = await picturesOf(here.app, here.provider.key)
    .find({ uuid: { $in: uuids } })
    .toArray()
  return stored.map(({ fileName }) => fileName).sort()
}

const OWN = ['1.jpg', '2.jpg', 'group.jpg']
const OTHERS = ['anna-bo.jpg', 'anna.jpg', 'group.jpg']
const ALL = [...new Set([...OWN, ...OTHERS])].sort()

/** Whoever enters a code now, and what they see by it. */
async function enter(code: string): Promise<string[]> {
  const guest = await buildCustomer(elsewhere, { provider: here.provider })
  const answer = await guest.client.call(access.addPictureSetByCode, { code, requestId: randomUUID() })
  return answer.subjects?.map(({ uuid }) => uuid) ?? []
}

describe('two who are one person', () => {
  it('have one set, which every letter and account of either opens within a second in another server; undo separates them', async () => {
    const { out } = await merge()
    expect(out).toContain('Anna Bergg ("12b") is Anna Berg ("12") now: 2 pictures are theirs')
    expect(out).toContain('Both codes open the same now')
    aSecondLater()
    for (const parent of [mother, father]) {
      expect(await look(parent, set.subject)).toEqual(ALL)
      expect(await look(parent, again)).toBeNull()
    }
    expect(await look(boMother, bo)).toEqual(['anna-bo.jpg', 'group.jpg'])
    expect(await look(boMother, set.subject)).toBeNull()
    for (const code of [set.code, againCode]) expect(await enter(code)).toEqual([set.subject.uuid])
    expect((await jobs('history')).out).toMatch(/1 {2}\S+ \S+ UTC {2}merge {2}Anna Bergg is Anna Berg {2}Kim/)

    const undone = await jobs('undo', '1')
    expect([undone.problem, undone.out]).toEqual(['', expect.stringContaining('Number 1 is undone')])
    aSecondLater()
    expect(await look(mother, set.subject)).toEqual(OWN)
    expect(await look(mother, again)).toBeNull()
    expect(await look(father, again)).toEqual(OTHERS)
    expect(await look(father, set.subject)).toBeNull()
    expect(await look(boMother, bo)).toEqual(['anna-bo.jpg', 'group.jpg'])
    expect(await enter(set.code)).toEqual([set.subject.uuid])
    expect(await enter(againCode)).toEqual([again.uuid])
    expect((await jobs('undo', '2')).problem).toContain('"jobs merge" makes them one again')
    await merge()
    aSecondLater()
    expect(await look(father, set.subject)).toEqual(ALL)
  })

  it('keep a code with a sister, which opens both again after an undo', async () => {
    const sisters = await codeOf([again.uuid, bo.uuid])
    const both = await codeOf([set.subject.uuid, again.uuid])
    await merge()
    expect(await enter(sisters)).toEqual([set.subject.uuid, bo.uuid])
    expect(await enter(both)).toEqual([set.subject.uuid])
    await jobs('undo', '1')
    aSecondLater()
    expect(await enter(sisters)).toEqual([again.uuid, bo.uuid])
    expect((await enter(both)).sort()).toEqual([set.subject.uuid, again.uuid].sort())
  })

  it('give nothing back to somebody whose access was ended', async () => {
    const { app, provider } = here
    await revokeSubject(app, provider, mother.customer._id, set.subject.uuid)
    const uncle = await buildCustomer(elsewhere, { provider, subjects: [set.subject.uuid, again.uuid] })
    await revokeSubject(app, provider, uncle.customer._id, set.subject.uuid)
    const stranger = await buildCustomer(elsewhere, { provider, subjects: [again.uuid] })
    await revokeSubject(app, provider, stranger.customer._id, again.uuid)
    await merge()
    aSecondLater()
    expect(await look(mother, set.subject)).toBeNull()
    expect(await look(uncle, set.subject)).toBeNull()
    expect(await look(stranger, set.subject)).toBeNull()
  })

  it('are shared as the one was shared, until the share or the access behind it ends', async () => {
    const { recipient, token } = await buildShare({ app: elsewhere.app, provider: here.provider }, father, [again.uuid])
    const aunt = await buildCustomer(elsewhere, { provider: here.provider, email: recipient })
    await aunt.client.call(access.addPictureSetByCode, { code: token, requestId: randomUUID() })
    expect(await look(aunt, again)).toEqual(OTHERS)
    await merge()
    aSecondLater()
    expect(await look(aunt, set.subject)).toEqual(ALL)
    await revokeSubject(here.app, here.provider, father.customer._id, set.subject.uuid)
    aSecondLater()
    expect(await look(aunt, set.subject)).toBeNull()
  })

  it('are lasting for whoever had the one by a letter and the other by a share, and as before after an undo', async () => {
    const share = await buildShare({ app: elsewhere.app, provider: here.provider }, mother, [set.subject.uuid], {
      recipient: father.customer.email,
    })
    await father.client.call(access.addPictureSetByCode, { code: share.token, requestId: randomUUID() })
    const mayShare = async () =>
      (await elsewhere.app.db.collection('grants').find({ customer: father.customer._id }).toArray())
        .filter(({ subject, source }) => subject === set.subject.uuid && source !== 'share')
        .map(({ revoked }) => revoked)
    expect(await mayShare()).toEqual([])
    await merge()
    expect(await mayShare()).toEqual([null])
    await jobs('undo', '1')
    aSecondLater()
    expect(await mayShare()).toEqual([])
    expect(await look(father, set.subject)).toEqual(OWN)
  })

  it('can be downloaded by whoever has bought the set of one, and an address shown before still loads', async () => {
    const { app, provider } = here
    const order = randomUUID()
    await grantRights(app, provider, { customer: father.customer._id, targets: [again.uuid], order })
    const { pictureSet } = await father.client.call(pictureSets.get, { subjectUuid: again.uuid })
    const address = pictureSet.pictures.find(({ uuid }) => uuid === picture.uuid)?.display['320'] ?? ''
    const load = async () => (await father.client.fetch({ path: address })).status
    const download = async () => (await father.client.send(digitalPortraits.ticket, { file: picture.uuid })).status
    expect([await load(), await download()]).toEqual([200, 200])
    await merge()
    aSecondLater()
    expect([await load(), await download()]).toEqual([200, 200])
    await revokeSubject(app, provider, father.customer._id, set.subject.uuid)
    aSecondLater()
    expect([await load(), await download()]).toEqual([404, 404])
  })

  it('have the addresses of both, and a “no” of either; both as before after an undo', async () => {
    await jobs('consent', '12b', 'class-picture', 'no')
    await jobs('consent', '12b', 'yearbook', 'yes')
    await jobs('consent', '12', 'yearbook', 'no')
    await jobs('consent', '12b', 'show-in-public', 'no')
    await jobs('consent', '12', 'show-in-public', 'yes')
    const before = await stored(set.subject.uuid)
    await merge()
    const after = await stored(set.subject.uuid)
    expect(after).toMatchObject({
      contact: { email: set.subject.contact.email, others: ['father@example.com'] },
      consent: { 'class-picture': { answer: 'no' }, yearbook: { answer: 'no' }, 'show-in-public': { answer: 'no' } },
    })
    aSecondLater()
    expect(await look(mother, set.subject)).toEqual(['1.jpg', '2.jpg', 'anna.jpg'])
    expect(await look(boMother, bo)).toEqual([])
    await jobs('undo', '6')
    expect(await stored(set.subject.uuid)).toEqual(before)
  })

  it('are one in lists, letters and commands, whichever key is named', async () => {
    await merge()
    expect((await jobs('withdraw', '12b')).out).toContain('Anna Berg is withdrawn')
    aSecondLater()
    expect(await look(father, set.subject)).toBeNull()
    expect((await jobs('restore', '12b')).out).toContain('Anna Berg is shown again')
    aSecondLater()
    expect(await look(boMother, bo)).toEqual(['anna-bo.jpg', 'group.jpg'])
    expect((await jobs('rename', 'Anna Bergg', 'Anna B')).out).toContain('Anna Berg is now named Anna B')
    expect(await merge()).toMatchObject({ code: 0, out: expect.stringContaining('0 pictures') })
    expect((await stored(again.uuid))?.withdrawn).toBeTruthy()
    expect((await jobs('delete-subject', '12b', '--yes')).out).toContain('Anna B (4B) is deleted')
    expect([await stored(set.subject.uuid), await stored(again.uuid)]).toEqual([null, null])
    expect(await enter(againCode)).toEqual([])
  })

  it.each([
    [['12', '12', '--yes'], 'one person already'],
    [['12', '12b'], 'repeat it with --yes'],
    [['12', 'nobody'], 'has nobody with'],
    [['12'], 'key, uuid or whole name'],
    [['12', '12b', '7'], 'Too many arguments'],
    [['12', '12b', '--end-access'], 'option of new-code'],
  ])('%j is refused, and changes nothing', async (args, words) => {
    expect(await jobs('merge', ...args)).toMatchObject({ problem: expect.stringContaining(words) })
    expect((await stored(again.uuid))?.merged).toBeUndefined()
  })

  it('get back what an undo gives to the double, whom nobody sees or restores', async () => {
    await jobs('pictures', 'move', 'anna.jpg', '--to', '7')
    await merge()
    await jobs('undo', '1')
    aSecondLater()
    expect(await look(mother, set.subject)).toEqual(ALL)
    await expect(restoreSubject(here.app, set.job, again.uuid)).rejects.toThrow('one person with Anna Berg')
    expect(await look(father, again)).toBeNull()
  })

  it('stay closed to accounts whose access was ended while they were one, also after an undo', async () => {
    await merge()
    await jobs('new-code', '12', '--end-access', '--yes')
    await jobs('undo', '1')
    aSecondLater()
    for (const parent of [mother, father]) {
      expect(await look(parent, set.subject)).toBeNull()
      expect(await look(parent, again)).toBeNull()
    }
  })

  it('are listed first, with the accounts and shares that each has', async () => {
    await buildShare({ app: elsewhere.app, provider: here.provider }, father, [again.uuid])
    const { out } = await jobs('merge', '12', '12b')
    expect(out).toContain('Anna Berg ("12", 4B): 1 account and 0 open shares')
    expect(out).toContain('Anna Bergg ("12b", 4B): 1 account and 1 open share')
  })

  it('refuses somebody who is withdrawn, so that no merge shows them, and one who is part of another one', async () => {
    await jobs('withdraw', '12b')
    expect((await merge()).problem).toContain('restore them first')
    expect((await jobs('merge', '12b', '12', '--yes')).problem).toContain('restore them first')
    await jobs('restore', '12b')
    await merge()
    expect((await jobs('merge', '7', '12b', '--yes')).problem).toContain('already')
  })
})
