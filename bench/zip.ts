import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER, startChild, stopChildren } from './calls/child.ts'
import { percentile } from './calls/load.ts'
import type { Bench, Figure } from './figures.ts'
import { fillShop, saveAnswer } from './zip/fillShop.ts'

/**
 * A bought set of 60 originals of 10 MB, downloaded with a ticket as one ZIP from a shop in production mode, compared with a
 * server that only sends a file with the same bytes: the two take turns, and the ratio is the median of the turns.
 */

const STATIC_FILE = join(import.meta.dirname, 'zip/staticFile.ts')
const PICTURES = 60
const BYTES = 10_000_000
const ROUNDS = 7
const RATIO_GOAL = 0.8
const GOAL_MEGABYTES = 150

export const benchZip: Bench = async ({ scale }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-bench-zip-'))
  const children: ChildProcess[] = []
  try {
    const secret = randomBytes(32).toString('hex')
    const rounds = Math.max(1, Math.round(ROUNDS * scale))
    const pictures = Math.max(6, Math.round(PICTURES * scale))
    const data = join(folder, 'data')
    // one to keep, one to warm up, one for each turn
    const paths = await fillShop({ folder: data, secret, pictures, bytes: BYTES, downloads: rounds + 2 })
    const env = { DATA_DIR: data, SECRET: secret, NODE_ENV: 'production' }
    const shop = await startChild(children, SERVER, [], env)
    const server = children[0]?.pid ?? 0
    const zip = join(folder, 'set.zip')
    const addresses = paths.map((path) => ({ port: shop, path }))
    await saveAnswer(`http://127.0.0.1:${shop}${addresses.shift()?.path}`, zip)
    const { size } = await stat(zip)
    const bare = { port: await startChild(children, STATIC_FILE, [zip]), path: '/file' }
    await download(bare, size)
    await download(addresses.shift() as Address, size)
    const before = await forgetPeak(server)
    const turns: Turn[] = []
    for (const address of addresses) {
      const beside = await download(bare, size)
      turns.push({ bare: beside, zip: await download(address, size), megabytes: (await memoryOf(server)).peak })
    }
    return figuresOf(turns, { size, pictures, before })
  } finally {
    await stopChildren(children)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Seconds of each, and the maximum memory of the shop's process so far in megabytes. */
type Turn = { bare: number; zip: number; megabytes: number }

function figuresOf(turns: Turn[], { size, pictures, before }: { size: number; pictures: number; before: number }) {
  const median = (pick: (turn: Turn) => number) => percentile(turns.map(pick), 50)
  const rate = (pick: (turn: Turn) => number) => size / 1e6 / median(pick)
  const ratio = median((turn) => turn.bare / turn.zip)
  const grown = Math.max(...turns.map(({ megabytes }) => megabytes)) - before
  const figures: Figure[] = [
    {
      name: `a bought set of ${pictures} originals of ${BYTES / 1e6} MB, downloaded as one ZIP`,
      value: rate(({ zip }) => zip),
      unit: 'MB/s',
      beside: `a file server for Node (a stream of the file into the socket), the same bytes: ${Math.round(rate(({ bare }) => bare))} MB/s`,
      ratio,
      goal: `at least ${RATIO_GOAL}`,
      met: ratio >= RATIO_GOAL,
    },
    {
      name: `the shop's process at most (the kernel's VmHWM over ${turns.length} downloads), above what it had before them`,
      value: grown,
      unit: 'MB',
      beside: `${Math.round(before)} MB before`,
      goal: `under ${GOAL_MEGABYTES} MB`,
      met: grown < GOAL_MEGABYTES,
    },
  ]
  return figures
}

type Address = { port: number; path: string }

/** Seconds until the last byte has arrived. The bytes are discarded. */
function download(address: Address, size: number): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', ...address }, (answer) => {
      let came = 0
      answer.on('data', (chunk: Buffer) => {
        came += chunk.length
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200 && came === size) resolve((performance.now() - began) / 1000)
        else reject(new Error(`${address.path} answered ${answer.statusCode} with ${came} of ${size} bytes`))
      })
    })
      .on('error', reject)
      .end()
  })
}

/** The memory of a process in megabytes: its current size, and its maximum since the peak was reset. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6
  return { now: field('VmRSS'), peak: field('VmHWM') }
}

/** Resets the kernel's mark, and returns the current megabytes. */
async function forgetPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return (await memoryOf(pid)).now
}
