import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestServer } from './testServer.ts'

const WRITES = ['insert', 'update', 'delete', 'findAndModify']
const HEADER = 16
/** After the header: the flags, the kind of the section, the length of the document and the type of its first element. */
const NAME_AT = HEADER + 4 + 1 + 4 + 1
const MAIN = join(import.meta.dirname, '../cli/main.ts')

export type KilledCommand = {
  /** How many writes it sent; the last one did not arrive if it was killed. */
  writes: number
  /** Null if it was killed. */
  code: number | null
  output: string
}

/**
 * Runs a command in a process of its own on the data of a server, and kills it without a handler when it sends this write, which then
 * does not arrive; without `at`, it runs to its end.
 */
export function runKilledAt(
  server: Pick<TestServer, 'app'>,
  argv: readonly string[],
  at = Number.POSITIVE_INFINITY,
): Promise<KilledCommand> {
  return runWatched(server, argv, (write, kill) => {
    if (write !== at) return
    kill()
    return new Promise(() => {})
  })
}

/** Runs a command in a process of its own on the data of a server, and stops it before this write until `meanwhile` has ended. */
export function runStoppedAt(
  server: Pick<TestServer, 'app'>,
  argv: readonly string[],
  at: number,
  meanwhile: () => Promise<void>,
): Promise<KilledCommand> {
  return runWatched(server, argv, (write) => (write === at ? meanwhile() : undefined))
}

/** `beforeWrite` is called with the number of each write, which arrives, as what comes after it, when its promise is fulfilled. */
async function runWatched(
  { app }: Pick<TestServer, 'app'>,
  argv: readonly string[],
  beforeWrite: (write: number, kill: () => void) => Promise<void> | undefined,
): Promise<KilledCommand> {
  let writes = 0
  let stopped: Promise<void> | null = null
  const sockets = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(addressOf(app))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [near, far].map((each) => each.destroy()))
    }
    far.pipe(near)
    const pass = (message: Buffer) => void far.write(message)
    onMessage(near, (message) => {
      if (isWrite(message)) {
        const next = beforeWrite(++writes, () => void child.kill('SIGKILL'))
        if (next) stopped = Promise.all([stopped, next]).then(() => {})
      }
      if (stopped) void stopped.then(() => pass(message))
      else pass(message)
    })
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  const { dataDir, secret } = app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const MONGODB_URL = `mongodb://127.0.0.1:${port}/${app.db.databaseName}?directConnection=true`
  const env = { ...rest, DATA_DIR: dataDir, ...(secret && { SECRET: secret }), MONGODB_URL }
  const child = spawn(process.execPath, [MAIN, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number | null]
  for (const socket of sockets) socket.destroy()
  relay.close()
  return { writes, code, output: out + problem }
}

/** Where the database of an app is. */
function addressOf(app: TestServer['app']): { path: string } | { host: string; port: number } {
  const [address] = app.db.client.options.hosts
  if (address?.socketPath) return { path: address.socketPath }
  return { host: address?.host ?? '127.0.0.1', port: address?.port ?? 27017 }
}

/** Calls back with each message of the database's protocol, whole. */
function onMessage(socket: Socket, take: (message: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

function isWrite(message: Buffer): boolean {
  const end = message.indexOf(0, NAME_AT)
  return WRITES.includes(message.toString('latin1', NAME_AT, end))
}
