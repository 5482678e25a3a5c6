import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@portraitkit/core/account/contract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../features/account/collection.ts'
import { jobsOf, picturesOf, subjectsOf } from '../../features/jobs/collection.ts'
import { pictureDeletion } from '../../features/jobs/deletion/deletePictures.ts'
import { uploadsOf } from '../../features/uploads/collection.ts'
import { deleteDueUploads } from '../../features/uploads/deleteUploads.ts'
import { pictureFolder } from '../../imaging/derivatives/pictureFiles.ts'
import { openApp } from '../../openApp.ts'
import { startServer } from '../../server.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { blobsBelow, buildUpload } from '../../testing/buildUpload.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer, testEnv } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { App } from '../app.ts'
import type { Env } from '../env.ts'
import { backupCommand } from './backupCommand.ts'
import { backupDatabase } from './backupDatabase.ts'
import { restoreCommand } from './restoreCommand.ts'
import { fingerprint, listSnapshots } from './snapshots.ts'
import { contentFile, readBlobList } from './storedBlobs.ts'

let root: string
let server: TestServer
let buyer: Buyer
/** One good backup of the shop, which tests restore. */
let backup: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-restore-'))
  const options = { ...buildProvider().options, allowOwnPhotos: true }
  server = await startTestServer({
    folder: join(root, 'data'),
    env: { MONGODB_URL: '', SECRET: '' },
    provider: { ...twoGateways(), options },
  })
  buyer = await buildBuyer(server)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  await buyer.client.call(checkout.transaction, ordering)
  backup = join(root, 'backup')
  await backUp()
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

const DAY_MS = 24 * 60 * 60_000

async function backUp(): Promise<void> {
  expect(await runInTerminal(backupCommand, [backup], server.app)).toMatchObject({ code: 0 })
}

/** Of a machine that has nothing but the backup. */
const emptyEnv = (more: Record<string, string> = {}) =>
  testEnv(join(root, `elsewhere-${randomUUID()}`), { MONGODB_URL: '', SECRET: '', ...more })

const restore = (env: Env, ...more: string[]) =>
  runInTerminal(
    (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
    [backup, ...more],
    server.app,
  )

async function withApp<T>(env: Env, work: (app: App) => Promise<T>): Promise<T> {
  const { app, close } = await openApp(env)
  return work(app).finally(close)
}

async function flipByteOfOriginal(folder: string): Promise<{ key: string; file: string }> {
  const snapshot = (await listSnapshots(folder)).at(-1)
  for await (const { key, sha256 } of readBlobList(join(snapshot?.folder ?? '', 'blobs.jsonl'))) {
    if (!key.endsWith('original.jpeg')) continue
    const file = contentFile(folder, sha256)
    const handle = await open(file, 'r+')
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 100)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 100)
    await handle.close()
    return { key, file }
  }
  throw new Error('There is no original')
}

it('restores into an empty place, where a server shows the same pictures and orders', async () => {
  const see = async (client: typeof buyer.client) => {
    await client.call(account.signIn, { email: buyer.customer.email, password: buyer.password })
    const { pictureSet } = await client.call(pictureSets.get, { subjectUuid: buyer.set.subject.uuid })
    const files = pictureSet.pictures.map(async ({ display }) => (await client.fetch(display['640'] ?? '')).bytes)
    const list = await client.call(orders.list, {})
    return { pictures: await Promise.all(files), orders: list }
  }
  const before = await see(server.client())
  const env = emptyEnv()
  const { code, out } = await restore(env)
  expect([code, out]).toEqual([0, expect.stringMatching(/^Restored .* into /)])
  const restored = await startServer({ env })
  const after = await see(createTestClient(restored.port, server.provider.key))
  await restored.close()
  expect(after.orders).toEqual(before.orders)
  expect(after.orders).toHaveLength(1)
  expect(after.pictures).toHaveLength(3)
  expect(after.pictures.map((bytes, index) => bytes.equals(before.pictures[index] as Buffer))).toEqual([
    true,
    true,
    true,
  ])
  expect(await readFile(join(env.dataDir, 'secret'), 'utf8')).toBe(await readFile(join(root, 'data/secret'), 'utf8'))
})

it('deletes again what was deleted after the backup: accounts, pictures past their day, uploads, and the people of a job past its day', async () => {
  const { app, provider } = server
  const leaving = await buildCustomer(server)
  const sender = await buildCustomer(server)
  const upload = await buildUpload(sender.client, provider)
  const set = await buildPictureSet(app, provider)
  await backUp()
  const older = (await listSnapshots(backup)).at(-1)?.name ?? ''
  await leaving.client.call(profile.delete, { password: leaving.password })
  await sender.client.call(uploads.remove, { uuid: upload.uuid })
  await jobsOf(app, provider.key).updateOne({ uuid: set.job.uuid }, { $set: { deletion: app.clock() } })
  server.wait(DAY_MS)
  await deleteDueUploads(app)
  await pictureDeletion.run(app)

  const state = (env: Env) =>
    withApp(env, async (restored) => ({
      account: await customersOf(restored, provider).count({ _id: leaving.customer._id }),
      others: await customersOf(restored, provider).count({ _id: sender.customer._id }),
      upload: await uploadsOf(restored, provider.key).count({ uuid: upload.uuid }),
      pictures: await picturesOf(restored, provider.key).count({ jobUuid: set.job.uuid }),
      people: await subjectsOf(restored, provider.key).count({ jobUuid: set.job.uuid }),
      files: (
        await Promise.all(
          [upload, ...Object.values(set.pictures)].map(({ uuid }) =>
            blobsBelow(restored.blobs, pictureFolder({ provider: provider.key, uuid })),
          ),
        )
      ).flat().length,
    }))
  const gone = { account: 0, others: 1, upload: 0, pictures: 0, people: 0, files: 0 }

  // a machine that has the backup alone, and no later one
  const alone = emptyEnv()
  const { out } = await restore(alone)
  expect(out).toContain('  deletions  0 made after the backup and repeated')
  expect(out).toContain('No journal of deletions after ')
  expect(await state(alone)).toMatchObject({ account: 1, others: 1, upload: 1 })

  // another shop, such as one that was started on the new machine
  const fresh = emptyEnv()
  await withApp(fresh, async () => {})
  expect((await restore(fresh, '--replace')).out).toContain('No journal of deletions after ')

  // the journal of the machine that is lost
  const [journal = ''] = await readdir(join(root, 'data/deletions'))
  const given = emptyEnv()
  const repeated = await restore(given, '--deletions', join(root, 'data/deletions', journal))
  expect(repeated.out).toContain('  deletions  6 made after the backup and repeated')
  expect(repeated.out).not.toContain('No journal')
  expect(await state(given)).toEqual(gone)

  // beside the shop
  const into = emptyEnv()
  await restore({ ...into, dataDir: app.env.dataDir }, '--into', into.dataDir)
  expect(await state(into)).toEqual(gone)

  // a later backup contains it, and so restoring the older one repeats it
  await backUp()
  const later = emptyEnv()
  await restore(later, '--snapshot', older)
  expect(await state(later)).toEqual(gone)
  const again = await restore(later, '--snapshot', older, '--replace')
  expect(again.out).toContain('  deletions  6 made after the backup and repeated')
  expect(await state(later)).toEqual(gone)
})

it('names a damaged picture and restores nothing, or the rest on request', async () => {
  const { key, file } = await flipByteOfOriginal(backup)
  const env = emptyEnv()
  const { code, problem } = await restore(env)
  expect([code, problem]).toEqual([1, expect.stringContaining(`${key} is damaged in the backup: ${file}`)])
  expect(problem).toContain('Nothing was restored.')
  expect(await readdir(env.dataDir)).toEqual([])
  const rest = await restore(env, '--without-damaged')
  expect([rest.code, rest.out]).toEqual([0, expect.stringContaining(`Left out: ${key} is damaged`)])
  await withApp(env, async ({ blobs }) => expect(await blobs.head(key)).toBeNull())
  await rm(file)
  expect((await restore(emptyEnv())).problem).toContain(`${key} is missing in the backup`)
  await backUp()
  expect((await restore(emptyEnv())).code).toBe(0)
})

it('refuses a snapshot that somebody has changed to write outside the data folder, and changes nothing', async () => {
  const folder = join(root, 'tampered')
  await cp(backup, folder, { recursive: true })
  const snapshot = (await listSnapshots(folder)).at(-1)?.folder ?? ''
  const list = join(snapshot, 'blobs.jsonl')
  const lines = await readFile(list, 'utf8')
  await writeFile(list, lines.replace(/"key":"[^"]+"/, '"key":"../../../x"'))
  const manifest = JSON.parse(await readFile(join(snapshot, 'manifest.json'), 'utf8'))
  const blobs = { ...manifest.blobs, ...(await fingerprint(list)) }
  await writeFile(join(snapshot, 'manifest.json'), JSON.stringify({ ...manifest, blobs }))
  const env = emptyEnv()
  const { code, problem } = await runInTerminal(
    (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
    [folder],
    server.app,
  )
  expect([code, problem]).toEqual([
    1,
    `${list} was changed: it lists "../../../x", which is not the name of a picture. Use another snapshot.`,
  ])
  expect(await readdir(env.dataDir)).toEqual([])
  expect(existsSync(join(root, 'x'))).toBe(false)
})

it('refuses a folder that contains data or is open, and moves the data aside on request', async () => {
  const env = emptyEnv()
  await restore(env)
  await mkdir(join(env.dataDir, 'letters'))
  const refused = await restore(env)
  expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('There is data in ')])
  expect(refused.problem).toContain(
    'db, blobs, secret. Choose another folder with --into, or move it aside with --replace.',
  )
  const other = await startServer({ env })
  expect((await restore(env, '--replace')).problem).toContain('Stop it first.')
  await other.close()
  const picture = `${server.provider.key}/kept`
  await withApp(env, ({ blobs }) => blobs.put(picture, Buffer.from('was there before')))
  expect((await restore(env, '--replace')).code).toBe(0)
  const [aside = ''] = (await readdir(env.dataDir)).filter((name) => name.startsWith('before-restore-'))
  expect((await readFile(join(env.dataDir, aside, 'blobs', picture))).toString()).toBe('was there before')
  await withApp(env, async ({ blobs }) => expect(await blobs.head(picture)).toBeNull())
  expect(await readdir(env.dataDir)).toContain('letters')
})

it('lets nobody open the data after it was killed, until it has run again', async () => {
  const env = emptyEnv()
  const line = () => ({ _id: randomUUID(), provider: 'p', kind: 'recording', id: randomUUID(), time: new Date() })
  const journal = join(root, 'many.jsonl')
  await writeFile(journal, Array.from({ length: 1000 }, () => `${JSON.stringify(line())}\n`).join(''))
  const argv = [join(import.meta.dirname, '../../cli/main.ts'), 'restore', backup, '--deletions', journal]
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, DATA_DIR: env.dataDir, MONGODB_URL: '', SECRET: '' },
    stdio: 'ignore',
  })
  await expect
    .poll(() => existsSync(join(env.dataDir, 'restore-unfinished')), { timeout: 60_000, interval: 5 })
    .toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect(startServer({ env })).rejects.toThrow('is in progress or was interrupted')
  expect((await restore(env)).out).toContain('  deletions  ')
  await withApp(env, async (app) => expect(await customersOf(app, server.provider).count({})).toBeGreaterThan(0))
})

it('restores a snapshot of the database alone next to the pictures that are already there', async () => {
  const env = emptyEnv()
  await restore(env)
  const folder = join(root, 'before-upgrade')
  const added = await withApp(env, async (app) => {
    await backupDatabase(app, folder)
    await jobsOf(app, server.provider.key).insertOne({ uuid: 'broken' } as never)
    await app.blobs.put(`${server.provider.key}/later`, Buffer.from('later'))
    return app.blobs.head(`${server.provider.key}/later`)
  })
  const run = (...more: string[]) =>
    runInTerminal(
      (argv) => restoreCommand(argv, env, (target) => openApp(target, { isRestoring: true })),
      [folder, ...more],
      server.app,
    )
  expect((await run()).problem).toContain('already: db.')
  expect((await run('--replace')).out).toContain('pictures   unchanged')
  await withApp(env, async (app) => {
    expect(await jobsOf(app, server.provider.key).count({ uuid: 'broken' })).toBe(0)
    expect(await app.blobs.head(`${server.provider.key}/later`)).toEqual(added)
  })
})

it('with MONGODB_URL restores the rest, and repeats the deletions in that database', async () => {
  const { app, provider } = server
  const leaving = await buildCustomer(server)
  const folder = join(root, 'backup-of-mongodb')
  const secret = await readFile(join(root, 'data/secret'), 'utf8')
  // the local database at another address stands for a MongoDB that was restored by its own tools
  const database = emptyEnv()
  await backUp()
  await restore(database)
  const local = await openLocalMongo({ folder: join(database.dataDir, 'db') })
  await leaving.client.call(profile.delete, { password: leaving.password })
  const mongodb = { SECRET: secret.trim(), MONGODB_URL: local.url }
  await runInTerminal(backupCommand, [folder], { ...app, env: { ...app.env, mongodbUrl: local.url, secret } })
  const env = emptyEnv(mongodb)
  const run = (target: Env) =>
    runInTerminal(
      (argv) => restoreCommand(argv, target, (each) => openApp(each, { isRestoring: true })),
      [folder],
      server.app,
    )
  const { code, out } = await run({ ...env, mongodbUrl: local.url })
  expect([code, out]).toEqual([0, expect.stringContaining('as it is at MONGODB_URL')])
  expect(out).toMatch(/deletions {2}[1-9]/)
  await withApp({ ...env, mongodbUrl: local.url }, async (restored) => {
    expect(await customersOf(restored, provider).count({ _id: leaving.customer._id })).toBe(0)
    expect((await blobsBelow(restored.blobs, '')).length).toBeGreaterThan(0)
  })
  expect((await run(emptyEnv())).problem).toContain('because the shop used MONGODB_URL')
  await local.close()
})

it('says what it cannot find', async () => {
  expect((await restore(emptyEnv(), '--snapshot', '1999')).problem).toContain('There is no snapshot 1999. There are ')
  expect((await restore(emptyEnv(), '--deletions', join(root, 'none'))).problem).toContain('There are no deletions in ')
  const otherSecret = 'x'.repeat(32)
  expect((await restore(emptyEnv({ SECRET: otherSecret }))).problem).toContain(
    'SECRET is not the secret of the snapshot',
  )
  const none = join(root, 'nothing')
  const empty = await runInTerminal((argv) => restoreCommand(argv, emptyEnv(), openApp), [none], server.app)
  expect([empty.code, empty.problem]).toEqual([1, `There is no snapshot in ${none}.`])
})
