import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ServerProcess, startProcess } from './buildProcess.ts'

/** A server whose data is on a small disk of its own. */
export type SmallDisk = {
  server: ServerProcess
  /** The path of its data for this process: the disk is mounted only in the server's. */
  folder: string
  /** From now on nothing more can be written. */
  fill(): Promise<void>
  /** There is room again. */
  clear(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)
/** Copies the data onto a disk that only this process and its children see, so that it is gone when they end. */
const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$DATA_DIR" && cp -a "$2/." "$DATA_DIR" && shift 2 && exec "$@"'
const COPY = 'cp -a "$1/." "$DATA_DIR" && shift && exec "$@"'

/** Who may mount: the superuser, or anybody in a user namespace if the system allows that. Null: nobody. */
async function findNamespace(): Promise<string[] | null> {
  for (const namespace of [['--mount'], ['--user', '--map-root-user', '--mount']]) {
    const mounted = run('unshare', [...namespace, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()])
    const mayMount = await mounted.then(
      () => true,
      () => false,
    )
    if (mayMount) return ['unshare', ...namespace]
  }
  return null
}

/**
 * Starts a server on a copy of a data folder, on a disk with `megabytes` of room. If no disk can be mounted, a limit on the size
 * of files replaces the full disk: nothing can be written then either.
 */
export async function startOnSmallDisk(
  data: string,
  env: Record<string, string>,
  megabytes: number,
): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-small-disk-'))
  const namespace = await findNamespace()
  const through = namespace
    ? [...namespace, 'sh', '-c', MOUNT, 'sh', `${megabytes}m`, data]
    : ['sh', '-c', COPY, 'sh', data]
  const server = await startProcess({ ...env, DATA_DIR: folder }, through)
  const outside = join(`/proc/${server.pid}/root`, folder)
  const ballast = join(outside, 'ballast')
  const limit = (bytes: string) => run('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`])
  return {
    server,
    folder: outside,
    async fill() {
      if (namespace) writeUntilFull(ballast)
      else await limit('0')
    },
    async clear() {
      if (namespace) rmSync(ballast)
      else await limit('unlimited')
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Writes in large steps and then in small ones, until nothing more fits. */
function writeUntilFull(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (const bytes of [1 << 20, 4096, 1]) {
      const chunk = Buffer.alloc(bytes)
      try {
        for (;;) writeSync(handle, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(handle)
  }
}
