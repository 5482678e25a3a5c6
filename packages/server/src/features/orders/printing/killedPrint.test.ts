import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredTask } from '../../../platform/tasks/collection.ts'
import { buildBuyer } from '../../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../../testing/buildCheckout.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { orderSheet } from './orderSheetSchema.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  ;[server, folder] = await Promise.all([
    startTestServer({ provider: twoGateways() }),
    mkdtemp(join(tmpdir(), 'pk-killed-print-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const LINES = 3
const MAIN = join(import.meta.dirname, '../../../cli/main.ts')
const findTask = () => server.app.db.collection<StoredTask>('tasks').findOne({ kind: 'orders.print' })

async function placeOrder(): Promise<string> {
  const buyer = await buildBuyer(server)
  const lines = []
  for (let count = 0; count < LINES; count++) lines.push(await buyer.line())
  await buyer.client.call(carts.addLines, { requestId: randomUUID(), lines })
  const { ordering } = await prepareOrder(buyer, 'invoice')
  return (await buyer.client.call(checkout.transaction, ordering)).order.uuid
}

it('a print that was killed is continued by a server with the next line', async () => {
  const uuid = await placeOrder()
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const argv = [MAIN, 'orders', 'print', uuid, '--provider', server.provider.key, '--as', 'pdf', '--out', folder]
  const env = { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl }
  const child = spawn(process.execPath, argv, { env, stdio: 'ignore' })
  const printed = async () => ((await findTask())?.checkpoint as unknown[] | undefined)?.length ?? 0
  await expect.poll(printed, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect((await findTask())?.state).toBe('running')
  const before = await stat(join(folder, '1.pdf'))

  server.wait(60_000)
  await expect.poll(async () => (await findTask())?.state, { timeout: 60_000 }).toBe('done')
  const names = ['1.pdf', '2.pdf', '3.pdf', 'order.json']
  expect((await findTask())?.result).toEqual(names.map((name) => join(folder, name)))
  const files = await readdir(folder)
  expect(files.filter((name) => !name.endsWith('.part')).sort()).toEqual(names)
  // The first line was not printed again.
  expect((await stat(join(folder, '1.pdf'))).mtimeMs).toBe(before.mtimeMs)
  const sheet = orderSheet().parse(JSON.parse(await readFile(join(folder, 'order.json'), 'utf8')))
  expect(sheet.lines.map((line) => 'pdf' in line && line.pdf)).toEqual(names.slice(0, LINES))
  // What is stored about the task names nobody.
  const [subject = ''] = sheet.lines.flatMap(({ subjects }) => subjects)
  expect(subject).not.toBe('')
  expect(JSON.stringify(await findTask())).not.toContain(subject)
})
