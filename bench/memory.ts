import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, SERVER, startChild, stopChildren } from './calls/child.ts'
import { rateOf, type Target } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'
import { fillPictureShop, type Sender } from './memory/fillPictureShop.ts'
import { openPrinting } from './memory/printOrders.ts'
import { sendPictures } from './memory/sendPictures.ts'
import { watchMemory } from './memory/watchMemory.ts'

const MB = 1e6
/**
 * As the guide to production has it: what was freed of a large picture goes back at once instead of into a pool per thread, and
 * young objects have less room before they are collected.
 */
const LAUNCH_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_OPTIONS: '--max-semi-space-size=8',
}
const GOAL_MB = 512
/** What a server may need that also prints. */
const GOAL_PRINTING_MB = 768
/** How much more memory a server may use in the last quarter of a long run than in the second. */
const GOAL_GROWTH = 1.1
const CALLERS = 16
/** Several families send pictures at the same moment. */
const SENDERS = 4
const ROUNDS = 6

/** The work of families on a running server, and the port on which it reports its memory. */
type Shop = { port: number; adminPort: number; calls: readonly Target[]; senders: readonly Sender[]; scale: number }

/**
 * The resident memory of a server in production that serves one shop: calls, then photographs of 24 megapixels that customers
 * send, then the pictures made from them, again and again; then the same while it prints orders. With `minutes`, that continues
 * for so long, and shows whether memory leaks.
 */
export async function benchMemory({ scale, minutes }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-memory-'))
  const children: ChildProcess[] = []
  let printing: Awaited<ReturnType<typeof openPrinting>> | undefined
  try {
    const secret = randomBytes(32).toString('hex')
    const { calls, senders, order } = await fillPictureShop(folder, secret, Math.max(4, Math.round(20 * scale)))
    const adminPort = await freePort()
    const port = await startChild(children, SERVER, [], {
      DATA_DIR: folder,
      SECRET: secret,
      NODE_ENV: 'production',
      ADMIN_PORT: String(adminPort),
      ...LAUNCH_ENVIRONMENT,
    })
    printing = await openPrinting(folder, secret, order)
    const { print } = printing
    const shop = { port, adminPort, calls: calls.map((path) => ({ ...path, port })), senders, scale }
    const figures = [...(await measureFamilies(shop)), ...(await measurePrinting(shop, print))]
    return minutes === undefined ? figures : [...figures, ...(await measureGrowth(shop, print, minutes))]
  } finally {
    await printing?.close()
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

async function serveFamilies({ port, calls, senders, scale }: Shop): Promise<void> {
  await rateOf(calls, CALLERS, Math.max(1, 10 * scale))
  const pictures = await sendPictures(port, senders, SENDERS)
  await rateOf(pictures, CALLERS, Math.max(1, 5 * scale))
}

async function measureFamilies(shop: Shop): Promise<Figure[]> {
  const rounds = Math.max(1, Math.round(ROUNDS * shop.scale))
  const memory = await measureRounds(shop, rounds, () => serveFamilies(shop))
  return [
    megabytes('resident at the start', memory.start),
    megabytes(`resident after ${rounds} rounds of calls, uploads and pictures`, memory.last),
    limited('highest resident on the way', memory.peak, GOAL_MB),
  ]
}

async function measurePrinting(shop: Shop, print: () => Promise<void>): Promise<Figure[]> {
  const rounds = Math.max(1, Math.round((ROUNDS / 2) * shop.scale))
  const memory = await measureRounds(shop, rounds, () => Promise.all([serveFamilies(shop), print()]))
  return [
    megabytes(`resident after ${rounds} further rounds in which it also prints an order`, memory.last),
    limited('highest resident with printing', memory.peak, GOAL_PRINTING_MB),
  ]
}

async function measureGrowth(shop: Shop, print: () => Promise<void>, minutes: number): Promise<Figure[]> {
  const until = performance.now() + minutes * 60_000
  const work = () => Promise.all([serveFamilies(shop), print()])
  const { rounds, second, lastQuarter, peak } = await measureRounds(shop, () => performance.now() < until, work)
  return [
    {
      name: `median of the last quarter of ${minutes} minutes more (${rounds} rounds with printing)`,
      value: lastQuarter / MB,
      unit: 'MB',
      beside: `the second quarter: ${Math.round(second / MB)} MB`,
      ratio: lastQuarter / second,
      goal: `at most ${GOAL_GROWTH} times`,
      met: lastQuarter <= GOAL_GROWTH * second,
    },
    limited('highest resident in these minutes', peak, GOAL_PRINTING_MB),
  ]
}

/** Repeats the work, so many times or while there is time, and reports the memory meanwhile. */
async function measureRounds({ adminPort }: Shop, repeat: number | (() => boolean), work: () => Promise<unknown>) {
  const memory = await watchMemory(adminPort)
  try {
    let rounds = 0
    for (; typeof repeat === 'number' ? rounds < repeat : repeat(); rounds++) {
      await work()
      await memory.note()
    }
    return { rounds, ...memory.end() }
  } catch (error) {
    memory.end()
    throw error
  }
}

const megabytes = (name: string, bytes: number): Figure => ({ name, value: bytes / MB, unit: 'MB' })

function limited(name: string, bytes: number, goal: number): Figure {
  return { ...megabytes(name, bytes), goal: `under ${goal} MB`, met: bytes < goal * MB }
}
