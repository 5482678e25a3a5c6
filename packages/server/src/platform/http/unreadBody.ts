import type { IncomingMessage } from 'node:http'

/** How much of a body is read from the connection after the answer, in bytes. */
const MAX_DRAINED = 8 * 1024 * 1024
/** How long a sender may take for the rest. */
const MAX_WAIT_MS = 10_000

/**
 * Reads the rest of a body that no handler read from its connection, so that the next request on it, which behind a proxy is
 * another family's, is processed. The connection of a sender that does not finish is closed.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  const hangUp = () => request.socket.destroy()
  const timer = setTimeout(hangUp, MAX_WAIT_MS)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_DRAINED) hangUp()
  })
  request.once('close', () => clearTimeout(timer))
  request.resume()
}
