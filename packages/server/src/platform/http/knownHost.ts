import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import { isProviderHost } from '../provider/collection.ts'

/** Load balancers request these by address, at any host. */
const PROBES = new Set(['/healthz', '/readyz'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses requests for a host that is not the server's. A foreign name that resolves to this server (by a rebound DNS name, or
 * through a proxy that forwards any host) would count as the shop's own page, and would be written into addresses.
 */
export function requireKnownHost(app: App): Middleware {
  return async (http, next) => {
    if (!PROBES.has(http.path) && !(await isKnownHost(http, app))) throw new Failure('host.unknown')
    return next()
  }
}

async function isKnownHost(http: Context, app: App): Promise<boolean> {
  const hostname = http.hostname.toLowerCase()
  const own = new URL(app.env.publicUrl).hostname
  if (hostname === own || (LOOPBACK.has(own) && LOOPBACK.has(hostname))) return true
  if (await isProviderHost(app, hostname)) return true
  // On a developer's machine names that always mean it, and the address at which a phone in the same network reaches it
  const isLocal = LOOPBACK.has(hostname) || hostname.endsWith('.localhost') || hostname === localAddress(http.req)
  return app.env.mode !== 'production' && isLocal
}

const localAddress = ({ socket }: IncomingMessage) => socket.localAddress?.replace(/^::ffff:/, '')

/** Whether a request names this machine itself. */
export function isLoopbackHost({ headers }: IncomingMessage): boolean {
  return LOOPBACK.has(URL.parse(`http://${headers.host}`)?.hostname ?? '')
}
