import { randomUUID } from 'node:crypto'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../platform/app.ts'
import { readJournalFolder } from '../../../platform/deletions/journal.ts'
import { repeatDeletions } from '../../../platform/deletions/repeatDeletions.ts'
import { tasksOf } from '../../../platform/tasks/collection.ts'
import { createTask } from '../../../platform/tasks/queue.ts'
import { beforeUpdate } from '../../../testing/beforeUpdate.ts'
import { buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder } from '../../../testing/buildCheckout.ts'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { aPicture, buildImportWorld } from '../../../testing/buildImport.ts'
import { buildPictureSet } from '../../../testing/buildPictureSet.ts'
import { buildRetake } from '../../../testing/buildRetake.ts'
import { buildShare } from '../../../testing/buildShare.ts'
import { accountCalls } from '../../../testing/everyCall/accountCalls.ts'
import { buildFamily, busyShop } from '../../../testing/everyCall/family.ts'
import { shopCalls } from '../../../testing/everyCall/shopCalls.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { saveCode, subjectsOfCode } from '../../access/codes.ts'
import { replaceCodes } from '../../access/replaceCodes.ts'
import { issueCards } from '../../cards/collection.ts'
import { correctionsOf } from '../../corrections/collection.ts'
import { correctPictures } from '../../corrections/correctPictures.ts'
import { importJob } from '../../imports/importJob.ts'
import { importTask } from '../../imports/importTask.ts'
import { ordersOf } from '../../orders/collection.ts'
import { ordersCommand } from '../../orders/command.ts'
import { mergePeople } from '../../people/mergePeople.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../collection.ts'
import { jobsCommand } from '../command.ts'
import { findOrCreateSubject } from '../importStore.ts'
import { JobDeletedError } from '../openJob.ts'
import { assignPicture, findPicture } from '../pictures/assignPicture.ts'
import { findVisiblePictures } from '../pictures/visiblePictures.ts'
import { restoreSubject, withdrawSubject } from '../subjects/withdrawSubject.ts'
import { deleteJob, jobDeletionSweep } from './deleteJob.ts'
import { deleteSubject } from './deleteSubject.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: busyShop() })
})
afterAll(() => server.close())

/**
 * What may still name the job or somebody of it, by uuid alone: what was sold, records of ids that expire, that it was deleted, and that an
 * email was sent. A catalogue is what the shop sells: it names jobs by name or uuid until the photographer changes it.
 */
const STAYS = ['orders', 'orderScenes', 'deletions', 'securityEvents', 'checkouts', 'mails', 'catalogues']

/** The collections of the shop in which a text is found. */
async function found(text: string): Promise<string[]> {
  const names = server.app.features.flatMap(({ collections = [] }) => collections.map(({ name }) => name))
  const hits: string[] = []
  for (const name of names) {
    const documents = await server.app.db.collection(name).find({ provider: server.provider.key }).toArray()
    if (JSON.stringify(documents).includes(text)) hits.push(name)
  }
  return hits.filter((each) => !STAYS.includes(each))
}

const filesOf = async (picture: string) => {
  const keys = []
  for await (const key of server.app.blobs.list(`${server.provider.key}/pictures/${picture}`)) keys.push(key)
  return keys
}

const remove = (job: { uuid: string }, app: App = server.app) => deleteJob(app, server.provider, job.uuid)

/** The app, cut off where this feature would delete its part. */
function cutAt({ app }: TestServer, feature: string, hook: 'forgetSubjects' | 'forgetJob'): App {
  const cut = () => Promise.reject(new Error('cut off'))
  return { ...app, features: app.features.map((each) => (each.name === feature ? { ...each, [hook]: cut } : each)) }
}

it('leaves nothing of a job in any collection, and no file, but what the law requires', async () => {
  const { app, provider } = server
  const family = await buildFamily(server)
  const { child, buyer } = family
  const { job } = buyer.set
  const name = 'Quirinia Withers'
  await subjectsOf(app, provider.key).updateOne({ uuid: child.uuid }, { $set: { name } })
  for (const prepare of Object.values({ ...accountCalls(family), ...shopCalls(family) })) await prepare()
  await buildShare(server, buyer, [child.uuid])
  await replaceCodes(app, provider, child.uuid, { by: null, alone: false })
  await withdrawSubject(app, job, child.uuid, { by: 'Kim', reason: `${name} moved away` })
  await restoreSubject(app, job, child.uuid)
  await buildRetake(app, provider, buyer.set)
  await issueCards(app, provider.key, job.uuid, { persons: [child], blanks: [{ group: '4B', count: 2 }], print: 'p' })
  const subjects = await subjectsOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
  const pictures = await picturesOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
  expect(await found(child.uuid)).toEqual(
    expect.arrayContaining(['subjects', 'pictures', 'codes', 'grants', 'shares', 'carts', 'designs', 'retakes']),
  )
  expect(await found(job.uuid)).toEqual(expect.arrayContaining(['jobs', 'corrections', 'cards']))
  expect(await remove(job)).toMatchObject({ outcome: 'deleted' })
  for (const { uuid } of [...subjects, ...pictures, job]) await expect.poll(() => found(uuid)).toEqual([])
  expect(await found(name)).toEqual([])
  for (const { uuid } of pictures) expect(await filesOf(uuid)).toEqual([])
  expect((await buyer.client.send(pictureSets.get, { subjectUuid: child.uuid })).status).toBe(404)
}, 240_000)

describe('a deletion of a job', () => {
  async function buildSchool() {
    const set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Quirinia Withers' } })
    const mother = await buildCustomer(server, { subjects: [set.subject.uuid], isAddressProved: true })
    const look = async () => (await mother.client.send(pictureSets.get, { subjectUuid: set.subject.uuid })).status
    return { set, job: set.job, look, uuid: set.subject.uuid }
  }

  it('that is cut off at any feature shows nothing, brings nobody back, and is finished by repeating it', async () => {
    const { job, look, uuid, set } = await buildSchool()
    for (const hook of ['forgetSubjects', 'forgetJob'] as const) {
      const names = server.app.features.filter((each) => each[hook]).map(({ name }) => name)
      expect(names.length).toBeGreaterThan(3)
      for (const name of names.toReversed()) {
        await expect(remove(job, cutAt(server, name, hook))).rejects.toThrow('cut off')
        expect([name, await look()]).toEqual([name, 404])
        await expect(restoreSubject(server.app, job, uuid)).rejects.toThrow(JobDeletedError)
        expect(await subjectsOfCode(server.app, server.provider, set.code).then((all) => all.length)).toBeLessThan(2)
      }
    }
    expect(await remove(job)).toMatchObject({ outcome: 'deleted' })
    for (const each of [uuid, job.uuid]) expect(await found(each)).toEqual([])
    expect(await remove(job)).toEqual({ outcome: 'unknown' })
  })

  it('that was interrupted is finished by a server', async () => {
    const { job, uuid } = await buildSchool()
    await expect(remove(job, cutAt(server, 'mail', 'forgetSubjects'))).rejects.toThrow('cut off')
    const argv = ['history', job.uuid, '--provider', server.provider.key]
    const refused = await runInTerminal(jobsCommand, argv, server.app)
    expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('repeat "jobs delete" to finish it')])
    await jobDeletionSweep.run(server.app)
    expect(await found(uuid)).toContain('subjects')
    server.wait(31 * 60_000)
    await jobDeletionSweep.run(server.app)
    for (const each of [uuid, job.uuid]) expect(await found(each)).toEqual([])
  })

  it('also deletes what was written to the job while it was deleted', async () => {
    const { app, provider } = server
    const { job, set } = await buildSchool()
    await remove(job)
    const late = { ...set.subject, uuid: randomUUID(), key: 'late' }
    await subjectsOf(app, provider.key).insertOne(late)
    await jobDeletionSweep.run(app)
    expect(await found(late.uuid)).toEqual([])
  })

  it('is refused while a picture is paid for and not printed, and leaves the order', async () => {
    const { app, provider } = server
    const buyer = await buildBuyer(server)
    const { job } = buyer.set
    await buyer.add()
    const { ordering } = await prepareOrder(buyer, 'invoice')
    const { order } = await buyer.client.call(checkout.transaction, ordering)
    const argv = ['delete', job.uuid, '--provider', provider.key]
    for (const options of [[], ['--yes']]) {
      const { code, problem } = await runInTerminal(jobsCommand, [...argv, ...options], app)
      expect([code, problem]).toEqual([1, expect.stringContaining('paid for and not printed yet')])
    }
    expect(await findPicture(app, job, buyer.set.pictures.first.uuid)).not.toBeNull()
    expect((await jobsOf(app, provider.key).findOne({ uuid: job.uuid }))?.deleting).toBeUndefined()
    const print = ['print', `#${order.uuid.slice(0, 8)}`, '--provider', provider.key, '--as', 'jpeg']
    expect((await runInTerminal(ordersCommand, print, app)).code).toBe(0)
    const { code, out } = await runInTerminal(jobsCommand, [...argv, '--yes'], app)
    expect(code).toBe(0)
    expect(out).toContain('Stays:\n  1 × order: with the name')
    expect(await ordersOf(app, provider.key).count({ _id: order.uuid })).toBe(1)
    expect(await found(job.uuid)).toEqual([])
  })

  it('leaves letters that open nobody, also after the same code was given to another child', async () => {
    const { app, provider } = server
    const { set, job } = await buildSchool()
    const other = await buildPictureSet(app, provider)
    await remove(job)
    await expect(saveCode(app, provider, { code: set.code, subjects: [other.subject.uuid] })).rejects.toThrow()
    expect(await subjectsOfCode(app, provider, set.code)).toEqual([])
    expect(await findPicture(app, other.job, other.pictures.first.uuid)).not.toBeNull()
    expect((await filesOf(other.pictures.first.uuid)).length).toBeGreaterThan(0)
  })

  it('wins over corrections and imports that began before it', async () => {
    const { app, provider } = server
    const { set, job, uuid } = await buildSchool()
    let isBegun = false
    // The deletion happens between the moment when the correction reads the picture and the one when it writes.
    const correcting = beforeUpdate(app, 'pictures', async () => {
      if (isBegun) return
      isBegun = true
      await remove(job)
    })
    const source = { why: 'hand' as const, by: null, at: app.clock() }
    const { first } = set.pictures
    expect(await assignPicture(correcting, job, first.uuid, { to: 'unmatched' }, source)).toBeNull()
    const row = {
      key: 'new',
      name: 'Bo',
      group: '4B',
      emails: [],
      phone: null,
      line: 1,
      code: null,
      files: [],
      favorite: null,
    }
    await expect(findOrCreateSubject(app, job, row)).rejects.toThrow(JobDeletedError)
    const picture = { ...set.pictures.first, provider: provider.key, jobUuid: job.uuid }
    const rejected = correctPictures(app, job, [picture as never], { command: 'reject' }, null)
    await expect(rejected).rejects.toThrow(JobDeletedError)
    for (const each of [uuid, job.uuid]) expect(await found(each)).toEqual([])
  })

  it('is repeated after a restore of an older backup', async () => {
    const { app, provider } = server
    const { job, uuid } = await buildSchool()
    const subject = await subjectsOf(app, provider.key).findOne({ uuid })
    const stored = await jobsOf(app, provider.key).findOne({ uuid: job.uuid })
    const pictures = await picturesOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
    await remove(job)
    await app.db.collection('deletions').deleteMany({ provider: provider.key, id: job.uuid })
    if (stored) await jobsOf(app, provider.key).insertOne(stored)
    if (subject) await subjectsOf(app, provider.key).insertOne(subject)
    await picturesOf(app, provider.key).insertMany(pictures)
    const journal = ((await readJournalFolder(app.env.dataDir)) ?? []).filter((each) => each.id === job.uuid)
    expect(await repeatDeletions(app, journal)).toEqual({ repeated: 1, withheld: [], unknown: [] })
    for (const each of [uuid, job.uuid]) expect(await found(each)).toEqual([])
    expect(JSON.stringify(journal)).not.toMatch(/Quirinia|Withers/)
  })

  it('first lists what it would delete, needs --yes, and prints a receipt', async () => {
    const { job, uuid } = await buildSchool()
    const argv = ['delete', job.uuid, '--provider', server.provider.key]
    const preview = await runInTerminal(jobsCommand, argv, server.app)
    expect(preview.code).toBe(0)
    expect(preview.out).toContain(`"${job.name}" (2026) would be deleted for good:`)
    expect(preview.out).toContain('3 × picture\n')
    expect(preview.out).toContain('1 × access of an account')
    expect(preview.out).toContain('Nothing was deleted: --yes does it.')
    expect(await subjectsOf(server.app, server.provider.key).count({ uuid })).toBe(1)
    const { code, out } = await runInTerminal(jobsCommand, [...argv, '--yes'], server.app)
    expect(code).toBe(0)
    expect(out).toContain(`"${job.name}" (2026) is deleted. Deleted:`)
    expect(out).toContain('1 × person with contacts and answers')
    expect(out).toContain('3 × picture\n')
    expect(out).toContain('1 × code')
    expect(await found(job.uuid)).toEqual([])
  })
})

describe('an import into a deleted job', () => {
  it('leaves nothing of somebody who is deleted while their pictures are stored', async () => {
    const world = await buildImportWorld()
    try {
      const { app, provider, folder } = world
      const roster = 'key;name;group\n1;Quirinia Withers;4B\n2;Bo Lind;4B\n'
      await world.writeFiles({ 'roster.csv': roster, '1/a.jpg': await aPicture(1), '2/b.jpg': await aPicture(2) })
      const { job } = await world.import()
      await world.writeFiles({ '1/c.jpg': await aPicture(3), '2/d.jpg': await aPicture(4) })
      const anna = await subjectsOf(app, provider.key).findOne({ jobUuid: job.uuid, key: '1' })
      let isBegun = false
      const put = async (key: string, content: Uint8Array) => {
        await app.blobs.put(key, content)
        if (isBegun) return
        isBegun = true
        await deleteSubject(app, provider, job, anna?.uuid ?? '')
      }
      const running = { ...app, blobs: { ...app.blobs, put } }
      const { problems } = await importJob(running, { folder, provider, job: 'Spring', options: {} })
      expect(problems).toContainEqual({ file: '1/c.jpg', text: expect.stringContaining('deleted') })
      const pictures = await picturesOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
      expect(pictures.map(({ fileName }) => fileName).sort()).toEqual(['b.jpg', 'd.jpg'])
      const folders = new Set<string>()
      for await (const key of app.blobs.list(`${provider.key}/pictures`)) folders.add(key.split('/')[2] ?? '')
      expect([...folders].sort()).toEqual(pictures.map(({ uuid }) => uuid).sort())
    } finally {
      await world.close()
    }
  })

  it('leaves what it stores of somebody who becomes one person with another one with that one', async () => {
    const world = await buildImportWorld()
    try {
      const { app, provider, folder } = world
      await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Anna Berg;4B\n1b;Anna Bergg;4B\n' })
      await world.writeFiles({ '1/a.jpg': await aPicture(1) })
      const { job } = await world.import()
      await world.writeFiles({ '1b/c.jpg': await aPicture(3) })
      const uuidOf = async (key: string) =>
        (await subjectsOf(app, provider.key).findOne({ jobUuid: job.uuid, key }))?.uuid ?? ''
      const [person, double] = [await uuidOf('1'), await uuidOf('1b')]
      const stored = (await jobsOf(app, provider.key).findOne({ uuid: job.uuid })) as Job
      let isBegun = false
      const put = async (key: string, content: Uint8Array) => {
        await app.blobs.put(key, content)
        if (isBegun) return
        isBegun = true
        expect(await mergePeople(app, provider, stored, { person, double, by: null })).toMatchObject({
          outcome: 'merged',
        })
      }
      const running = { ...app, blobs: { ...app.blobs, put } }
      await importJob(running, { folder, provider, job: 'Spring', options: {} })
      const { open } = await findVisiblePictures(app, provider.key, person)
      expect(open.size).toBe(2)
    } finally {
      await world.close()
    }
  })

  it('that was killed while it stored the files of a picture leaves none', async () => {
    const world = await buildImportWorld()
    try {
      const { app, provider, folder } = world
      await world.writeFiles({ 'roster.csv': 'key;name;group\n1;Quirinia Withers;4B\n', '1/a.jpg': await aPicture(1) })
      const put = async (key: string, content: Uint8Array) => {
        await app.blobs.put(key, content)
        if (key.includes('original')) throw new Error('killed')
      }
      const killed = { ...app, blobs: { ...app.blobs, put } }
      const order = { folder, provider, job: 'Spring', options: {} }
      await expect(importJob(killed, order)).rejects.toThrow('killed')
      const files = async () => {
        const found = []
        for await (const key of app.blobs.list(`${provider.key}/pictures`)) found.push(key)
        return found
      }
      await expect.poll(async () => (await files()).length).toBeGreaterThan(5)
      const job = await jobsOf(app, provider.key).findOne({ name: 'Spring' })
      await deleteJob(app, provider, job?.uuid ?? '')
      expect(await files()).toEqual([])
    } finally {
      await world.close()
    }
  })

  it.each([
    ['adds somebody', '2;Bo Lind;4B\n'],
    ['adds a picture', ''],
  ])(
    'that was running and %s says so and leaves nothing; one that waited does not create the job again',
    async (_what, line) => {
      const world = await buildImportWorld()
      try {
        const { app, provider, folder } = world
        const roster = 'key;name;group\n1;Quirinia Withers;4B\n'
        await world.writeFiles({ 'roster.csv': roster, '1/a.jpg': await aPicture(1) })
        const { job } = await world.import()
        await world.writeFiles({ 'roster.csv': `${roster}${line}`, '1/b.jpg': await aPicture(2) })
        const input = { folder, job: 'Spring', options: {}, greenscreen: false, reportFolder: folder }
        const place = { machine: 'elsewhere', paths: [] }
        await createTask(app, importTask, { provider: provider.key, key: 'waits', input, place })
        // The deletion waits while people are added, and is done before the picture is.
        const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
        let tries = 0
        const waiting = beforeUpdate(app, 'leases', async () => {
          if (++tries === 2) resolve()
        })
        let deletion: ReturnType<typeof deleteJob> | undefined
        const begin = () => (deletion ??= deleteJob(waiting, provider, job.uuid))
        const adding = beforeUpdate(app, 'jobs', async () => {
          if (line !== '' && !deletion) await Promise.race([begin(), isWaiting])
        })
        const put = async (key: string, content: Uint8Array) => {
          await app.blobs.put(key, content)
          expect(await begin()).toMatchObject({ outcome: 'deleted' })
        }
        const running = { ...adding, blobs: { ...app.blobs, put } }
        const order = { folder, provider, job: 'Spring' }
        await expect(importJob(running, order)).rejects.toThrow('was deleted, or is being deleted')
        const counts = [jobsOf, subjectsOf, picturesOf, correctionsOf].map((of) => of(app, provider.key).count({}))
        expect(await Promise.all(counts)).toEqual([0, 0, 0, 0])
        expect(await tasksOf(app, provider.key).count({ state: 'waiting' })).toBe(0)
        const files = []
        for await (const key of app.blobs.list(`${provider.key}/pictures`)) files.push(key)
        expect(files).toEqual([])
      } finally {
        await world.close()
      }
    },
  )
})
