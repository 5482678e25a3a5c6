import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClientClosedError, MongoNotConnectedError } from 'mongodb'
import type { App } from '../platform/app.ts'
import { type Env, readEnv } from '../platform/env.ts'
import { saveProvider } from '../platform/provider/collection.ts'
import type { Provider } from '../platform/provider/document.ts'
import { type RunningServer, startServer } from '../server.ts'
import { buildProvider } from './buildProvider.ts'
import { SlowQueriesError, watchQueries } from './queryPlans.ts'
import { createTestClient, type TestClient } from './testClient.ts'

export type TestServer = {
  app: App
  url: string
  port: number
  server: RunningServer
  /** A generated provider; `other` is a second one, for data that must never be reached through the first. */
  provider: Provider
  other: Provider
  /** A new browser, by default in the first provider's shop. */
  client(provider?: Provider): TestClient
  /** Moves the server's clock forward. */
  wait(ms: number): void
  close(): Promise<void>
}

export type TestOptions = {
  provider?: Partial<Provider>
  other?: Partial<Provider>
  env?: Record<string, string>
  /** A new data folder, which stays. */
  folder?: string
  /** The folder of the shop's page; by default there is none. */
  site?: string
  /** The folder of the built widgets; by default there is none. */
  widgets?: string
}

/**
 * A whole server for one test file: a fresh data folder, random ports, the local database or, with MONGODB_URL, a new database
 * there, and two generated providers. Close it afterwards: that removes all of it, and throws SlowQueriesError if the product
 * made a query that no index serves.
 */
export async function startTestServer(options: TestOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'pk-test-')))
  let ahead = 0
  const server = await startServer({
    env: testEnv(folder, options.env),
    staticFolders: {
      site: options.site ?? join(folder, 'no-site'),
      widgets: options.widgets ?? join(folder, 'no-widgets'),
    },
    clock: () => new Date(Date.now() + ahead),
  })
  const queries = watchQueries(server.app)
  const provider = buildProvider(options.provider)
  const other = buildProvider(options.other)
  await saveProvider(server.app, provider)
  await saveProvider(server.app, other)
  return {
    app: server.app,
    url: server.url,
    port: server.port,
    server,
    provider,
    other,
    client: (of = provider) => createTestClient(server.port, of.key),
    wait(ms) {
      ahead += ms
    },
    async close() {
      // A test may have closed the server itself: then its database can no longer be queried.
      const slow = await queries.explain().catch(ignoreClosed)
      if (server.database === 'mongodb') await server.app.db.dropDatabase()
      await server.close()
      if (!options.folder) await rm(folder, { recursive: true, force: true })
      if (slow.length > 0) throw new SlowQueriesError(slow)
    },
  }
}

function ignoreClosed(error: unknown): [] {
  if (error instanceof MongoNotConnectedError || error instanceof MongoClientClosedError) return []
  throw error
}

/** The environment of a test: random values, and only MONGODB_URL from outside. */
export function testEnv(folder: string, more: Record<string, string> = {}): Env {
  const { MONGODB_URL } = process.env
  return readEnv({
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: folder,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    SECRET: randomBytes(32).toString('hex'),
    ...(MONGODB_URL && { MONGODB_URL: ownDatabase(MONGODB_URL) }),
    ...more,
  })
}

/** The same MongoDB with a new database. */
function ownDatabase(url: string): string {
  const name = `pk-test-${randomBytes(6).toString('hex')}`
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`)
}
