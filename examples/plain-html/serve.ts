import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type PlainPageOptions = {
  /** 0 for any free port. */
  port: number
  /** Origin of the shop's server, which has the script: `http://localhost:4000`. */
  api: string
  /** The shop's provider. */
  provider?: string
}

const files: Record<string, { file: string; type: string }> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/hostile.css': { file: 'hostile.css', type: 'text/css; charset=utf-8' },
  '/studio.css': { file: 'studio.css', type: 'text/css; charset=utf-8' },
}

/**
 * Serves a photographer's own page, on another site than the shop: `http://studio.localhost:<port>`. The page contains the
 * shop's script and one tag, and styles that would break any widget that is not isolated well.
 */
export async function servePlainPage(options: PlainPageOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { port, api, provider = 'brightside' } = options
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = files[pathname]
    if (!found) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not on this page.')
    readFile(join(import.meta.dirname, found.file), 'utf8').then(
      (text) => {
        const filled = text.replaceAll('{{loader}}', `${api}/v1/loader.js`).replaceAll('{{provider}}', provider)
        response.writeHead(200, { 'content-type': found.type, 'cache-control': 'no-cache' }).end(filled)
      },
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
