import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../openApp.ts'
import type { App } from '../platform/app.ts'
import { saveProvider } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type BuiltCustomer, buildCustomer } from './buildCustomer.ts'
import { freePort, type ServerProcess, startProcess } from './buildProcess.ts'
import { createTestClient, type TestClient } from './testClient.ts'
import { type TestServer, testEnv } from './testServer.ts'

type Which = 0 | 1

/** Two servers, each a process of its own, on one data folder and one database. */
export type ServerPair = {
  servers: [ServerProcess, ServerProcess]
  /** The output of the servers, including those that were killed. */
  output(): string[]
  /** Starts one again after it was killed. */
  restart(which: Which): Promise<void>
  /** The app on the same data, in this process; its clock runs this many milliseconds ahead. */
  withApp<T>(work: (app: App) => Promise<T>, aheadMs?: number): Promise<T>
  /** Kills both and deletes the data. */
  close(): Promise<void>
}

/** A customer of a pair, whose browser is signed in at both servers. */
export type PairCustomer = Pick<BuiltCustomer, 'customer'> & { clients: [TestClient, TestClient] }

/** Fills the shop while one server still runs in this process. */
export type FillShop = (server: TestServer, addCustomer: (subjects: string[]) => Promise<PairCustomer>) => Promise<void>

/** Starts two servers of one shop. Close them afterwards. */
export async function startServerPair(provider: Provider, fill: FillShop): Promise<ServerPair> {
  const folder = await mkdtemp(join(tmpdir(), 'pk-pair-'))
  const ports = [await freePort(), await freePort()] as const
  const { mongodbUrl, secret = '' } = testEnv(folder)
  const common = { DATA_DIR: join(folder, 'data'), ADMIN_PORT: '0', NODE_ENV: 'test', SECRET: secret }
  const envOf = (which: Which): Record<string, string> => ({
    ...common,
    PORT: String(ports[which]),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
  })
  const quietEnv = (level: string) => testEnv(join(folder, 'data'), { ...envOf(0), LOG_LEVEL: level })

  await fillShop(await startServer({ env: quietEnv('error') }), provider, ports, fill)
  const outputs: string[][] = []
  async function start(which: Which): Promise<ServerProcess> {
    const server = await startProcess(envOf(which))
    outputs.push(server.output)
    return server
  }
  async function withApp<T>(work: (app: App) => Promise<T>, aheadMs = 0): Promise<T> {
    const { app, close } = await openApp(quietEnv('silent'), { clock: () => new Date(Date.now() + aheadMs) })
    try {
      return await work(app)
    } finally {
      await close()
    }
  }
  const servers: [ServerProcess, ServerProcess] = [await start(0), await start(1)]
  return {
    servers,
    output: () => outputs.flat(),
    async restart(which) {
      servers[which] = await start(which)
    },
    withApp,
    async close() {
      for (const server of servers) await server.kill()
      if (mongodbUrl) await withApp((app) => app.db.dropDatabase())
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fillShop(
  running: RunningServer,
  provider: Provider,
  [port, other]: readonly [number, number],
  fill: FillShop,
): Promise<void> {
  try {
    await saveProvider(running.app, provider)
    const client = () => createTestClient(port, provider.key)
    const server = { app: running.app, provider, client } as unknown as TestServer
    await fill(server, async (subjects) => {
      const { client, customer } = await buildCustomer(server, { subjects })
      const second = createTestClient(other, provider.key)
      for (const [name, value] of client.cookies) second.cookies.set(name, value)
      return { customer, clients: [client, second] }
    })
  } finally {
    await running.close()
  }
}
