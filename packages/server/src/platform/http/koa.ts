import { randomUUID } from 'node:crypto'
import Router from '@koa/router'
import type { Failures } from '@portraitkit/core/endpoint.ts'
import Koa, { type Context, type Middleware, type Next } from 'koa'
import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import type { Feature, Page } from '../feature.ts'
import { findProblems } from '../health/readiness.ts'
import { requestSeconds, statusKind } from '../metrics/requestMetrics.ts'
import { senderOptions } from '../networkAddress.ts'
import { callHandler } from './calls.ts'
import { answerError } from './errors.ts'
import { requireKnownHost } from './knownHost.ts'
import { languageOfRequest } from './language.ts'
import { sendBrokenLinkPage } from './noticePage.ts'
import { openApiBytes } from './openapi.ts'
import { answerPreflight } from './origin.ts'
import { NO_PAGE_POLICY } from './protectPage.ts'
import type { Releases } from './releases.ts'
import { findRequestProvider, requireRequestProvider } from './requestProvider.ts'
import { sortBySpecificity } from './routeOrder.ts'
import { serveStatic } from './static.ts'
import type { StaticFiles } from './staticFile.ts'
import { drainBody } from './unreadBody.ts'

type KoaParts = {
  features: readonly Feature[]
  /** The built shop and the built widgets, if they have been built. */
  site: StaticFiles | null
  widgets: Releases | null
  /** False as soon as the server has started to stop. */
  isReady: () => boolean
}

/** The HTTP side of the server: calls of the contract, pages, static files, in this order, at hosts that are the server's. */
export function createKoa(app: App, parts: KoaParts): Koa {
  const koa = new Koa(senderOptions(app.env))
  koa.use(traceRequests(app))
  koa.use(requireKnownHost(app))
  koa.use(preflight(app))
  koa.use(createRouter(app, parts).routes())
  koa.use(serveStatic(app, parts))
  koa.use(() => {
    throw new Failure('not_found')
  })
  // An answer that breaks off (because its reader hangs up) cannot be answered again.
  koa.on('error', (error: unknown) => app.log.debug({ err: error }, 'an answer was not sent whole'))
  return koa
}

/** Sets the request id and the headers of every answer, answers errors, and writes the log line. */
function traceRequests(app: App): Middleware {
  const level = app.env.mode === 'production' ? 'info' : 'debug'
  const answerRequest = async (http: Context, next: Next) => {
    const start = performance.now()
    const id = randomUUID()
    http.state.requestId = id
    http.set('X-Request-Id', id)
    http.set('X-Content-Type-Options', 'nosniff')
    http.set('Content-Security-Policy', NO_PAGE_POLICY)
    http.set('Referrer-Policy', 'strict-origin')
    if (http.secure) http.set('Strict-Transport-Security', 'max-age=31536000')
    try {
      await next()
    } catch (error) {
      const failures = (http.state.failures as Failures | undefined) ?? {}
      // any other error may be the database's, which is not asked again then
      if (error instanceof Failure && error.reason !== 'server.unavailable')
        http.state.language ??= await languageOfShop(http, app)
      answerError(http, { log: app.log, failures }, error)
    }
    drainBody(http.req)
    const ms = performance.now() - start
    app.metrics.observe(requestSeconds, { call: callOf(http), status: statusKind(http.status) }, ms / 1000)
    // Logs the route instead of the address: addresses contain codes, email addresses and signatures.
    const { route, provider } = http.state
    app.log[level]({ id, method: http.method, route, provider, status: http.status, ms: Math.round(ms) }, 'request')
  }
  return (http, next) =>
    app.traces.request(http.get('traceparent'), async (traced) => {
      await answerRequest(http, next)
      const facts = { 'http.request.method': http.method, 'http.response.status_code': http.status }
      traced.describe(callOf(http), facts)
    })
}

/** The shop's language for an answer that no call gives; undefined if the request names no shop. */
async function languageOfShop(http: Context, app: App): Promise<string | undefined> {
  const provider = await findRequestProvider(http, app).catch(() => null)
  return provider ? languageOfRequest(http, provider) : undefined
}

/** The call by its name, the page by its route: never an address. */
function callOf({ state }: Context): string {
  return state.call ?? state.route ?? 'files'
}

function preflight(app: App): Middleware {
  return async (http, next) => {
    const asks = http.method === 'OPTIONS' && http.get('access-control-request-method')
    return asks ? answerPreflight(http, app) : next()
  }
}

function createRouter(app: App, { features, isReady }: KoaParts): Router {
  const router = new Router()
  const calls = features.flatMap((feature) =>
    feature.calls.map((call) => ({
      method: call.endpoint.method,
      path: call.endpoint.path as string,
      handle: callHandler(app, call),
    })),
  )
  const pages = features.flatMap((feature) =>
    (feature.pages ?? []).map((page) => ({ method: page.method, path: page.path, handle: pageHandler(app, page) })),
  )
  for (const { method, path, handle } of sortBySpecificity([...calls, ...pages, ...operatorPages(app, isReady)])) {
    router.register(path, [method], async (http: Context, next: Next) => {
      http.state.route = path
      await handle(http, next)
    })
  }
  return router
}

function pageHandler(app: App, page: Page): Middleware {
  return async (http) => {
    try {
      const provider = page.needsProvider ? await requireRequestProvider(http, app) : null
      http.state.provider = provider?.key
      await page.handle(http, app, provider)
    } catch (error) {
      if (!(error instanceof Failure && (await sendBrokenLinkPage(http, app, page, error)))) throw error
    }
  }
}

type Route = { method: string; path: string; handle: Middleware }

function operatorPages(app: App, isReady: () => boolean): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      handle: async (http) => {
        http.body = { status: 'ok' }
      },
    },
    {
      method: 'GET',
      path: '/readyz',
      handle: async (http) => {
        if (!isReady()) throw new Failure('server.unavailable')
        const problems = await findProblems(app)
        if (problems.length > 0) {
          http.set('Retry-After', '5')
          throw new Failure('server.unavailable', { data: { problems } })
        }
        http.body = { status: 'ready' }
      },
    },
    {
      method: 'GET',
      path: '/api/openapi.json',
      handle: async (http) => {
        const { body, etag } = openApiBytes(app.env.publicUrl)
        http.set({ ETag: etag, 'Cache-Control': 'no-cache' })
        http.type = 'application/json'
        // Koa calls an answer fresh only once it has a status
        http.status = 200
        if (http.fresh) http.status = 304
        else http.body = body
      },
    },
  ]
}
