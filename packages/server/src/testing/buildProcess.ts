import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The real server as a separate process. */
export type ServerProcess = {
  pid: number
  /** Its output so far, line by line. */
  output: string[]
  /** Without a signal handler, like a power cut. */
  kill(): Promise<void>
  /** Ends it like an operator. */
  stop(): Promise<void>
}

/** Starts a server, through another program if one is named, and waits until its shop is open. */
export async function startProcess(
  env: Record<string, string>,
  through: readonly string[] = [],
): Promise<ServerProcess> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const [program = '', ...argv] = [...through, process.execPath, main]
  const child = spawn(program, argv, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  // several lines may arrive at once, and nobody waits for each of them
  const opening = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line)
    if (line.includes('the shop is open')) opening.resolve()
  })
  child.once('exit', (code) => opening.reject(new Error(`The server ended with ${code} before it was open`)))
  await opening.promise
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { pid: child.pid as number, output: output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
