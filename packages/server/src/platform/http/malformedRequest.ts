import { type RequestListener, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import { LANGUAGES, translateTo } from '../texts.ts'
import { chooseLanguage } from './language.ts'

const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Answers what Node could not read as a request, which no call ever sees, in the form of every failure, in English: headers or
 * an address that are too long, an ambiguous length, a request that never ends. Then the connection is closed.
 */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const reason = status === 431 ? 'input.too_large' : 'input.invalid'
  const body = JSON.stringify({ error: translateTo('en')(commonFailures[reason].text), reason })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Refuses a request that expects what nobody offers, in its language, and closes its connection. Node itself would go on reading the
 * body.
 */
export const refuseExpectation: RequestListener = ({ headers: { 'accept-language': language } }, response) => {
  const reason = 'input.invalid'
  const t = translateTo(chooseLanguage(language ?? '', LANGUAGES, 'en'))
  const body = JSON.stringify({ error: t(commonFailures[reason].text), reason })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  response.writeHead(417, headers).end(body)
}
