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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishedMigrations } from './platform/migrations/collection.ts'
import { migrationsOf } from './platform/migrations/migration.ts'
import { findProvider } from './platform/provider/collection.ts'
import { type RunningServer, startServer } from './server.ts'
import { prepareOrder } from './testing/buildCheckout.ts'
import { createTestClient } from './testing/testClient.ts'
import { testEnv } from './testing/testServer.ts'
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

/** Starts this version on the data of an earlier one. */
async function startOn(name: string) {
  const world: VersionWorld = JSON.parse(await readFile(join(VERSIONS, `${name}.json`), 'utf8'))
  const file = join(folder, 'backup')
  await writeFile(file, gunzipSync(await readFile(join(VERSIONS, `${name}.backup.gz`))))
  await mkdir(join(folder, 'data'))
  await restore(file, join(folder, 'data/db'))
  const env = { ...testEnv(join(folder, 'data'), { SECRET: world.secret }), mongodbUrl: undefined }
  const behind = Date.now() - Date.parse(world.written)
  const clock = () => new Date(Date.now() - behind)
  server = await startServer({ env, clock, staticFolders: { site: folder, widgets: folder } })
  const provider = await findProvider(server.app, world.provider)
  if (!provider) throw new Error('The shop is gone')
  const client = createTestClient(server.port, world.provider)
  await client.call(account.signIn, { email: world.email, password: world.password })
  return { world, provider, client, app: server.app }
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
