import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { features } from './features.ts'
import { disableImageCache } from './imaging/print/imageCache.ts'
import { openApp } from './openApp.ts'
import type { App } from './platform/app.ts'
import { runBackground } from './platform/background.ts'
import { StartError } from './platform/db/startError.ts'
import { type Env, readEnv } from './platform/env.ts'
import { createAdminServer } from './platform/http/adminServer.ts'
import { createKoa } from './platform/http/koa.ts'
import { answerMalformedRequest, refuseExpectation } from './platform/http/malformedRequest.ts'
import { NO_PAGE_POLICY } from './platform/http/protectPage.ts'
import { openReleases } from './platform/http/releases.ts'
import { readStaticFiles } from './platform/http/staticFile.ts'
import { joinLiveServers } from './platform/migrations/liveServer.ts'
import { listProviders } from './platform/provider/collection.ts'
import { storeServerAddress } from './platform/serverAddress.ts'
import { runTasks } from './platform/tasks/runner.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

export type ServerOptions = {
  env?: Env
  /** The built shop and the built widgets; by default those of this repository. A missing one is not served. */
  staticFolders?: { site?: string; widgets?: string }
  /** For tests. */
  clock?: () => Date
}

export type RunningServer = {
  app: App
  /** The address of the shop, such as `http://localhost:4000`. */
  url: string
  port: number
  /** The address of the operators' page, on 127.0.0.1. */
  adminPort: number
  database: 'local' | 'mongodb'
  /** Finishes the current requests, stops the background work, closes the database. */
  close(): Promise<void>
}

/** How long current requests may take when the server stops. */
const CLOSE_MS = 5000

/** Starts the server. Throws StartError or EnvError with one sentence for the person at the terminal. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const given = options.env ?? readEnv()
  disableImageCache()
  const http = createServer(notReady)
  // Longer than a load balancer keeps a connection, so that the shop is never the first to hang up.
  http.keepAliveTimeout = 75_000
  http.on('clientError', answerMalformedRequest).on('checkExpectation', refuseExpectation)
  let running: RunningServer | undefined
  const admin = createAdminServer(() => running?.app ?? null)
  // Opens the ports first: a second start is refused before it touches any data.
  const port = await listen(http, given.port, undefined, 'PORT')
  try {
    const adminPort = await listen(admin, given.adminPort, '127.0.0.1', 'ADMIN_PORT')
    const env = { ...given, port, publicUrl: given.publicUrl.replace(/:0$/, `:${port}`) }
    const opened = await openApp(env, options)
    const { app } = opened
    const live = await joinLiveServers(app, () => {
      app.log.error('a newer version has changed the data: this server stops')
      void running?.close()
    })
    await storeServerAddress(app)
    if (env.mode === 'production') await logProductionFaults(app)
    const site = await readStaticFiles(options.staticFolders?.site ?? join(repository, 'examples/host-site/dist'))
    const widgets = await openReleases({
      built: options.staticFolders?.widgets ?? join(repository, 'packages/widgets/dist/cdn'),
      archive: join(env.dataDir, 'widgets'),
      mayChange: env.mode !== 'production',
    })
    let ready = true
    const koa = createKoa(app, { features, site, widgets, isReady: () => ready })
    http.off('request', notReady).on('request', koa.callback())
    const works = features.flatMap((feature) => feature.background ?? [])
    const background = runBackground(
      app,
      works.filter(({ lane }) => !lane || env.taskLanes.includes(lane)),
    )
    const tasks = runTasks(app, env.taskLanes)
    let closing: Promise<void> | undefined
    running = {
      app,
      url: env.publicUrl,
      port,
      adminPort,
      database: opened.database,
      close() {
        closing ??= (async () => {
          ready = false
          await Promise.all([stop(http), stop(admin), background.stop(), tasks.stop()])
          // The entry of the server expires if the database is unreachable now.
          await live.leave().catch(() => undefined)
          await opened.close()
        })()
        return closing
      },
    }
    return running
  } catch (error) {
    await Promise.all([stop(http), stop(admin)])
    throw error
  }
}

async function logProductionFaults(app: App): Promise<void> {
  for (const provider of await listProviders(app)) {
    const faults = app.features.flatMap(({ productionFaults }) => productionFaults?.(provider) ?? [])
    for (const fault of faults) app.log.error({ provider: provider.key }, fault)
  }
}

const notReady: RequestListener = (_request, response) => {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': NO_PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': '1',
  })
  response.end('{"error":"The shop is starting. Please try again in a moment.","reason":"server.unavailable"}')
}

async function listen(server: Server, port: number, host: string | undefined, variable: string): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${code})`
    throw new StartError(`Port ${port} ${why}: choose another with ${variable}.`, { cause })
  }
  return (server.address() as AddressInfo).port
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
  await closed
  clearTimeout(cut)
}
