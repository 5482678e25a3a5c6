import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './load.ts'

/** The shop's server, as a separate program. */
export const SERVER = join(import.meta.dirname, '../../packages/server/src/main.ts')

/** Starts a program on a free port, and waits until it answers. Programs take the port from PORT or as the first argument. */
export async function startChild(
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

/** A port that no program listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function stopChildren(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill()
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
}
