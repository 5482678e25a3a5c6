import type { SendBy } from '../sending.ts'

/** If no byte was sent and no answer came for this many milliseconds, the connection is dead. */
const IDLE_TIMEOUT_MS = 90_000

/** Sends a call and reports the progress of sending, 0 to 1, which `fetch` cannot. Rejects if no answer came. */
export function fetchWithProgress(onProgress: (share: number) => void): SendBy {
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
