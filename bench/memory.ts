import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, SERVER, startChild, stopChildren } from './calls/child.ts'
import { rateOf } from './calls/load.ts'
import type { Extent, Figure } from './figures.ts'
import { fillPictureShop } from './memory/fillPictureShop.ts'
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
const CALLERS = 16
/** Several families send pictures at the same moment. */
const SENDERS = 4

/**
 * The resident memory of a server in production that serves one shop: calls, then photographs of 24 megapixels that customers
 * send, then the pictures made from them, again and again. Prints are made by commands in processes of their own.
 */
export async function benchMemory({ scale }: Extent): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-memory-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const customers = Math.max(4, Math.round(20 * scale))
    const { calls, senders } = await fillPictureShop(folder, secret, customers)
    const adminPort = await freePort()
    const port = await startChild(children, SERVER, [], {
      DATA_DIR: folder,
      SECRET: secret,
      NODE_ENV: 'production',
      ADMIN_PORT: String(adminPort),
      ...LAUNCH_ENVIRONMENT,
    })
    const memory = await watchMemory(adminPort)
    const rounds = Math.max(1, Math.round(6 * scale))
    const targets = calls.map((path) => ({ ...path, port }))
    for (let round = 0; round < rounds; round++) {
      await rateOf(targets, CALLERS, Math.max(1, 10 * scale))
      const pictures = await sendPictures(port, senders, SENDERS)
      await rateOf(pictures, CALLERS, Math.max(1, 5 * scale))
      await memory.note()
    }
    const { start, peak, last } = await memory.end()
    return [
      { name: 'resident at the start', value: start / MB, unit: 'MB' },
      { name: `resident after ${rounds} rounds of calls, uploads and pictures`, value: last / MB, unit: 'MB' },
      {
        name: 'highest resident on the way',
        value: peak / MB,
        unit: 'MB',
        goal: `under ${GOAL_MB} MB`,
        met: peak < GOAL_MB * MB,
      },
    ]
  } finally {
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}
