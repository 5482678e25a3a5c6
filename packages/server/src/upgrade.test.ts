import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { provider as providerCalls } from '@portraitkit/core/provider/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { restore } from '@portraitkit/local-mongo/backup.ts'
import type { Db } from 'mongodb'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWithheldSets, picturesOf } from './features/jobs/collection.ts'
import { ordersCommand } from './features/orders/command.ts'
import { workingKey } from './imaging/derivatives/pictureFiles.ts'
import { openDatabase } from './platform/db/connect.ts'
import { finishedMigrations, LIVE_MS } from './platform/migrations/collection.ts'
import { migrationsOf } from './platform/migrations/migration.ts'
import { findProvider } from './platform/provider/collection.ts'
import { type RunningServer, startServer } from './server.ts'
import { prepareOrder } from './testing/buildCheckout.ts'
import { createTestClient } from './testing/testClient.ts'
import { testEnv } from './testing/testServer.ts'
import { runInTerminal } from './testing/testTerminal.ts'
import type { VersionWorld } from './testing/versions/write.ts'

// The data of every version that was published, on which this one starts. Always in the local database, whose backups they are.

const VERSIONS = join(import.meta.dirname, 'testing/versions')
const names = (await readdir(VERSIONS))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))

let folder: string
let server: RunningServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-upgrade-'))
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A family's pictures: only what an earlier version stored and this one still shows. */
type SeenPicture = {
  uuid: string
  hash: string
  fileName: string
  pictureType: string
  keywords: string[]
  face?: object
}
const seenFacts = ({ uuid, hash, fileName, pictureType, keywords, face }: SeenPicture): SeenPicture => ({
  ...{ uuid, hash, fileName, pictureType, keywords },
  ...(face && { face }),
})

/** What each family of version 0.1 saw, by subject: its pictures were in `subjects` and `groupPictures`. */
async function readFamilies(db: Db): Promise<Map<string, SeenPicture[]>> {
  type OldSubject = { uuid: string; jobUuid: string; group: string; pictures: SeenPicture[] }
  type OldGroupPicture = SeenPicture & { jobUuid: string; groups: string[] }
  const subjects = await db
    .collection<OldSubject>('subjects')
    .find({ pictures: { $exists: true } })
    .toArray()
  const groupPictures = await db.collection<OldGroupPicture>('groupPictures').find({}).toArray()
  return new Map(
    subjects.map(({ uuid, jobUuid, group, pictures }) => {
      const ofGroup = groupPictures.filter((each) => each.jobUuid === jobUuid && each.groups.includes(group))
      return [uuid, [...pictures, ...ofGroup].map(seenFacts).sort(byUuid)]
    }),
  )
}
const byUuid = (one: SeenPicture, other: SeenPicture) => one.uuid.localeCompare(other.uuid)

/** Starts this version on the data of an earlier one. */
async function startOn(name: string) {
  const world: VersionWorld = JSON.parse(await readFile(join(VERSIONS, `${name}.json`), 'utf8'))
  const file = join(folder, 'backup')
  await writeFile(file, gunzipSync(await readFile(join(VERSIONS, `${name}.backup.gz`))))
  await mkdir(join(folder, 'data'))
  await restore(file, join(folder, 'data/db'))
  const env = { ...testEnv(join(folder, 'data'), { SECRET: world.secret }), mongodbUrl: undefined }
  const database = await openDatabase(env, pino({ level: 'silent' }))
  const families = await readFamilies(database.db)
  await database.close()
  // its server was stopped a minute ago, as an exclusive migration requires
  const behind = Date.now() - Date.parse(world.written) - LIVE_MS - 1000
  const clock = () => new Date(Date.now() - behind)
  server = await startServer({ env, clock, staticFolders: { site: folder, widgets: folder } })
  const provider = await findProvider(server.app, world.provider)
  if (!provider) throw new Error('The shop is gone')
  const client = createTestClient(server.port, world.provider)
  await client.call(account.signIn, { email: world.email, password: world.password })
  return { world, provider, client, app: server.app, families }
}

describe.each(names)('the data of version %s', (name) => {
  it('is brought up to date', async () => {
    const { app } = await startOn(name)
    expect(await finishedMigrations(app)).toEqual(new Set(migrationsOf(app.features).map(({ number }) => number)))
  })

  it('has its shop, pictures, cart and orders', async () => {
    const { world, client } = await startOn(name)
    expect(await client.call(providerCalls.settings, {})).toMatchObject({ key: world.provider })
    const { pictureSet } = await client.call(pictureSets.get, { subjectUuid: world.subject })
    expect(pictureSet.pictures.length).toBeGreaterThan(0)
    const { scenes } = await client.call(templates.scenes, {
      scenes: [{ template: { uuid: world.template }, subject: world.subject }],
    })
    expect(scenes).toHaveLength(1)
    expect((await client.call(carts.get, {})).cart.summary.totalPrice).toBe(world.cartTotal)
    const placed = (await client.call(orders.list, {})).find(({ uuid }) => uuid === world.order)
    expect(placed?.totalPrice).toBe(world.total)
    const { orderLines } = await client.call(orders.details, { uuid: world.order })
    expect(orderLines.filter(({ preview }) => preview)).toHaveLength(1)
  })

  it('shows every family exactly the pictures that it saw before', async () => {
    const { provider, app, families } = await startOn(name)
    const sets = await findWithheldSets(app, provider.key, [...families.keys()])
    const seen = sets.map(({ subject, pictures }) => [subject.uuid, pictures.map(seenFacts).sort(byUuid)] as const)
    expect(new Map(seen)).toEqual(families)
    expect([...families.values()].flat().length).toBeGreaterThan(0)
  })

  it('has orders that can be printed', async () => {
    const { world, provider, app } = await startOn(name)
    // the backup of a database contains no files
    for (const { uuid, width, height, working } of await picturesOf(app, provider.key).find({}).toArray()) {
      const file = await sharp({ create: { width, height, channels: 3, background: '#88aacc' } })
        .jpeg()
        .toBuffer()
      await app.blobs.put(workingKey({ provider: provider.key, uuid }, working), file)
    }
    const print = ['print', `#${world.order.slice(0, 8)}`, '--provider', provider.key, '--as', 'jpeg']
    const { code, problem } = await runInTerminal(ordersCommand, print, app)
    expect([code, problem]).toEqual([0, ''])
  })

  it('has a cart that can be bought', async () => {
    const { world, client, provider } = await startOn(name)
    const { ordering } = await prepareOrder({ client, provider }, 'invoice')
    expect((await client.send(checkout.transaction, ordering)).status).toBe(200)
    expect((await client.call(orders.list, {})).filter(({ uuid }) => uuid !== world.order)).toHaveLength(1)
  })
})

it('there is data of an earlier version', () => {
  expect(names.length).toBeGreaterThan(0)
})
