import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../platform/migrations/migrate.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findWithheldSets, type Job, jobsOf, picturesOf } from './collection.ts'
import { createPictureMigration, createStateMigration } from './migrations.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  await server.app.db.collection('migrations').deleteMany({})
})
afterEach(() => server.close())

const BATCH_SIZE = 2
const face = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }

type OldPicture = ReturnType<typeof anOldPicture>

/** A picture in the form of version 0.1. */
function anOldPicture(fileName: string, change: { pictureType?: string; keywords?: string[]; face?: object } = {}) {
  const { pictureType = 'IP', keywords = [] } = change
  return {
    uuid: randomUUID(),
    hash: randomUUID(),
    fileName,
    format: 'jpeg',
    working: 'jpeg',
    bytes: 10,
    width: 20,
    height: 30,
    pictureType,
    groupPicture: pictureType === 'GP',
    greenscreen: false,
    keywords,
    placeholder: 'data:,',
    ...(change.face && { face: change.face }),
  }
}

/** A job of each shop in the form of version 0.1, and what each of its families sees there. */
async function buildOldJob(provider: string) {
  const jobUuid = randomUUID()
  const both = anOldPicture('both.jpg', { pictureType: 'MGP' })
  const group = anOldPicture('class.jpg', { pictureType: 'GP', keywords: ['favorite'] })
  const elsewhere = anOldPicture('other.jpg', { pictureType: 'GP' })
  const own: [name: string, group: string, pictures: OldPicture[]][] = [
    ['Emma', '4B', [anOldPicture('1.jpg', { face }), both]],
    ['Noah', '2A', [{ ...both, keywords: ['favorite'] }]],
    ['Liam', '4B', [anOldPicture('2.jpg'), anOldPicture('10.jpg')]],
    ['Mia', '4B', []],
    ['Ruby', '1C', [anOldPicture('3.jpg')]],
  ]
  const subjects = own.map(([name, of, pictures]) => {
    const contact = { email: null, phone: null }
    return { provider, uuid: randomUUID(), jobUuid, key: name, name, group: of, contact, pictures }
  })
  const groups = [
    { ...group, groups: ['4B', '4A'] },
    { ...elsewhere, groups: ['2A'] },
  ]
  const job = { provider, uuid: jobUuid, name: 'Spring', published: true }
  await jobsOf(server.app, provider).insertOne(job as never)
  await server.app.db.collection('subjects').insertMany(subjects)
  await server.app.db.collection('groupPictures').insertMany(groups.map((each) => ({ ...each, provider, jobUuid })))
  const bare = ({ uuid, fileName, pictureType, keywords, hash }: OldPicture) => ({
    uuid,
    fileName,
    pictureType,
    keywords,
    hash,
  })
  return subjects.map((subject) => {
    const ofGroup = groups.filter((each) => each.groups.includes(subject.group))
    return { uuid: subject.uuid, pictures: [...subject.pictures, ...ofGroup].map(bare) }
  })
}

/** What each family sees now. */
async function seenBy(provider: string, subjects: readonly { uuid: string }[]) {
  const uuids = subjects.map(({ uuid }) => uuid)
  return (await findWithheldSets(server.app, provider, uuids)).map(({ subject, pictures }) => ({
    uuid: subject.uuid,
    pictures: pictures.map(({ uuid, fileName, pictureType, keywords, hash }) => ({
      uuid,
      fileName,
      pictureType,
      keywords,
      hash,
    })),
  }))
}

const run = () =>
  migrate(server.app, { migrations: [createPictureMigration(BATCH_SIZE)], backUp: async () => 'a file' })
const leftOver = async () => [
  await server.app.db.collection('subjects').countDocuments({ pictures: { $exists: true } }),
  await server.app.db.collection('groupPictures').countDocuments({}),
]

describe('pictures get a collection of their own', () => {
  it('and every family of every shop sees what it saw before', async () => {
    const shops = [server.provider.key, server.other.key]
    const before = await Promise.all(shops.map(buildOldJob))
    await run()
    expect(await Promise.all(shops.map((key, index) => seenBy(key, before[index] ?? [])))).toEqual(before)
    expect(await leftOver()).toEqual([0, 0])
    for (const [index, key] of shops.entries()) {
      const distinct = new Set(before[index]?.flatMap(({ pictures }) => pictures).map(({ uuid }) => uuid))
      expect(await picturesOf(server.app, key).count({})).toBe(distinct.size)
    }
  })

  it('with the face that was known, and without a claim about who assigned them', async () => {
    const [emma] = await buildOldJob(server.provider.key)
    await run()
    const picture = await picturesOf(server.app, server.provider.key).findOne({ uuid: emma?.pictures[0]?.uuid ?? '' })
    expect(picture).toMatchObject({
      faces: [face],
      isMarkedCover: false,
      assignment: {
        to: 'subjects',
        subjects: [{ uuid: emma?.uuid, isCover: false }],
        why: 'earlier-import',
        by: 'import',
        at: expect.any(Date),
      },
    })
  })

  it('and repeating it changes nothing', async () => {
    await buildOldJob(server.provider.key)
    await run()
    const all = () => server.app.db.collection('pictures').find({}).sort({ uuid: 1 }).toArray()
    const before = await all()
    await server.app.db.collection('migrations').deleteMany({})
    await run()
    expect(await all()).toEqual(before)
  })

  // The commands of the migration: of each batch the pictures, then their removal from the old place.
  it.each(['update pictures', 'update subjects', 'delete groupPictures'])(
    'however often it is killed before or after "%s"',
    async (command) => {
      const before = await buildOldJob(server.provider.key)
      for (const when of ['commandStarted', 'commandSucceeded']) {
        await killedAt(command, when)
        // until then the process might still be there
        server.wait(60_000)
      }
      await run()
      expect(await seenBy(server.provider.key, before)).toEqual(before)
      expect(await leftOver()).toEqual([0, 0])
    },
  )
})

/** Runs the migration in another process, which is killed with this command. */
async function killedAt(command: string, when: string): Promise<void> {
  const { dataDir, mongodbUrl, secret } = server.app.env
  const url = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
  const file = join(dataDir, 'killed.mjs')
  await writeFile(
    file,
    `
    import { openDatabase } from ${url('../../platform/db/connect.ts')}
    import { readEnv } from ${url('../../platform/env.ts')}
    import { migrate } from ${url('../../platform/migrations/migrate.ts')}
    import { createPictureMigration } from ${url('migrations.ts')}
    const log = { info() {}, warn() {}, error() {}, child: () => log }
    const { db } = await openDatabase(readEnv(), log)
    const started = new Map()
    db.client.on('commandStarted', ({ requestId, commandName, command }) => {
      const name = commandName + ' ' + command[commandName]
      started.set(requestId, name)
      if (${JSON.stringify(when)} === 'commandStarted' && name === ${JSON.stringify(command)}) process.kill(process.pid, 'SIGKILL')
    })
    db.client.on('commandSucceeded', ({ requestId }) => {
      if (${JSON.stringify(when)} === 'commandSucceeded' && started.get(requestId) === ${JSON.stringify(command)}) process.kill(process.pid, 'SIGKILL')
    })
    const app = { db, log, clock: () => new Date(${server.app.clock().getTime()}), features: [], env: readEnv() }
    await migrate(app, { migrations: [createPictureMigration(${BATCH_SIZE})], backUp: async () => '' })
    process.exit(0)`,
  )
  const database = mongodbUrl && { MONGODB_URL: mongodbUrl, SECRET: secret }
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...database },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

describe('the migration that stores states as words', () => {
  it('derives the word from the flags, in steps, leaves those that have one, and may be repeated', async () => {
    const { app, provider, other } = server
    const waiting = { published: false, hasBeenInWebShop: true, requireFineTunedPictures: false }
    const flags: Partial<Job>[] = [{}, { published: true }, waiting, { isArchived: true }, { state: 'sorting' }]
    const uuids: string[] = []
    for (const change of flags) uuids.push((await buildJob(app, provider, [{ name: 'Emma' }], change)).job.uuid)
    const elsewhere = (await buildJob(app, other, [{ name: 'Emma' }], { published: true })).job.uuid
    const migration = createStateMigration(BATCH_SIZE)
    const stepThrough = async () => {
      let cursor: string | null = null
      do cursor = await migration.step(app, cursor)
      while (cursor !== null)
    }
    const states = async () => {
      const jobs = await jobsOf(app, provider.key).find({}).toArray()
      return uuids.map((uuid) => jobs.find((job) => job.uuid === uuid)?.state)
    }
    await stepThrough()
    expect(await states()).toEqual(['draft', 'published', 'proofing', 'closed', 'sorting'])
    expect((await jobsOf(app, other.key).findOne({ uuid: elsewhere }))?.state).toBe('published')
    await stepThrough()
    expect(await states()).toEqual(['draft', 'published', 'proofing', 'closed', 'sorting'])
  })
})
