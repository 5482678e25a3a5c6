import type { fetchWithRetry } from '../fetchWithRetry.ts'

/** No byte has gone and no answer has come for so long, in milliseconds: the line is dead. */
const IDLE_TIMEOUT_MS = 90_000

/** As `ask`, but tells how far the sending is, 0 to 1, which `fetch` cannot. Rejects where no answer came. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetchWithRetry {
  return (address, init, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const end = (why: string) => {
        request.abort()
        reject(new DOMException(why, 'AbortError'))
      }
      let timer = setTimeout(end, IDLE_TIMEOUT_MS, 'No answer came')
      const alive = () => {
        clearTimeout(timer)
        timer = setTimeout(end, IDLE_TIMEOUT_MS, 'No answer came')
      }
      const stop = () => end('Nobody waits for it any more')
      request.upload.onprogress = ({ loaded, total }) => {
        alive()
        onProgress(total > 0 ? loaded / total : 0)
      }
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('The server was not reached'))
      request.onloadend = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      request.open(init.method ?? 'POST', address)
      request.withCredentials = init.credentials === 'include'
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) return stop()
      request.send(init.body as XMLHttpRequestBodyInit)
    })
}
