import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalMongoError } from './errors.ts'
import { toReadableError } from './storage/store.ts'
import { serveInThread } from './thread.ts'
import type { WorkerInput } from './worker.ts'

export interface LocalMongoOptions {
  /** The folder of the data; created with mode 0700 if it is missing. */
  readonly folder: string
  readonly log?: (line: string) => void
  /** Interval of the expiry by TTL indexes, in milliseconds; 60,000 as in MongoDB. */
  readonly expiryInterval?: number
}

export interface LocalMongo {
  /** For `new MongoClient(url)`: the Unix socket of the folder, the same for every process. */
  readonly url: string
  /** False if another process serves this folder and this one joined it. */
  readonly owner: boolean
  /** Stops serving, after the commands in progress; for a process that joined there is nothing to do. */
  close(): Promise<void>
}

/** How long a second process waits for the first to be ready. */
const joinTimeout = 10_000
const socketName = 'mongo.sock'
/** Maximum length of a Unix socket's address on Linux; on macOS it is 103. */
const maxSocketBytes = process.platform === 'linux' ? 107 : 103

/**
 * Opens the local database of a folder: serves it from a thread of this process, or joins the process that already does. Throws
 * LocalMongoError with `reason` read_only, corrupted, newer_format, disk_full, busy or unsupported_platform.
 */
export async function openLocalMongo(options: LocalMongoOptions): Promise<LocalMongo> {
  const log = options.log ?? (() => {})
  if (process.platform === 'win32') {
    throw new LocalMongoError(
      'unsupported_platform',
      'The local database needs Unix sockets; set MONGODB_URL to a MongoDB server.',
    )
  }
  const folder = prepareFolder(options.folder)
  const socket = socketPath(folder)
  const url = `mongodb://${encodeURIComponent(socket)}/?directConnection=true`
  const input: WorkerInput = { folder, socket, expiryInterval: options.expiryInterval }
  const until = Date.now() + joinTimeout
  for (;;) {
    const close = await serveInThread(input, log)
    if (close) {
      announce(folder, log)
      return { url, owner: true, close }
    }
    if (await answers(socket)) return { url, owner: false, close: async () => {} }
    if (Date.now() > until)
      throw new LocalMongoError('busy', `Another process has locked ${folder} but does not answer on ${socket}.`)
    await sleep(50)
  }
}

function prepareFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const folder = realpathSync(path)
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
    return folder
  } catch (error) {
    throw toReadableError(error, path)
  }
}

/** In the folder itself or, if its path is too long for a socket, in a separate one in the temporary folder. */
function socketPath(folder: string): string {
  const inside = join(folder, socketName)
  if (Buffer.byteLength(inside) <= maxSocketBytes) return inside
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `portraitkit-${process.getuid?.()}-${id}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(short)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new LocalMongoError(
      'busy',
      `${short} belongs to a different user; the socket of ${folder} cannot be created there.`,
    )
  }
  return join(short, socketName)
}

function announce(folder: string, log: (line: string) => void): void {
  log(`The local database is in use (${folder}). To use MongoDB, set MONGODB_URL=mongodb://host:27017/name.`)
  if (process.env.NODE_ENV !== 'production') return
  log(
    'WARNING: NODE_ENV is production, but data is stored in the local database: one machine, one process, no replica.',
  )
  log('WARNING: set MONGODB_URL to a MongoDB replica set before the shop opens to customers.')
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}
