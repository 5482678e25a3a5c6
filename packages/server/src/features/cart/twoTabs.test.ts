import { randomUUID } from 'node:crypto'
import { account } from '@portraitkit/core/account/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const long = process.env.PROOFS === 'long'

let shop: TestServer
let buyer: Buyer
beforeAll(async () => {
  shop = await startTestServer()
  buyer = await buildBuyer(shop)
})
afterAll(() => shop.close())

// The model: a cart as a person understands it from the specification. It identifies a line by the name that is written on it.
type Line = { name: string; quantity: number }
type Model = { lines: Line[]; done: string[] }
type Command =
  | { kind: 'add'; id: string; name: string; quantity: number }
  | { kind: 'change'; id: string; name: string; quantity: number }
  | { kind: 'remove'; id: string; name: string }

function apply({ lines, done }: Model, command: Command): { model: Model; ok: boolean } {
  const unchanged = { lines, done }
  if (done.includes(command.id)) return { model: unchanged, ok: true }
  const is = ({ name }: Line) => name === command.name
  if (command.kind !== 'add' && !lines.some(is)) return { model: unchanged, ok: false }
  const after =
    command.kind === 'add'
      ? [...lines, { name: command.name, quantity: command.quantity }]
      : command.kind === 'remove'
        ? lines.filter((line) => !is(line))
        : lines.map((line) => (is(line) ? { ...line, quantity: command.quantity } : line))
  return { model: { lines: after, done: [...done, command.id] }, ok: true }
}

/** Nine cards at 3.99, each further one at 2.49, counted across the cart. */
function total({ lines }: Model): number {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.min(pieces, 9) * 399 + Math.max(0, pieces - 9) * 249
}

type Plan = { kind: Command['kind']; tab: 0 | 1; line: number; quantity: number; again: boolean; together: boolean }

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom<Command['kind']>('add', 'change', 'change', 'remove'),
  tab: fc.constantFrom(0 as const, 1 as const),
  line: fc.nat(5),
  quantity: fc.integer({ min: 1, max: 12 }),
  /** Repeats an earlier command instead, as after a lost answer. */
  again: fc.boolean(),
  /** Sends it at the same moment as the previous one. */
  together: fc.boolean(),
})

describe('whatever two tabs do, one after the other or at once', () => {
  it(
    '[CRT-11] the cart matches a plain model, and each command was done once',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(plan, { minLength: 4, maxLength: long ? 40 : 16 }), async (plans) => {
          const { client, customer, password } = await buildCustomer(shop, { subjects: [buyer.set.subject.uuid] })
          const second = shop.client()
          await second.call(account.signIn, { email: customer.email, password })
          await run(plans, [client, second])
        }),
        { numRuns: long ? 60 : 6 },
      )
    },
    long ? 900_000 : 60_000,
  )
})

async function run(plans: Plan[], tabs: [TestClient, TestClient]): Promise<void> {
  const uuids = new Map<string, string>()
  const sent: Command[] = []
  let model: Model = { lines: [], done: [] }
  for (const batch of batches(plans)) {
    const commands = batch.map((each) => ({ tab: each.tab, command: commandOf(each, sent, model) }))
    for (const { command } of commands) if (!sent.includes(command)) sent.push(command)
    const answers = await Promise.all(commands.map(({ tab, command }) => send(tabs[tab], command, uuids)))
    const { cart } = await tabs[0].call(carts.get, {})
    const lines = cart.orderLines.map((line) => ({ name: nameOn(line), quantity: line.quantity }))
    for (const line of cart.orderLines) uuids.set(nameOn(line), line.uuid)
    // Sent at the same moment, they may take effect in any order, as if one of them had been first.
    const orders = permutations(commands.map(({ command }, index) => ({ command, ok: answers[index] })))
    const possible = orders.flatMap((order) => {
      let after = model
      const fits = order.every(({ command, ok }) => {
        const step = apply(after, command)
        after = step.model
        return step.ok === ok
      })
      return fits ? [after] : []
    })
    const real = possible.find((each) => JSON.stringify(each.lines) === JSON.stringify(lines))
    expect(real ?? { possible: possible.map((each) => each.lines) }, JSON.stringify(commands)).toMatchObject({ lines })
    model = real as Model
    expect(cart.summary.totalPrice).toBe(total(model))
    expect(cart.version).toBe(model.done.length)
  }
  expect((await tabs[1].call(carts.get, {})).cart.orderLines).toHaveLength(model.lines.length)
}

/** Groups of plans that are sent at once, at most three. */
function batches(plans: Plan[]): Plan[][] {
  const found: Plan[][] = []
  for (const each of plans) {
    const last = found.at(-1)
    if (each.together && last && last.length < 3) last.push(each)
    else found.push([each])
  }
  return found
}

let names = 0
function commandOf({ kind, line, quantity, again }: Plan, sent: Command[], { lines }: Model): Command {
  const earlier = sent[line]
  if (again && earlier) return earlier
  const id = randomUUID()
  const name = lines[line % Math.max(1, lines.length)]?.name
  if (kind === 'add' || !name) return { kind: 'add', id, name: `N${++names}`, quantity }
  return kind === 'change' ? { kind, id, name, quantity } : { kind: 'remove', id, name }
}

async function send(tab: TestClient, command: Command, uuids: Map<string, string>): Promise<boolean> {
  const { id: requestId, name } = command
  if (command.kind === 'add') {
    const lines = [await buyer.line({ name, quantity: command.quantity })]
    return (await tab.send(carts.addLines, { requestId, lines })).status === 200
  }
  const uuid = uuids.get(name) ?? randomUUID()
  const answer =
    command.kind === 'remove'
      ? await tab.send(carts.deleteLine, { uuid, requestId })
      : await tab.send(carts.updateLine, { uuid, requestId, quantity: command.quantity })
  if (answer.status !== 200) expect(answer.body).toMatchObject({ reason: 'cart.unknown_line' })
  return answer.status === 200
}

function nameOn({ template }: { template: { data: { userResources: Array<{ type: string }> } } | null }): string {
  const text = template?.data.userResources.find(({ type }) => type === 'STRING') as { text?: string } | undefined
  return text?.text ?? ''
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.filter((_other, at) => at !== index)).map((rest) => [item, ...rest]),
  )
}
