import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '@portraitkit/core/checkout/contract.ts'
import { retakes } from '@portraitkit/core/retakes/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { ordersCommand } from '../orders/command.ts'

/** A picture of an order that turns out to be another child's, as it was ordered or by an exchange. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: twoGateways() })
})
afterAll(() => server.close())

async function anOrder() {
  const { app, provider } = server
  const buyer = await buildBuyer(server)
  const { subject } = buyer.set
  const ruby = { ...subject, uuid: randomUUID(), key: 'ruby', name: 'Ruby Hale' }
  await subjectsOf(app, provider.key).insertOne(ruby)
  await buyer.add()
  const { ordering } = await prepareOrder(buyer, 'invoice')
  const { order } = await buyer.client.call(checkout.transaction, ordering)
  return { buyer, number: `#${order.uuid.slice(0, 8)}` }
}

const run = async (command: typeof jobsCommand, { set }: Buyer, what: string, ...rest: string[]) => {
  const args = [what, set.job.uuid, ...rest, '--provider', server.provider.key]
  const { code, out } = await runInTerminal(command, args, server.app)
  expect(code).toBe(0)
  return out
}
const withheld = (buyer: Buyer) => run(ordersCommand, buyer, 'withheld')
const correct = (buyer: Buyer, ...rest: string[]) => run(jobsCommand, buyer, 'pictures', ...rest)

async function exchange(buyer: Buyer) {
  const { retake } = await buildRetake(server.app, server.provider, buyer.set)
  const [print] = (await buyer.client.call(retakes.list, {})).flatMap(({ prints }) => prints)
  const { order = '', key = '', exchanged } = print ?? {}
  const { hash = '' } = exchanged ?? {}
  await buyer.client.call(retakes.decide, { retakeUuid: retake.uuid, order, key, hash, decision: 'exchange' })
}

it('an ordered picture that is moved to another child is listed, until it is theirs again', async () => {
  const { buyer, number } = await anOrder()
  expect(await withheld(buyer)).toBe('0 orders.')
  await correct(buyer, 'move', '1.jpg', '--to', 'ruby')
  expect(await withheld(buyer)).toMatch(
    new RegExp(`^${number}.*\\n {4}1\\.jpg {2}not theirs any more: of Ruby Hale \\(4B\\)\\n1 order\\.$`),
  )
  await correct(buyer, 'add', '1.jpg', '--to', buyer.set.subject.key)
  expect(await withheld(buyer)).toBe('0 orders.')
  await correct(buyer, 'reject', '1.jpg')
  expect(await withheld(buyer)).toContain('1.jpg  not theirs any more: rejected')
})

it('who prints an order with a picture that is another child’s by now is warned', async () => {
  const { buyer, number } = await anOrder()
  const out = await mkdtemp(join(tmpdir(), 'pk-moved-'))
  const print = () =>
    runInTerminal(
      ordersCommand,
      ['print', number, '--as', 'jpeg', '--out', out, '--provider', server.provider.key],
      server.app,
    )
  const first = await print()
  expect([first.code, first.problem]).toEqual([0, expect.not.stringContaining('Look before')])
  await correct(buyer, 'move', '1.jpg', '--to', 'ruby')
  const { code, out: files, problem } = await print()
  expect([code, files]).toEqual([0, expect.stringContaining('.jpg')])
  // A server may have begun with it first, which the command says, too.
  expect(problem).toContain(
    `Look before you send it: ${number} contains what is not shown any more.\n    1.jpg  not theirs any more: of Ruby Hale (4B)`,
  )
  await rm(out, { recursive: true })
})

it('a picture for which a family has exchanged is listed when it is moved, and the earlier one is not', async () => {
  const { buyer, number } = await anOrder()
  await exchange(buyer)
  expect(await withheld(buyer)).toBe('0 orders.')
  await correct(buyer, 'move', 'retake.jpg', '--to', 'ruby')
  const out = await withheld(buyer)
  expect(out).toContain(number)
  expect(out).toContain('retake.jpg  not theirs any more: of Ruby Hale (4B)')
  await correct(buyer, 'move', 'retake.jpg', '--to', buyer.set.subject.key)
  await correct(buyer, 'reject', '1.jpg')
  expect(await withheld(buyer)).toBe('0 orders.')
})

it('the pictures of an order whose child is one person with another one are theirs, and are not listed', async () => {
  const { buyer, number } = await anOrder()
  await run(jobsCommand, buyer, 'merge', 'ruby', buyer.set.subject.key, '--yes')
  expect(await withheld(buyer)).toBe('0 orders.')
  await run(jobsCommand, buyer, 'withdraw', 'ruby')
  expect(await withheld(buyer)).toContain(number)
})

it('is offered to who has ordered before the child became one person with another one', async () => {
  const { buyer } = await anOrder()
  await run(jobsCommand, buyer, 'merge', 'ruby', buyer.set.subject.key, '--yes')
  const { app, provider } = server
  const ruby = await subjectsOf(app, provider.key).findOne({ jobUuid: buyer.set.job.uuid, key: 'ruby' })
  const { retake } = await buildRetake(app, provider, { ...buyer.set, subject: ruby ?? buyer.set.subject })
  const offered = async () => (await buyer.client.call(retakes.list, {})).flatMap(({ prints }) => prints)
  const [print] = await offered()
  const { order = '', key = '', exchanged } = print ?? {}
  const { hash = '' } = exchanged ?? {}
  await buyer.client.call(retakes.decide, { retakeUuid: retake.uuid, order, key, hash, decision: 'exchange' })
  expect((await offered())[0]?.decision).toBe('exchange')
})
