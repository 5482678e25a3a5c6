import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildBuyer } from '../packages/server/src/cart/buildBuyer.ts'
import { startTestServer } from '../packages/server/src/http/testServer.ts'
import { type DeliveredPicture, subjectsOf } from '../packages/server/src/jobs/collection.ts'
import { ask, latenciesAt, percentile, rateOf, type Target } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'

const SERVER = join(import.meta.dirname, '../packages/server/src/main.ts')
const BARE_KOA = join(import.meta.dirname, 'calls/bareKoa.ts')
const CALLERS = 16
const RATIO_GOAL = 0.1
const CALLS_A_SECOND = 300
const P99_GOAL = 25

/**
 * The picture-set and the cart call of a shop in production mode on the local database, beside a bare Koa that answers
 * the same bytes: the two take turns, and a ratio is the median of the turns. Then both calls at 300 a second.
 */
export async function benchCalls({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-calls-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const calls = await fillShop(folder, secret)
    const port = await startChild(children, SERVER, [], {
      DATA_DIR: folder,
      SECRET: secret,
      NODE_ENV: 'production',
    })
    const seconds = Math.max(0.5, 3 * scale)
    const rounds = Math.max(1, Math.round(5 * scale))
    const targets = calls.map((call) => ({ ...call, port }))
    const figures: Figure[] = []
    for (const target of targets) {
      const body = await warmUp(target)
      const file = join(folder, `${target.name}.json`)
      await writeFile(file, body)
      const bare = { port: await startChild(children, BARE_KOA, [file]), path: '/' }
      await rateOf(bare, CALLERS, seconds / 3)
      figures.push(await compare(target, bare, { body, rounds, seconds }))
    }
    const latencies = await latenciesAt(targets, CALLS_A_SECOND, Math.max(2, 20 * scale))
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
    return figures
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
    await rm(folder, { recursive: true, force: true })
  }
}

type Call = Omit<Target, 'port'> & { name: string }

/** A shop with a customer who has a picture set of nine pictures and three cards in the cart. */
async function fillShop(folder: string, secret: string): Promise<Call[]> {
  const server = await startTestServer({ folder, env: { SECRET: secret } })
  try {
    const { provider, app } = server
    const buyer = await buildBuyer(server)
    const { subject, pictures } = buyer.set
    const more = Array.from(
      { length: 6 },
      (_each, index): DeliveredPicture => ({
        ...pictures.first,
        uuid: randomUUID(),
        fileName: `more-${index}.jpg`,
      }),
    )
    await subjectsOf(app, provider.key).updateOne({ uuid: subject.uuid }, { $push: { pictures: { $each: more } } })
    for (const name of ['Emma', 'Emma and Noah', 'Grandmother']) await buyer.add({ name })
    const cookie = [...buyer.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const query = `provider=${provider.key}`
    return [
      { name: 'picture set', path: `/api/webshop/picture-sets/${subject.uuid}?${query}`, headers: { cookie } },
      { name: 'cart of three cards', path: `/api/webshop/cart?${query}`, headers: { cookie } },
    ]
  } finally {
    await server.close()
  }
}

async function warmUp(target: Target): Promise<Buffer> {
  await rateOf(target, CALLERS, 1)
  const agent = new Agent()
  return ask(agent, target)
}

type Measure = { body: Buffer; rounds: number; seconds: number }

async function compare(target: Target & Call, bare: Target, measure: Measure): Promise<Figure> {
  const { body, rounds, seconds } = measure
  const turns: { shop: number; koa: number }[] = []
  for (let round = 0; round < rounds; round++) {
    turns.push({ shop: await rateOf(target, CALLERS, seconds), koa: await rateOf(bare, CALLERS, seconds) })
  }
  const median = (values: number[]) => percentile(values, 50)
  const ratio = median(turns.map(({ shop, koa }) => shop / koa))
  const koa = median(turns.map((turn) => turn.koa))
  return {
    name: `${target.name}, ${(body.length / 1000).toFixed(1)} kB, ${CALLERS} callers`,
    value: median(turns.map(({ shop }) => shop)),
    unit: 'calls/s',
    beside: `bare Koa, the same bytes: ${Math.round(koa)} calls/s`,
    ratio,
    goal: `at least ${RATIO_GOAL}`,
    met: ratio >= RATIO_GOAL,
  }
}

/** Starts a program that listens on a port of its own, and waits until it answers. Programs take the port by PORT or first. */
async function startChild(
  children: ChildProcess[],
  file: string,
  argv: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, [file, String(port), ...argv], {
    env: { PATH: process.env.PATH, PORT: String(port), ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const agent = new Agent()
  for (const until = performance.now() + 20_000; ; ) {
    const answered = await ask(agent, { port, path: '/readyz' }).then(
      () => true,
      () => false,
    )
    if (answered) return port
    if (performance.now() > until || child.exitCode !== null) throw new Error(`${file} does not answer`)
    await sleep(50)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
