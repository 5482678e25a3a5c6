import { watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { makeSite, ROOT, type Site } from './build.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const RELOAD = '<script>new EventSource("/reload").onmessage = () => location.reload()</script></body>'

export type SiteServer = { origin: string; close(): Promise<void> }

/** Serves the site. With `reload` it is built again when a file of the docs changes, and open pages show the change. */
export async function serveSite({ port, reload = false }: { port: number; reload?: boolean }): Promise<SiteServer> {
  let site = makeSite()
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/reload' && reload) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).write('\n')
      open.add(response)
      return void request.on('close', () => open.delete(response))
    }
    send(response, site, pathname, reload)
  })
  const watcher = reload ? watch(join(ROOT, 'docs'), { recursive: true }, changed) : undefined
  let waiting: NodeJS.Timeout | undefined
  // One save in an editor is several changes.
  function changed(): void {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      try {
        site = makeSite()
        for (const page of open) page.write('data: changed\n\n')
      } catch (error) {
        console.error((error as Error).message)
      }
    }, 100)
  }
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        watcher?.close()
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function send(response: ServerResponse, site: Site, pathname: string, reload: boolean): void {
  const name = decodeURI(pathname).slice(1) || 'index.html'
  const content = site.get(name)
  if (content === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.')
    return
  }
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  response.end(reload && typeof content === 'string' ? content.replace('</body>', RELOAD) : content)
}
