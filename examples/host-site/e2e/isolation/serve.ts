import { createServer } from 'node:http'

export type ServedResponse = { type: string; body: string; headers?: Record<string, string> }

/**
 * A photographer's site, on this machine like the shop: browsers do not let pages from elsewhere access it. Returns a function
 * that closes it.
 */
export async function serveSite(
  port: number,
  answer: (url: URL) => Promise<ServedResponse | undefined> | ServedResponse | undefined,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const found = await answer(new URL(request.url ?? '/', 'http://localhost'))
    const { type = 'text/plain', body = 'Not on this page.', headers = {} } = found ?? {}
    response.writeHead(found ? 200 : 404, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body)
  })
  await new Promise<void>((open, failed) => {
    server.once('error', failed)
    server.listen(port, open)
  })
  return () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
}
