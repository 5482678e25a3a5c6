import { join } from 'node:path'
import { LocalMongoError } from '@portraitkit/local-mongo/errors.ts'
import { type LocalMongo, openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import { type Db, MongoClient } from 'mongodb'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { StartError } from './startError.ts'

export type Database = {
  db: Db
  /** `local` is the database that comes with the server, `mongodb` the one that MONGODB_URL names. */
  kind: 'local' | 'mongodb'
  close(): Promise<void>
}

/** The name of the local database, and of a MongoDB whose address names none. */
export const DEFAULT_NAME = 'portraitkit'
/** How long a call waits for an unreachable database before it is answered with 503. */
const CONNECT_TIMEOUT_MS = 3000
/** The local database is always reachable, but on a busy machine its first answer may take long. */
const LOCAL_TIMEOUT_MS = 30_000

/**
 * Opens the database: the one at MONGODB_URL, or otherwise the local one in DATA_DIR/db. Both are reached through the official
 * driver. Every write waits for the majority and the journal. Throws StartError if the database does not answer.
 */
export async function openDatabase(env: Env, log: Logger): Promise<Database> {
  if (env.mongodbUrl) {
    const client = await connect({ url: env.mongodbUrl, problem: 'The database at MONGODB_URL does not answer' })
    return { db: client.db(databaseNameOf(env.mongodbUrl)), kind: 'mongodb', close: () => client.close() }
  }
  const local = await openLocal(env, log)
  try {
    const problem = 'The local database does not answer'
    const client = await connect({ url: local.url, problem, wait: LOCAL_TIMEOUT_MS })
    return {
      db: client.db(databaseNameOf(local.url)),
      kind: 'local',
      async close() {
        await client.close()
        await local.close()
      },
    }
  } catch (error) {
    await local.close()
    throw error
  }
}

async function openLocal(env: Env, log: Logger): Promise<LocalMongo> {
  try {
    return await openLocalMongo({ folder: join(env.dataDir, 'db'), log: (line) => log.info(line) })
  } catch (cause) {
    throw cause instanceof LocalMongoError ? new StartError(cause.message, { cause }) : cause
  }
}

type Connecting = { url: string; problem: string; wait?: number }

async function connect({ url, problem, wait = CONNECT_TIMEOUT_MS }: Connecting): Promise<MongoClient> {
  try {
    const client = new MongoClient(url, {
      writeConcern: { w: 'majority', journal: true },
      retryWrites: true,
      ...(!/[?&]serverSelectionTimeoutMS=/i.test(url) && { serverSelectionTimeoutMS: wait }),
      connectTimeoutMS: Math.max(5000, wait),
      // How soon the driver notices that the database is back.
      heartbeatFrequencyMS: 2000,
      ignoreUndefined: true,
      monitorCommands: true,
      // This driver wrote all texts: validating them again would take a tenth of the time of reading a large document.
      enableUtf8Validation: false,
    })
    return await client.connect()
  } catch (cause) {
    throw new StartError(`${problem}: ${(cause as Error).message}`, { cause })
  }
}

/** The database name in the path of the address. */
function databaseNameOf(url: string): string {
  const path = url.match(/^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/)?.[1]
  return path ? decodeURIComponent(path) : DEFAULT_NAME
}
