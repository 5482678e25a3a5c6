import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Served {
  readonly child: ChildProcess
  /** What the process printed: the address, or why it could not serve. */
  readonly url: string
  readonly owner: boolean
  readonly reason: string | undefined
  readonly message: string | undefined
}

/** The product as it stands; a test of faults has a copy of it elsewhere. */
export const source = join(import.meta.dirname, '..')

/** A file of a source folder as Node itself loads it: a copy need not pass through the test runner. */
export function load<Module>(from: string, file: string): Module {
  return createRequire(import.meta.url)(join(from, file))
}

export function loadOpen(from: string): typeof import('../open.ts') {
  return load(from, 'open.ts')
}

/** Serves a folder from a process of its own. `shell` is what a shell does first: a limit, another user. */
export async function serveInProcess(
  folder: string,
  from = source,
  shell = '',
  options: SpawnOptions = {},
): Promise<Served> {
  const script = `${shell} exec "${process.execPath}" "${join(from, 'proofs/child.ts')}" "${folder}"`
  const child = spawn('sh', ['-c', script], { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) }
  throw new Error(`the process ended without a word (${child.exitCode})`)
}

/** Ends a process as a power cut would: nothing of it is asked. */
export async function killNow(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
