import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const running = new Set<ChildProcess>()

export interface ServedFolder {
  readonly child: ChildProcess
  /** What the process printed: the address, or the reason why it could not serve. */
  readonly url: string
  readonly owner: boolean
  readonly reason: string | undefined
  readonly message: string | undefined
}

/** The product's own source; the proofs of faults use a copy elsewhere. */
export const source = join(import.meta.dirname, '..')

/** A file of a source folder as Node itself loads it: a copy need not pass through the test runner. */
export function load<Module>(from: string, file: string): Module {
  return createRequire(import.meta.url)(join(from, file))
}

export function loadOpen(from: string): typeof import('../open.ts') {
  return load(from, 'open.ts')
}

/** A copy of the source with one place changed. The place must occur exactly once. */
export function copyChanged(from: string, folder: string, change: { file: string; from: string; to: string }): string {
  const copy = join(folder, 'src')
  cpSync(from, copy, { recursive: true })
  const file = join(copy, change.file)
  const text = readFileSync(file, 'utf8')
  if (text.split(change.from).length !== 2)
    throw new Error(`'${change.from}' must occur exactly once in ${change.file}`)
  writeFileSync(
    file,
    text.replace(change.from, () => change.to),
  )
  return copy
}

/** Serves a folder from a separate process. `shell` is run by the shell first: a limit, another user. */
export async function serveInProcess(
  folder: string,
  from = source,
  shell = '',
  options: SpawnOptions = {},
): Promise<ServedFolder> {
  const script = `${shell} exec "${process.execPath}" "${join(from, 'proofs/child.ts')}" "${folder}"`
  const child = spawn('sh', ['-c', script], { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(child)
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) }
  throw new Error(`the process ended without any output (${child.exitCode})`)
}

/** Ends every process that still runs: a failed test must leave nothing behind. */
export async function killAll(): Promise<void> {
  for (const child of running) await killProcess(child)
}

/** Ends a process like a power cut, without giving it a chance to react. */
export async function killProcess(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
