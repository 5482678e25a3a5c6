import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Extent, Figure } from './figures.ts'

const COLD_GOAL = 180
const WARM_GOAL = 10

/**
 * Seconds from `npm start` to the first page served, in a fresh clone with an empty home (nothing cached), and again. It runs
 * on the machine's Node, as it does for a newcomer. It measures the last commit, not the work tree.
 */
export async function benchStartUp(_: Extent): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portraitkit-start-'))
  try {
    const clone = join(folder, 'a clone')
    execFileSync('git', ['clone', '-q', join(import.meta.dirname, '..'), clone])
    mkdirSync(join(folder, 'home'))
    const [port, adminPort, plainPort] = [await freePort(), await freePort(), await freePort()]
    const env = {
      PATH: (process.env.PATH ?? '')
        .split(delimiter)
        .filter((part) => !part.includes('node_modules'))
        .join(delimiter),
      HOME: join(folder, 'home'),
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PLAIN_PORT: String(plainPort),
    }
    const cold = await startAndStop(clone, env, port, COLD_GOAL * 3)
    const warm = await startAndStop(clone, env, port, WARM_GOAL * 6)
    return [
      {
        name: 'cold start: install, build, seed, serve',
        value: cold,
        unit: 's',
        goal: `under ${COLD_GOAL} s on two cores`,
        met: cold < COLD_GOAL,
      },
      {
        name: 'second start',
        value: warm,
        unit: 's',
        goal: `under ${WARM_GOAL} s on two cores`,
        met: warm < WARM_GOAL,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a shop, waits for its first page, stops it with Ctrl-C, and checks that it ended well. */
async function startAndStop(
  folder: string,
  env: NodeJS.ProcessEnv,
  port: number,
  timeoutSeconds: number,
): Promise<number> {
  const began = performance.now()
  // a process group of its own, as a terminal would create it: the signal below reaches all of it, like Ctrl-C
  const child = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  try {
    await waitUntilServed(child, `http://localhost:${port}/`, timeoutSeconds)
    const seconds = (performance.now() - began) / 1000
    const code = await interrupt(child)
    if (code !== 0) throw new Error(`npm start ended with ${code} after Ctrl-C`)
    return seconds
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${output}`, { cause: error })
  } finally {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
  }
}

async function waitUntilServed(child: ChildProcess, url: string, timeoutSeconds: number): Promise<void> {
  const deadline = performance.now() + timeoutSeconds * 1000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode} before it served a page`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`No page within ${timeoutSeconds} s`)
}

function interrupt(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((done) => child.on('close', done))
  if (child.pid) process.kill(-child.pid, 'SIGINT')
  return ended
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
