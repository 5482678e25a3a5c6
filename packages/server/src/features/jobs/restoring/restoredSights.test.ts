import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../../openApp.ts'
import { backupCommand } from '../../../platform/backup/backupCommand.ts'
import { restoreCommand } from '../../../platform/backup/restoreCommand.ts'
import { readJournalFolder } from '../../../platform/deletions/journal.ts'
import type { Env } from '../../../platform/env.ts'
import { startServer } from '../../../server.ts'
import { beforeUpdate } from '../../../testing/beforeUpdate.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/buildCustomer.ts'
import { aPicture } from '../../../testing/buildImport.ts'
import { buildPicture } from '../../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../../testing/givePictures.ts'
import { createTestClient, type TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer, testEnv } from '../../../testing/testServer.ts'
import { runInTerminal } from '../../../testing/testTerminal.ts'
import { importCommand } from '../../imports/command.ts'
import { findDeliveredSets, type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { jobsCommand } from '../command.ts'
import { SHOWN_FLAGS } from '../jobState.ts'
import type { AssignmentTarget } from '../picture.ts'
import { withdrawSubject } from '../subjects/withdrawSubject.ts'

type Run = (what: string, ...args: string[]) => Promise<string>
type World = { job: Job; anna: Subject; bo: Subject; families: Record<'anna' | 'bo', BuiltCustomer> }
/** What the families of Anna and Bo see after the restore, by the names of the files; null if nothing is there. */
type Sight = Record<'anna' | 'bo', string[] | null>
type Case = {
  /** What is corrected before the backup, and the wrong state that a restore would show again without the journal. */
  before?: (run: Run) => Promise<unknown>
  after: (run: Run, job: Job) => Promise<unknown>
  sees: Sight
  /** What the restore says about the job. */
  withheld: string | null
}

const ALL: Sight = { anna: ['4a.jpg', 'anna.jpg'], bo: ['4a.jpg', 'bo.jpg'] }
const undoLatest = async (run: Run) => {
  const number = /^(?:Number )?(\d+)/m.exec(await run('history'))?.[1] ?? ''
  await run('undo', number)
}

const LATER_CLASSES = 'nothing of classes that came after the backup, which nobody is in'
const IMPORTED_CLASS = 'nothing of a class that was imported after the backup'

const CASES: Record<string, Case> = {
  'a picture that was moved to another child': {
    after: (run) => run('pictures', 'move', 'anna.jpg', '--to', 'bo'),
    sees: { ...ALL, anna: ['4a.jpg'] },
    withheld: '1 picture',
  },
  'a picture that was rejected': {
    after: (run) => run('pictures', 'reject', 'anna.jpg'),
    sees: { ...ALL, anna: ['4a.jpg'] },
    withheld: '1 picture',
  },
  'a class picture that was moved to another class': {
    after: (run) => run('pictures', 'move', '4a.jpg', '--to-group', '4B'),
    sees: { anna: ['anna.jpg'], bo: ['bo.jpg'] },
    withheld: '1 picture',
  },
  'a picture that was hidden': {
    after: (run) => run('pictures', 'hide', 'anna.jpg'),
    sees: { ...ALL, anna: ['4a.jpg'] },
    withheld: '1 picture',
  },
  'a picture of which an addition was undone, from whom it was added to alone': {
    before: (run) => run('pictures', 'add', 'anna.jpg', '--to', 'bo'),
    after: undoLatest,
    sees: ALL,
    withheld: '1 picture',
  },
  'a class picture that was hidden by a decision': {
    after: (run) => run('decide-group', '4a.jpg', 'hide'),
    sees: { anna: ['anna.jpg'], bo: ['bo.jpg'] },
    withheld: '1 picture',
  },
  'a class picture of which the release was revoked': {
    before: async (run) => {
      await run('consent', 'bo', 'class-picture', 'no')
      await run('decide-group', '4a.jpg', 'release', '--reason', 'he is not in it')
    },
    after: (run) => run('decide-group', '4a.jpg', 'reopen'),
    sees: { anna: ['anna.jpg'], bo: ['bo.jpg'] },
    withheld: '1 picture',
  },
  'the earlier file of a picture that was replaced': {
    after: (run) => run('pictures', 'replace', 'anna.jpg', join(root, 'retouched.jpg')),
    sees: { ...ALL, anna: ['4a.jpg'] },
    withheld: '1 picture',
  },
  'a child who was withdrawn, with the pictures with others': {
    after: (run) => run('withdraw', 'anna'),
    sees: { anna: null, bo: ['bo.jpg'] },
    withheld: '1 person',
  },
  'a child who was unpublished': {
    after: (run) => run('unpublish', '--subject', 'anna'),
    sees: { ...ALL, anna: [] },
    withheld: '1 person',
  },
  'a class that was unpublished': {
    after: (run) => run('unpublish', '--class', '4A'),
    sees: { anna: [], bo: [] },
    withheld: 'class 4A',
  },
  'a child who has joined an unpublished class': {
    before: (run) => run('unpublish', '--class', '4B'),
    after: (run) => run('change-class', 'anna', '4B'),
    sees: { ...ALL, anna: [] },
    withheld: '1 picture, 1 person',
  },
  'a child who has joined a class that was unpublished then': {
    after: async (run) => {
      await run('change-class', 'anna', '4B')
      await run('unpublish', '--class', '4B')
    },
    sees: { ...ALL, anna: [] },
    withheld: 'class 4B, 1 picture, 1 person',
  },
  'nothing but the class picture of a child who has joined a class that was published again': {
    after: async (run) => {
      await run('unpublish', '--class', '4B')
      await run('change-class', 'anna', '4B')
      await run('publish', '--class', '4B')
    },
    sees: { ...ALL, anna: ['anna.jpg'] },
    withheld: '1 picture',
  },
  'a job that was unpublished': {
    after: (run) => run('unpublish'),
    sees: { anna: [], bo: [] },
    withheld: 'the whole job',
  },
  'a job that went back to sorting': {
    after: (run) => run('state', 'sorting'),
    sees: { anna: [], bo: [] },
    withheld: 'the whole job',
  },
  'the pictures of a child whose family said no': {
    after: (run) => run('consent', 'anna', 'print-and-sell', 'no'),
    sees: { ...ALL, anna: ['4a.jpg'] },
    withheld: '1 person',
  },
  'the class picture of a child whose family revoked its yes': {
    before: async (run) => {
      await run('not-asked', 'class-picture', 'no')
      await run('consent', 'anna', 'class-picture', 'yes')
      await run('consent', 'bo', 'class-picture', 'yes')
    },
    after: (run) => run('consent', 'anna', 'class-picture', 'not-asked'),
    sees: { anna: ['anna.jpg'], bo: ['bo.jpg'] },
    withheld: '1 person',
  },
  'the class pictures of a job in which not asked means no since': {
    after: (run) => run('not-asked', 'class-picture', 'no'),
    sees: { anna: ['anna.jpg'], bo: ['bo.jpg'] },
    withheld: 'whoever was not asked about class-picture',
  },
  'the class picture of a child who has left the class, from that child alone': {
    after: (run) => run('change-class', 'anna', '4B'),
    sees: { ...ALL, anna: ['anna.jpg'] },
    withheld: '1 picture',
  },
  'the pictures that two had while they were one person by mistake': {
    before: (run) => run('merge', 'anna', 'bo', '--yes'),
    after: undoLatest,
    sees: { anna: ['4a.jpg', 'anna.jpg'], bo: null },
    withheld: '1 picture',
  },
  'both who became one person that was withdrawn': {
    after: async (run) => {
      await run('merge', 'anna', 'bo', '--yes')
      await run('withdraw', 'anna')
    },
    sees: { anna: null, bo: null },
    withheld: '2 people',
  },
  'a picture of somebody who became one person with another one, and that was moved then': {
    after: async (run) => {
      await run('merge', 'anna', 'bo', '--yes')
      await run('pictures', 'move', 'bo.jpg', '--to-nobody')
    },
    sees: { ...ALL, bo: ['4a.jpg'] },
    withheld: '1 picture',
  },
  'nothing of two who became one person': {
    after: (run) => run('merge', 'anna', 'bo', '--yes'),
    sees: ALL,
    withheld: null,
  },
  [LATER_CLASSES]: {
    after: async (run) => {
      for (const group of ['4C', '4D']) {
        await run('add-person', `Somebody of ${group}`, '--class', '4B')
        await run('change-class', `Somebody of ${group}`, group, '--new-class')
        await run('unpublish', '--class', group)
      }
      await run('publish', '--class', '4D')
    },
    sees: ALL,
    withheld: null,
  },
  [IMPORTED_CLASS]: {
    after: async (run) => {
      await run('add-person', 'Somebody', '--class', '4B')
      await run('change-class', 'Somebody', '4E', '--new-class')
      await run('unpublish', '--class', '4E')
    },
    sees: ALL,
    withheld: null,
  },
  'nothing that was shown again later': {
    after: async (run) => {
      await run('pictures', 'hide', 'anna.jpg')
      await run('pictures', 'show', 'anna.jpg')
      await run('pictures', 'move', 'bo.jpg', '--to', 'anna')
      await undoLatest(run)
      await run('decide-group', '4a.jpg', 'hide')
      await run('decide-group', '4a.jpg', 'reopen')
      await run('withdraw', 'anna')
      await run('restore', 'anna')
      await run('unpublish', '--subject', 'bo')
      await run('publish', '--subject', 'bo')
      await run('unpublish', '--class', '4A')
      await run('publish', '--class', '4A')
      await run('consent', 'bo', 'print-and-sell', 'no')
      await run('consent', 'bo', 'print-and-sell', 'yes')
      await run('not-asked', 'class-picture', 'no')
      await run('not-asked', 'class-picture', 'yes')
      await run('change-class', 'anna', '4B')
      await run('change-class', 'anna', '4A')
      await run('unpublish')
      await run('publish')
    },
    sees: ALL,
    withheld: null,
  },
}

let root: string
let server: TestServer
let backup: string
const worlds = new Map<string, World>()
/** The restored shop. */
let restored: Awaited<ReturnType<typeof startServer>>
let output: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-sights-'))
  backup = join(root, 'backup')
  server = await startTestServer({ folder: join(root, 'data'), env: { MONGODB_URL: '', SECRET: '' } })
  const retouched = sharp({ create: { width: 1040, height: 1300, channels: 3, background: '#824' } })
  await writeFile(join(root, 'retouched.jpg'), await retouched.jpeg().toBuffer())
  for (const [name, { before }] of Object.entries(CASES)) {
    const world = await buildWorld()
    worlds.set(name, world)
    await before?.(runIn(world))
  }
  expect(await runInTerminal(backupCommand, [backup], server.app)).toMatchObject({ code: 0 })
  for (const [name, { after }] of Object.entries(CASES)) await after(runIn(worldOf(name)), worldOf(name).job)
  const env = emptyEnv()
  const { code, out } = await restore({ ...env, dataDir: server.app.env.dataDir }, '--into', env.dataDir)
  expect(code).toBe(0)
  output = out
  restored = await startServer({ env })
}, 300_000)
afterAll(async () => {
  await restored?.close()
  await server.close()
  await rm(root, { recursive: true })
})

const worldOf = (name: string) => worlds.get(name) as World

const emptyEnv = (more: Record<string, string> = {}) =>
  testEnv(join(root, `elsewhere-${randomUUID()}`), { MONGODB_URL: '', SECRET: '', ...more })

const restore = (env: Env, ...more: string[]) =>
  runInTerminal(
    (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
    [backup, ...more],
    server.app,
  )

/** Anna and Bo are in one class, Cia is in another one; each of the two has a picture of their own. */
async function buildWorld(): Promise<World> {
  const { app, provider } = server
  const job: Job = {
    provider: provider.key,
    uuid: randomUUID(),
    name: `Job ${randomUUID().slice(0, 8)}`,
    jobType: { uuid: randomUUID(), name: 'school' },
    photographer: { uuid: randomUUID(), name: 'A photographer' },
    year: 2026,
    creationTime: app.clock(),
    orderBy: null,
    freeDeliveryUntil: null,
    deletion: null,
    ...SHOWN_FLAGS,
    isArchived: false,
  }
  await jobsOf(app, provider.key).insertOne(job)
  const [anna, bo] = [await member(job, 'anna', '4A'), await member(job, 'bo', '4A')]
  await member(job, 'cia', '4B')
  await stored(job, '4a.jpg', { to: 'groups', groups: ['4A'] })
  await stored(job, 'anna.jpg', { to: 'subjects', subjects: [{ uuid: anna.uuid, isCover: false }] })
  await stored(job, 'bo.jpg', { to: 'subjects', subjects: [{ uuid: bo.uuid, isCover: false }] })
  const [annas, bos] = [
    await buildCustomer(server, { subjects: [anna.uuid] }),
    await buildCustomer(server, { subjects: [bo.uuid] }),
  ]
  return { job, anna, bo, families: { anna: annas, bo: bos } }
}

async function member({ provider, uuid: jobUuid }: Job, key: string, group: string): Promise<Subject> {
  const subject = {
    provider,
    uuid: randomUUID(),
    jobUuid,
    key,
    name: key,
    group,
    contact: { email: null, phone: null },
  }
  await subjectsOf(server.app, provider).insertOne(subject)
  return subject
}

async function stored({ provider, uuid: jobUuid }: Job, fileName: string, target: AssignmentTarget): Promise<void> {
  const pictureType = target.to === 'groups' ? 'GP' : 'IP'
  const built = await buildPicture(server.app, server.provider, { fileName, pictureType })
  await picturesOf(server.app, provider).insertOne(aStoredPicture({ provider, jobUuid }, built, target))
}

const runIn =
  ({ job }: World): Run =>
  async (what, ...args) => {
    const argv = [what, job.uuid, ...args, '--provider', server.provider.key]
    const { code, out, problem } = await runInTerminal(jobsCommand, argv, server.app)
    expect([code, problem], argv.join(' ')).toEqual([0, ''])
    return out
  }

/** What a family sees of a child in the restored shop. */
async function look(client: TestClient, { uuid }: Subject): Promise<string[] | null> {
  const { status, body } = await client.send(pictureSets.get, { subjectUuid: uuid })
  if (status !== 200) return null
  const { pictureSet } = body as { pictureSet: { pictures: { uuid: string }[] } }
  const found = await picturesOf(restored.app, server.provider.key)
    .find({ uuid: { $in: pictureSet.pictures.map((each) => each.uuid) } })
    .toArray()
  return found.map(({ fileName }) => fileName).sort()
}

async function sightIn(port: number, { families, ...world }: World): Promise<Sight> {
  const entries = (['anna', 'bo'] as const).map(async (child) => {
    const { customer, password } = families[child]
    const client = createTestClient(port, server.provider.key)
    await client.call(account.signIn, { email: customer.email, password })
    return [child, await look(client, world[child])] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Sight
}

describe('a restored backup withholds again', () => {
  it.each(Object.keys(CASES))('%s', async (name) => {
    const { sees, withheld } = CASES[name] as Case
    const world = worldOf(name)
    expect(await sightIn(restored.port, world)).toEqual(sees)
    const line = output.split('\n').find((each) => each.includes(`"${world.job.name}"`)) ?? null
    expect(line).toBe(withheld === null ? null : `  withheld   of "${world.job.name}" (2026): ${withheld}`)
  })
})

it('records ids alone', async () => {
  const journal = (await readJournalFolder(server.app.env.dataDir)) ?? []
  const text = JSON.stringify(journal)
  expect(journal.length).toBeGreaterThan(Object.keys(CASES).length)
  expect(text).not.toMatch(/\b4A\b|\banna\b|"bo"|\.jpg|@/)
})

it('records it before it happens: a process that dies in between shows nothing more after a restore', async () => {
  const { job, anna } = await buildWorld()
  const broken = beforeUpdate(server.app, 'subjects', async () => {
    throw new Error('broke off')
  })
  await expect(withdrawSubject(broken, job, anna.uuid, { by: null })).rejects.toThrow('broke off')
  const journal = (await readJournalFolder(server.app.env.dataDir)) ?? []
  expect(journal.map(({ id }) => id)).toContain(`${job.uuid} ${anna.uuid} withdrawn`)
})

it('withholds a class that came after the backup from those who join it again, until it is published', async () => {
  const world = worldOf(LATER_CLASSES)
  const run = async (...[what = '', ...args]: string[]) => {
    const argv = [what, world.job.uuid, ...args, '--provider', server.provider.key]
    expect(await runInTerminal(jobsCommand, argv, restored.app)).toMatchObject({ code: 0, problem: '' })
  }
  const sees = (sight: Sight) => expect.poll(() => sightIn(restored.port, world)).toEqual(sight)
  await run('change-class', 'anna', '4C', '--new-class')
  await run('change-class', 'bo', '4D', '--new-class')
  await sees({ anna: [], bo: ['bo.jpg'] })
  await run('change-class', 'bo', '4C')
  await sees({ anna: [], bo: [] })
  await run('publish', '--class', '4C')
  await sees({ anna: ['anna.jpg'], bo: ['bo.jpg'] })
  await run('change-class', 'bo', '4B')
  await run('change-class', 'bo', '4C')
  await sees({ anna: ['anna.jpg'], bo: ['bo.jpg'] })
})

it('withholds such a class from those who are imported again', async () => {
  const { job } = worldOf(IMPORTED_CLASS)
  const folder = join(root, 'again')
  await mkdir(folder)
  await writeFile(join(folder, 'roster.csv'), 'key,name,group\ndia,Dia,4E\neva,Eva,4F\n')
  for (const [at, file] of ['dia_1.jpg', 'eva_1.jpg'].entries()) await writeFile(join(folder, file), await aPicture(at))
  const argv = [folder, '--job', job.name, '--year', `${job.year}`, '--provider', server.provider.key]
  expect(await runInTerminal(importCommand, argv, restored.app)).toMatchObject({ code: 0 })
  const members = subjectsOf(restored.app, server.provider.key)
  const visible = async (key: string) => {
    const subject = (await members.findOne({ jobUuid: job.uuid, key })) as Subject
    const [set] = await findDeliveredSets(restored.app, server.provider.key, [subject.uuid])
    return set?.pictures.map(({ fileName }) => fileName)
  }
  expect([await visible('dia'), await visible('eva')]).toEqual([[], ['eva_1.jpg']])
})

it('is released by the operator, and a backup made afterwards is restored as it was', async () => {
  const run = async (world: World, ...args: string[]) => {
    const argv = [args[0] ?? '', world.job.uuid, ...args.slice(1), '--provider', server.provider.key]
    return (await runInTerminal(jobsCommand, argv, restored.app)).out
  }
  const moved = worldOf('a picture that was moved to another child')
  const withdrawn = worldOf('a child who was withdrawn, with the pictures with others')
  for (const [world, command] of [
    [moved, 'move'],
    [withdrawn, 'withdraw'],
  ] as const) {
    const history = await run(world, 'history')
    expect(history).toMatch(new RegExp(`^\\d+ .*${command}`, 'm'))
    await run(world, 'undo', /^\d+/m.exec(history)?.[0] ?? '')
  }
  await expect.poll(() => sightIn(restored.port, moved)).toEqual(ALL)
  await expect.poll(() => sightIn(restored.port, withdrawn)).toEqual(ALL)
  const folder = join(root, 'later')
  expect(await runInTerminal(backupCommand, [folder], restored.app)).toMatchObject({ code: 0 })
  const env = emptyEnv()
  const { code, out } = await runInTerminal(
    (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
    [folder],
    server.app,
  )
  expect([code, out]).toEqual([0, expect.not.stringContaining('  withheld   of ')])
})

it('with MONGODB_URL withholds it in the database that was restored by its own tools', async () => {
  const secret = (await readFile(join(server.app.env.dataDir, 'secret'), 'utf8')).trim()
  const database = emptyEnv()
  // a machine that has the backup alone
  expect((await restore(database)).out).toContain('No journal of deletions after ')
  const local = await openLocalMongo({ folder: join(database.dataDir, 'db') })
  const folder = join(root, 'backup-of-mongodb')
  const { app } = server
  await runInTerminal(backupCommand, [folder], { ...app, env: { ...app.env, mongodbUrl: local.url, secret } })
  const env = { ...emptyEnv({ SECRET: secret }), mongodbUrl: local.url }
  const { code, out } = await runInTerminal(
    (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
    [folder],
    app,
  )
  expect([code, out]).toEqual([0, expect.stringContaining('  withheld   of ')])
  const opened = await startServer({ env })
  for (const name of ['a picture that was moved to another child', 'a class that was unpublished'])
    expect(await sightIn(opened.port, worldOf(name)), name).toEqual(CASES[name]?.sees)
  await opened.close()
  await local.close()
})
