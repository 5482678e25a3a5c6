import { createServer, type Server } from 'node:http'
import type { App } from '../app.ts'
import { isLoopbackHost } from './knownHost.ts'
import { NO_PAGE_POLICY } from './protectPage.ts'

type Answer = { status: number; type: string; text: string }

/**
 * The operators' page, on a separate address that cannot be reached from outside the machine. `findApp` returns null while the
 * server is starting.
 */
export function createAdminServer(findApp: () => App | null): Server {
  return createServer(async (request, response) => {
    const { status, type, text } = isLoopbackHost(request)
      ? await answer(`${request.method} ${request.url}`, findApp())
      : { status: 421, type: 'text/plain', text: 'Misdirected request\n' }
    response.writeHead(status, headersOf(type)).end(text)
  })
}

async function answer(request: string, app: App | null): Promise<Answer> {
  if (request !== 'GET /metrics') return { status: 404, type: 'text/plain', text: 'Not found\n' }
  if (!app) return { status: 503, type: 'text/plain', text: 'The server is starting\n' }
  try {
    return { status: 200, type: 'text/plain; version=0.0.4', text: await app.metrics.text(app) }
  } catch (error) {
    app.log.error({ err: error }, 'the metrics could not be read')
    return { status: 500, type: 'text/plain', text: 'The metrics could not be read: the log has the reason\n' }
  }
}

const headersOf = (type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': NO_PAGE_POLICY,
})
