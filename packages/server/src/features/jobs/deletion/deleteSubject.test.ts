import { randomUUID } from 'node:crypto'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../platform/app.ts'
import { readJournalFolder } from '../../../platform/deletions/journal.ts'
import { repeatDeletions } from '../../../platform/deletions/repeatDeletions.ts'
import { beforeUpdate } from '../../../testing/beforeUpdate.ts'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { aPicture, buildImportWorld } from '../../../testing/buildImport.ts'
import { buildPictureSet } from '../../../testing/buildPictureSet.ts'
import { buildRetake } from '../../../testing/buildRetake.ts'
import { buildShare } from '../../../testing/buildShare.ts'
import { accountCalls } from '../../../testing/everyCall/accountCalls.ts'
import { buildFamily, busyShop } from '../../../testing/everyCall/family.ts'
import { shopCalls } from '../../../testing/everyCall/shopCalls.ts'
import { aStoredPicture } from '../../../testing/givePictures.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { saveCode, subjectsOfCode } from '../../access/codes.ts'
import { replaceCodes } from '../../access/replaceCodes.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../collection.ts'
import { jobsCommand } from '../command.ts'
import { decidePicture, listWithheldPictures } from '../pictures/decidePicture.ts'
import { findVisiblePictures } from '../pictures/visiblePictures.ts'
import { setNotAsked } from '../subjects/consent.ts'
import { restoreSubject, withdrawSubject } from '../subjects/withdrawSubject.ts'
import { deleteSubject } from './deleteSubject.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: busyShop() })
})
afterAll(() => server.close())

/** What may still name a deleted child, by its uuid alone: what was sold, records of ids that expire, and that it was deleted. */
const STAYS = ['orders', 'orderScenes', 'deletions', 'securityEvents', 'checkouts']

/** The collections of the shop in which a text is found. */
async function found(text: string): Promise<string[]> {
  const names = server.app.features.flatMap(({ collections = [] }) => collections.map(({ name }) => name))
  const hits: string[] = []
  for (const name of names) {
    const documents = await server.app.db.collection(name).find({ provider: server.provider.key }).toArray()
    if (JSON.stringify(documents).includes(text)) hits.push(name)
  }
  return hits
}

const filesOf = async (picture: string) => {
  const keys = []
  for await (const key of server.app.blobs.list(`${server.provider.key}/pictures/${picture}`)) keys.push(key)
  return keys
}

const remove = (job: { uuid: string }, uuid: string, app: App = server.app) =>
  deleteSubject(app, server.provider, job, uuid)

/** The app, cut off where this feature would delete its part. */
function cutAt({ app }: TestServer, feature: string): App {
  const forgetSubjects = () => Promise.reject(new Error('cut off'))
  return { ...app, features: app.features.map((each) => (each.name === feature ? { ...each, forgetSubjects } : each)) }
}

it('leaves nothing of a child in any collection, and no file, but what the law requires', async () => {
  const family = await buildFamily(server)
  const { child, buyer } = family
  const name = 'Quirinia Withers'
  await subjectsOf(server.app, server.provider.key).updateOne({ uuid: child.uuid }, { $set: { name } })
  for (const prepare of Object.values({ ...accountCalls(family), ...shopCalls(family) })) await prepare()
  await buildShare(server, buyer, [child.uuid])
  await replaceCodes(server.app, server.provider, child.uuid, { by: null, alone: false })
  await withdrawSubject(server.app, buyer.set.job, child.uuid, { by: 'Kim', reason: `${name} moved away` })
  await restoreSubject(server.app, buyer.set.job, child.uuid)
  await buildRetake(server.app, server.provider, buyer.set)
  const before = await found(child.uuid)
  expect(before).toEqual(
    expect.arrayContaining([
      'subjects',
      'subjectSteps',
      'pictures',
      'codes',
      'grants',
      'shares',
      'carts',
      'designs',
      'retakes',
    ]),
  )
  const own = child.pictures.map(({ uuid }) => uuid)
  expect((await filesOf(own[0] ?? '')).length).toBeGreaterThan(0)
  const { first } = buyer.set.pictures
  const deletion = await remove(buyer.set.job, child.uuid)
  expect(deletion).toMatchObject({ outcome: 'deleted' })
  // An email that waits is dropped when its turn comes.
  const rest = async () => (await found(child.uuid)).filter((each) => !STAYS.includes(each))
  await expect.poll(rest).toEqual([])
  for (const uuid of own)
    expect([uuid, (await found(uuid)).filter((each) => !STAYS.includes(each))]).toEqual([uuid, []])
  for (const uuid of own) expect(await filesOf(uuid)).toEqual([])
  expect((await found(name)).filter((each) => !STAYS.includes(each))).toEqual([])
  expect((await buyer.client.send(pictureSets.get, { subjectUuid: child.uuid })).status).toBe(404)
  expect(await filesOf(first.uuid)).toEqual([])
}, 240_000)

describe('a deletion', () => {
  async function buildChild() {
    const set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Quirinia Withers' } })
    const mother = await buildCustomer(server, { subjects: [set.subject.uuid], isAddressProved: true })
    const look = async () => (await mother.client.send(pictureSets.get, { subjectUuid: set.subject.uuid })).status
    return { set, mother, look, uuid: set.subject.uuid }
  }

  it('that is cut off anywhere shows nothing, brings nobody back, and is finished by repeating it', async () => {
    const { set, look, uuid } = await buildChild()
    const names = server.app.features.filter(({ forgetSubjects }) => forgetSubjects).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['mail', 'access', 'cart', 'reminders']))
    for (const name of names.toReversed()) {
      await expect(remove(set.job, uuid, cutAt(server, name))).rejects.toThrow('cut off')
      expect([name, await look()]).toEqual([name, 404])
      await expect(restoreSubject(server.app, set.job, uuid)).rejects.toThrow('has begun')
    }
    expect(await remove(set.job, uuid)).toMatchObject({ outcome: 'deleted' })
    expect((await found(uuid)).filter((each) => !STAYS.includes(each))).toEqual([])
    expect(await remove(set.job, uuid)).toEqual({ outcome: 'unknown' })
  })

  it('leaves a letter that opens nobody, also after the same code was given to another child', async () => {
    const { app, provider } = server
    const { set, uuid } = await buildChild()
    const other = await buildPictureSet(app, provider)
    await remove(set.job, uuid)
    const again = saveCode(app, provider, { code: set.code, subjects: [other.subject.uuid] })
    await expect(again).rejects.toThrow()
    expect(await subjectsOfCode(app, provider, set.code)).toEqual([])
  })

  it('is not undone by a restore that began before it', async () => {
    const { app, provider } = server
    const { set, uuid } = await buildChild()
    await withdrawSubject(app, set.job, uuid, { by: null })
    let isBegun = false
    // The deletion begins between the moment when the restore reads the child and the one when it writes: it was stopped for long.
    const restoring = beforeUpdate(app, 'subjects', async () => {
      if (isBegun) return
      isBegun = true
      await app.db.collection('leases').deleteMany({})
      await expect(remove(set.job, uuid, cutAt(server, 'mail'))).rejects.toThrow('cut off')
    })
    await expect(restoreSubject(restoring, set.job, uuid)).rejects.toThrow('has begun')
    expect(await subjectsOf(app, provider.key).findOne({ uuid })).toMatchObject({ withdrawn: {}, deleting: {} })
  })

  it('hides pictures with others until the photographer decides, also one that becomes another child’s alone', async () => {
    const { app, provider } = server
    const { set, uuid } = await buildChild()
    const brother = { ...set.subject, uuid: randomUUID(), key: 'brother', name: 'Bo Withers', group: '1A' }
    await subjectsOf(app, provider.key).insertOne(brother)
    const together = { ...set.pictures.first, uuid: randomUUID(), fileName: 'together.jpg' }
    const owners = [uuid, brother.uuid].map((each) => ({ uuid: each, isCover: false }))
    await picturesOf(app, provider.key).insertOne(
      aStoredPicture(set.subject, together, { to: 'subjects', subjects: owners }),
    )
    const code = `CODE${randomUUID().slice(0, 8).toUpperCase()}`
    await saveCode(app, provider, { code, subjects: [uuid, brother.uuid] })
    const father = await buildCustomer(server, { subjects: [brother.uuid] })
    const seen = async () =>
      (await father.client.call(pictureSets.get, { subjectUuid: brother.uuid })).pictureSet.pictures.map(
        (each) => each.uuid,
      )
    expect(await seen()).toEqual([together.uuid])
    const deletion = await remove(set.job, uuid)
    const stays = deletion.outcome === 'deleted' ? deletion.entries.filter((each) => each.stays) : []
    expect(stays).toContainEqual(expect.objectContaining({ what: 'picture with others', count: 2 }))
    expect(await seen()).toEqual([])
    expect((await found(uuid)).filter((each) => !STAYS.includes(each))).toEqual([])
    const release = { is: 'released' as const, reason: 'the family agreed', by: 'Ada' }
    const [job] = await jobsOf(app, provider.key).find({ uuid: set.job.uuid }).toArray()
    if (job) expect(await decidePicture(app, job, together.uuid, release)).toMatchObject({ outcome: 'decided' })
    expect(await seen()).toEqual([together.uuid])
  })

  it.each(['who objects', 'who had objected', 'who does not object'])(
    'hides a class picture that was released before, of a child %s',
    async (who) => {
      const { app, provider } = server
      const { set, uuid } = await buildChild()
      const group = await picturesOf(app, provider.key).findOne({ jobUuid: set.job.uuid, 'assignment.to': 'groups' })
      const sister = { ...set.subject, uuid: randomUUID(), key: 'sister', name: 'Mia Lind' }
      await subjectsOf(app, provider.key).insertOne(sister)
      const job = async () => (await jobsOf(app, provider.key).findOne({ uuid: set.job.uuid })) as Job
      const seen = async () => [...(await findVisiblePictures(app, provider.key, sister.uuid)).open]
      if (who === 'who had objected') await setNotAsked(app, set.job, 'class-picture', 'no')
      if (who === 'who objects') await withdrawSubject(app, set.job, uuid, { by: 'Ada' })
      const release = { is: 'released' as const, reason: 'the family agreed', by: 'Ada' }
      expect(await decidePicture(app, await job(), String(group?.uuid), release)).toMatchObject({ outcome: 'decided' })
      if (who === 'who had objected') await setNotAsked(app, set.job, 'class-picture', 'yes')
      expect(await seen()).toEqual([group?.uuid])
      const deletion = await remove(set.job, uuid)
      expect(await seen()).toEqual([])
      const stays = deletion.outcome === 'deleted' ? deletion.entries.filter((each) => each.stays) : []
      expect(stays).toContainEqual(expect.objectContaining({ what: 'picture with others', count: 1 }))
      expect(await listWithheldPictures(app, await job())).toHaveLength(1)
    },
  )

  it('is repeated after a restore of an older backup', async () => {
    const { app, provider } = server
    const { set, uuid } = await buildChild()
    const subject = await subjectsOf(app, provider.key).findOne({ uuid })
    const pictures = await picturesOf(app, provider.key).find({ jobUuid: set.job.uuid }).toArray()
    await remove(set.job, uuid)
    const id = `${set.job.uuid} ${uuid}`
    await app.db.collection('deletions').deleteMany({ provider: provider.key, id })
    if (subject) await subjectsOf(app, provider.key).insertOne(subject)
    await picturesOf(app, provider.key).deleteMany({ jobUuid: set.job.uuid })
    await picturesOf(app, provider.key).insertMany(pictures)
    const journal = ((await readJournalFolder(app.env.dataDir)) ?? []).filter((each) => each.id === id)
    expect(await repeatDeletions(app, journal)).toEqual({ repeated: 1, withheld: [], unknown: [] })
    expect((await found(uuid)).filter((each) => !STAYS.includes(each))).toEqual([])
    expect(JSON.stringify(journal)).not.toMatch(/Quirinia|Withers/)
  })

  it('asks first, needs --yes in a script, and prints a receipt', async () => {
    const { set, uuid } = await buildChild()
    const argv = ['delete-subject', set.job.uuid, uuid, '--provider', server.provider.key]
    const refused = await runInTerminal(jobsCommand, argv, server.app)
    expect([refused.code, refused.problem]).toEqual([2, expect.stringContaining('needs --yes')])
    expect(await subjectsOf(server.app, server.provider.key).count({ uuid })).toBe(1)
    const { code, out } = await runInTerminal(jobsCommand, [...argv, '--yes'], server.app)
    expect(code).toBe(0)
    expect(out).toContain('Quirinia Withers (4B) is deleted. Deleted:')
    expect(out).toContain('2 × picture\n')
    expect(out).toContain('1 × code')
    expect(out).toContain('Ids alone stay in the security log, for 90 days, and in the records of what was deleted or')
    expect(out).toContain('A code that opened nobody else opens nobody any more')
    expect(out).toContain('1 × access of an account')
    expect(out).toContain('1 × picture with others: hidden from everybody until you decide')
    expect(await subjectsOf(server.app, server.provider.key).count({ uuid })).toBe(0)
  })
})

it('is asked about when a later roster contains the child again, and stores no name for that', async () => {
  const world = await buildImportWorld()
  try {
    await world.writeFiles({
      'roster.csv': 'key;name;group\n1;Quirinia Withers;4B\n2;Bo Lind;4B\n',
      '1.jpg': await aPicture(1),
      '2.jpg': await aPicture(2),
    })
    const { job } = await world.import()
    const subjects = subjectsOf(world.app, world.provider.key)
    const child = await subjects.findOne({ jobUuid: job.uuid, key: '1' })
    await deleteSubject(world.app, world.provider, job, child?.uuid ?? '')
    const again = await world.import()
    expect(again.problems.map(({ text }) => text).join('\n')).toContain('who was deleted from this job')
    expect(await subjects.count({ jobUuid: job.uuid })).toBe(1)
    expect(JSON.stringify(await jobsOf(world.app, world.provider.key).find({}).toArray())).not.toMatch(
      /Quirinia|Withers/,
    )
    await world.import({ decisions: new Map([['deleted 1 quirinia withers', 'new']]) })
    const added = await subjects.findOne({ jobUuid: job.uuid, key: '1' })
    expect(added).toMatchObject({ name: 'Quirinia Withers' })
    expect(added?.uuid).not.toBe(child?.uuid)
    expect((await world.import()).problems).toEqual([])
  } finally {
    await world.close()
  }
})
