import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { LocalMongoError } from './errors.ts'
import { serveConnection } from './server/connection.ts'
import { createEngine } from './server/engine.ts'
import type { Budget } from './server/limits.ts'
import { takeLock } from './storage/lock.ts'
import { openStore } from './storage/store.ts'

/** What the thread serves next. */
export interface WorkerInput {
  readonly folder: string
  readonly socket: string
  readonly expiryInterval: number | undefined
}

/** The messages to the thread: a folder to serve, and after it is served, to close it; then the next folder may follow. */
export type WorkerMessage = WorkerInput | 'close'

/** The thread's messages for each folder: first the result of its start, then lines for the log, finally that it is closed. */
export type WorkerOutput =
  | { readonly kind: 'ready' | 'busy' | 'closed' }
  | { readonly kind: 'failed'; readonly reason: LocalMongoError['reason']; readonly message: string }
  | { readonly kind: 'log'; readonly line: string }

/** More than a server and its command lines ever need. */
const maxConnections = 1000

function tell(output: WorkerOutput): void {
  parentPort?.postMessage(output)
}

function log(line: string): void {
  tell({ kind: 'log', line })
}

/** Serves a folder and returns how to close it; undefined if another process serves it. */
function serve({ folder, socket, expiryInterval }: WorkerInput): (() => void) | undefined {
  const lock = takeLock(folder)
  if (!lock) return undefined
  const store = openStore(folder)
  const engine = createEngine(store, { address: socket, log, expiryInterval })
  const budget: Budget = { pending: 0 }
  const open = new Set<Socket>()
  const server = createServer((connection) => {
    open.add(connection)
    connection.once('close', () => open.delete(connection))
    serveConnection(connection, engine, budget, log)
  })
  server.maxConnections = maxConnections
  // The holder of the lock is the only server: an existing socket is left over from one that died.
  rmSync(socket, { force: true })
  server.listen(socket, () => tell({ kind: 'ready' }))

  return () => {
    for (const connection of open) connection.destroy()
    server.close(() => {
      engine.stop()
      store.close()
      lock.release()
      tell({ kind: 'closed' })
    })
  }
}

let close: (() => void) | undefined

parentPort?.on('message', (message: WorkerMessage) => {
  if (message === 'close') {
    close?.()
    return
  }
  try {
    close = serve(message)
    if (close) return
    tell({ kind: 'busy' })
  } catch (error) {
    const { reason, message: text } =
      error instanceof LocalMongoError ? error : new LocalMongoError('failed', String(error))
    tell({ kind: 'failed', reason, message: text })
  }
  // What it has left behind ends with the thread.
  parentPort?.close()
})
