import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { orders } from '@portraitkit/core/orders/contract.ts'
import { backupDatabase } from '../../platform/backup/backupDatabase.ts'
import { buildBuyer } from '../buildBuyer.ts'
import { prepareOrder, twoGateways } from '../buildCheckout.ts'
import { startTestServer } from '../testServer.ts'

// Writes the data of this version as a fixture: `node packages/server/src/testing/versions/write.ts <name>`, once before a version
// is published. Every later version has to start on it; see upgrade.test.ts. A fixture that was published never changes.

/** What a later version must find in the data. */
export type VersionWorld = {
  /** Signs and encrypts what is in the data. */
  secret: string
  /** When it was written: the shop's days continue from there. */
  written: string
  provider: string
  email: string
  password: string
  subject: string
  template: string
  order: string
  total: number
  cartTotal: number
}

const name = process.argv[2]
if (!name) throw new Error('Name the version')
const secret = 'the-secret-of-the-data-of-this-version'
const folder = await mkdtemp(join(tmpdir(), 'pk-version-'))
const server = await startTestServer({ folder, env: { SECRET: secret }, provider: twoGateways() })
const buyer = await buildBuyer(server)
await buyer.add({ name: 'Emma' })
const { ordering } = await prepareOrder(buyer, 'invoice')
await buyer.client.call(checkout.transaction, ordering)
const [order] = await buyer.client.call(orders.list, {})
await buyer.add({ name: 'Noah' })
const { cart } = await buyer.client.call(carts.get, {})
// one that is at the gateway
const open = await prepareOrder(buyer, 'sandbox')
await buyer.client.call(checkout.transaction, open.ordering)
const world: VersionWorld = {
  secret,
  written: server.app.clock().toISOString(),
  provider: server.provider.key,
  email: buyer.customer.email,
  password: buyer.password,
  subject: buyer.set.subject.uuid,
  template: buyer.template.definition.uuid,
  order: order?.uuid ?? '',
  total: order?.totalPrice ?? 0,
  cartTotal: cart.summary.totalPrice,
}
const file = join(await backupDatabase(server.app, join(folder, 'backups')), 'database.sqlite')
await writeFile(join(import.meta.dirname, `${name}.backup.gz`), gzipSync(await readFile(file), { level: 9 }))
await writeFile(join(import.meta.dirname, `${name}.json`), `${JSON.stringify(world, null, 2)}\n`)
await server.close()
await rm(folder, { recursive: true })
