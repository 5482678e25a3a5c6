import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallName } from '../packages/core/src/contract.ts'
import { commandBudgets } from '../packages/server/src/platform/http/commandBudgets.ts'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { fillShop } from './calls/fillShop.ts'
import { ask, latenciesAt, percentile, rateOf, type Target } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'

const BARE_KOA = join(import.meta.dirname, 'calls/bareKoa.ts')
const CALLERS = 16
/** On a fast machine each calls again within the second for which a server caches grants and sessions, as a page does. */
const CUSTOMERS = 400
const CALLS_A_SECOND = 300
const P99_GOAL = 40
const COUNTED: readonly CallName[] = [
  'picture-sets.get',
  'cart.get',
  'cart.addLines',
  'checkout.create',
  'template.scenes',
]

/**
 * The picture-set and the cart call of a shop in production mode on the local database, each for many customers in turn,
 * compared with a bare Koa that sends the same bytes: the two take turns, and a ratio is the median of the turns. Then both
 * calls at 300 a second.
 */
export async function benchCalls({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-calls-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const calls = await fillShop(folder, secret, Math.max(20, Math.round(CUSTOMERS * scale)))
    const port = await startChild(children, SERVER, [], {
      DATA_DIR: folder,
      SECRET: secret,
      NODE_ENV: 'production',
    })
    const seconds = Math.max(0.5, 3 * scale)
    const rounds = Math.max(1, Math.round(5 * scale))
    const figures: Figure[] = []
    const all: Target[] = []
    for (const { name, paths, goal } of calls) {
      const targets = paths.map((path) => ({ ...path, port }))
      await rateOf(targets, CALLERS, Math.max(1, seconds))
      const body = await ask(new Agent(), targets[0] as Target)
      const file = join(folder, `${name}.json`)
      await writeFile(file, body)
      const bare = [{ port: await startChild(children, BARE_KOA, [file]), path: '/' }]
      await rateOf(bare, CALLERS, Math.max(1, seconds))
      const title = `${name}, ${(body.length / 1000).toFixed(1)} kB, ${targets.length} customers`
      figures.push(await compare(title, targets, bare, { rounds, seconds, goal }))
      all.push(...targets)
    }
    const latencies = await latenciesAt(all, CALLS_A_SECOND, Math.max(2, 20 * scale))
    const p99 = percentile(latencies, 99)
    figures.push(
      { name: `median of both calls at ${CALLS_A_SECOND} a second`, value: percentile(latencies, 50), unit: 'ms' },
      {
        name: `p99 of both calls at ${CALLS_A_SECOND} a second`,
        value: p99,
        unit: 'ms',
        goal: `under ${P99_GOAL} ms`,
        met: p99 < P99_GOAL,
      },
    )
    return [...figures, ...COUNTED.map(commandsOf)]
  } finally {
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The budget of a call, which a test of the server holds. */
function commandsOf(call: CallName): Figure {
  const [first = Number.NaN, again] = commandBudgets[call] ?? []
  const beside = again === undefined ? {} : { beside: `again within a second: ${again}` }
  return { name: `database commands of ${call}, nothing cached`, value: first, unit: 'commands', ...beside }
}

type Measure = { rounds: number; seconds: number; goal: number }

async function compare(
  name: string,
  shop: readonly Target[],
  bare: readonly Target[],
  { rounds, seconds, goal }: Measure,
): Promise<Figure> {
  const turns: { shop: number; koa: number }[] = []
  for (let round = 0; round < rounds; round++) {
    turns.push({ shop: await rateOf(shop, CALLERS, seconds), koa: await rateOf(bare, CALLERS, seconds) })
  }
  const median = (values: number[]) => percentile(values, 50)
  const ratio = median(turns.map((turn) => turn.shop / turn.koa))
  return {
    name,
    value: median(turns.map((turn) => turn.shop)),
    unit: 'calls/s',
    beside: `bare Koa, the same bytes: ${Math.round(median(turns.map(({ koa }) => koa)))} calls/s`,
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
  }
}
