import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { LocalMongoError } from './errors.ts'
import { serveConnection } from './server/connection.ts'
import { createEngine } from './server/engine.ts'
import type { Budget } from './server/limits.ts'
import { takeLock } from './storage/lock.ts'
import { openStore } from './storage/store.ts'

/** The data passed to the thread when it is created. */
export interface WorkerInput {
  readonly folder: string
  readonly socket: string
  readonly expiryInterval: number | undefined
}

/** The thread's messages: first the result of its start, then lines for the log, finally that it is closed. */
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

function serve({ folder, socket, expiryInterval }: WorkerInput): void {
  const lock = takeLock(folder)
  if (!lock) {
    tell({ kind: 'busy' })
    return
  }
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

  parentPort?.once('message', () => {
    for (const connection of open) connection.destroy()
    server.close(() => {
      engine.stop()
      store.close()
      lock.release()
      tell({ kind: 'closed' })
      parentPort?.close()
    })
  })
}

try {
  serve(workerData as WorkerInput)
} catch (error) {
  const { reason, message } = error instanceof LocalMongoError ? error : new LocalMongoError('failed', String(error))
  tell({ kind: 'failed', reason, message })
}
