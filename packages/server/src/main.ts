import { StartError } from './platform/db/startError.ts'
import { EnvError } from './platform/env.ts'
import { startServer } from './server.ts'

/** The server as a program: starts with the environment, ends cleanly with the first Ctrl-C or SIGTERM. */
try {
  const server = await startServer()
  const { log } = server.app
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'closing')
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the server did not close cleanly')
          process.exit(1)
        },
      )
    })
  }
  log.info({ url: server.url, database: server.database }, 'the shop is open')
  if (server.database === 'local') {
    log.info('the local database is in use; for a MongoDB replica set start with MONGODB_URL and SECRET')
  }
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
