import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export type Pages = { port: number; close(): Promise<void> }

/**
 * Serves texts at their paths (a page's has no file extension) and the files of folders below theirs, compressed as by a host.
 * Any name that resolves to this machine can be used.
 */
export async function servePages(
  texts: Readonly<Record<string, string>>,
  { folders = {}, port = 0 }: { folders?: Readonly<Record<string, string>>; port?: number } = {},
): Promise<Pages> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    read(pathname, texts, folders).then(
      (found) => {
        const type = TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream'
        const zipped = gzipSync(found, { level: 9 })
        const isSmaller = zipped.length < found.length
        response.writeHead(200, { 'content-type': type, ...(isSmaller && { 'content-encoding': 'gzip' }) })
        response.end(isSmaller ? zipped : found)
      },
      () => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here.'),
    )
  })
  server.listen(port)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(
  path: string,
  texts: Readonly<Record<string, string>>,
  folders: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const text = texts[path]
  if (text !== undefined) return Buffer.from(text)
  const [below, folder] = Object.entries(folders).find(([prefix]) => path.startsWith(prefix)) ?? []
  if (!below || !folder) throw new Error(`Nothing is at ${path}`)
  return readFile(join(folder, normalize(`/${path.slice(below.length)}`)))
}
