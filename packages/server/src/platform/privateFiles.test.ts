import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { support } from '@portraitkit/core/support/contract.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lettersCommand } from '../features/letters/command.ts'
import { ordersCommand } from '../features/orders/command.ts'
import { recordingsCommand } from '../features/support/command.ts'
import { buildBuyer } from '../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { writePrivate } from './privateFiles.ts'

// The data folder, and the files that commands write for an operator: nobody else on the machine can read them.

let server: TestServer
let above: string
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'pk-private-'))
  server = await startTestServer({ provider: twoGateways(), folder: join(above, 'data') })
})
afterAll(async () => {
  await server.close()
  await rm(above, { recursive: true, force: true })
})

/**
 * What users other than the owner may read, change or list. The database keeps its files below a folder that nobody else can
 * enter.
 */
async function permissionsOfOthers(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const entry of [folder, ...(await entriesOf(folder))]) {
    const { mode } = await stat(entry)
    if ((mode & 0o077) !== 0) open.push(`${relative(folder, entry)} ${(mode & 0o777).toString(8)}`)
  }
  return open
}

async function entriesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() && entry.name !== 'db' ? [path, ...(await entriesOf(path))] : [path]
    }),
  )
  return below.flat()
}

it('only their owner can read emails, pictures, letters, print files and recordings', async () => {
  const { app, provider } = server
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined))
  const buyer = await buildBuyer(server)
  await buyer.client.call(carts.addLines, { requestId: crypto.randomUUID(), lines: [await buyer.line()] })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  const outbox = join(app.env.dataDir, 'outbox')
  await expect
    .poll(async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')), {
      timeout: 30_000,
    })
    .not.toEqual([])
  const { uuid, key } = await server.client().call(support.start, { userAgent: 'A browser' })
  const film = [
    { type: 4, data: { href: 'https://a.example/', width: 1, height: 1 }, timestamp: 1 },
    { type: 2, data: { node: { type: 0, id: 1, childNodes: [] }, initialOffset: { top: 0, left: 0 } }, timestamp: 2 },
  ]
  await server.client().call(support.events, { key, part: 0, events: JSON.stringify(film) })
  const html = join(app.env.dataDir, 'film.html')
  const codes = [
    await ordersCommand(['print', order.uuid, '--provider', provider.key], app),
    await lettersCommand([buyer.set.job.uuid, '--provider', provider.key], app),
    await recordingsCommand(['html', uuid, html], app),
  ]
  for (const spy of spies) spy.mockRestore()
  expect(codes).toEqual([0, 0, 0])
  const names = (await readdir(app.env.dataDir)).sort()
  expect(names).toEqual(expect.arrayContaining(['blobs', 'film.html', 'letters', 'orders', 'outbox']))
  expect(await permissionsOfOthers(app.env.dataDir)).toEqual([])
})

it('a file that others could read is closed to them when it is rewritten', async () => {
  const file = join(above, 'list.csv')
  await writeFile(file, 'old')
  await chmod(file, 0o644)
  await writePrivate(file, 'new')
  expect([(await stat(file)).mode & 0o777, await readFile(file, 'utf8')]).toEqual([0o600, 'new'])
})
