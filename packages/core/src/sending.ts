import ky, { type Hooks, HTTPError } from 'ky'

/** Sends a request and returns its answer, of whatever status; rejects if none came, or when `signal` aborts. */
export type Send = (address: string, init: RequestInit, signal?: AbortSignal) => Promise<Response>

/** Sends one call in another way than the others, which are sent as `usual` does. */
export type SendBy = (
  address: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  usual: Send,
) => Promise<Response>

/** What an integrator adds to how a shop's calls are sent. */
export type Sending = {
  /** Sends in place of the page's `fetch`: `(address, init)`, as that takes them. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * Called before each request, and again before it is repeated: sets headers of your own. On a page of another site, the browser
   * asks the server first, which allows none but its own.
   */
  beforeRequest?: ((request: { address: string; headers: Headers }) => void | Promise<void>) | undefined
  /** Called with each answer, whatever its status; the answer may be read. */
  afterResponse?: ((response: Response) => void | Promise<void>) | undefined
}

/** The maximum time until an answer begins, in milliseconds. */
const ANSWER_TIMEOUT_MS = 20_000
/** The longest pause that a server may ask for, in seconds: after a longer one, its refusal is the answer. */
const MAX_RETRY_AFTER_SECONDS = 5
// A gateway whose server is unavailable at present.
const GATEWAY_STATUSES = [502, 504]
// A server that asks for a pause, by `Retry-After`.
const PAUSE_STATUSES = [429, 503]

/**
 * `fetch` for bad connections: it gives up eventually, and a GET that reached no server, or one that asks for a short pause, is
 * sent up to twice more. Anything else is sent once, because it may have arrived.
 */
export function createSend({ fetch, beforeRequest, afterResponse }: Sending): Send {
  const hooks: Hooks = {
    beforeRequest: beforeRequest ? [({ url, headers }) => beforeRequest({ address: url, headers })] : [],
    // ky copies each answer for them
    afterResponse: afterResponse ? [(_request, _options, response) => afterResponse(response)] : [],
  }
  return (address, init, signal) =>
    ky(address, {
      method: init.method,
      headers: init.headers,
      signal,
      timeout: ANSWER_TIMEOUT_MS,
      retry: {
        limit: 2,
        methods: ['get'],
        statusCodes: [...GATEWAY_STATUSES, ...PAUSE_STATUSES],
        afterStatusCodes: PAUSE_STATUSES,
        delay: (attempt) => attempt * 300,
        shouldRetry: ({ error }) => (isFinal(error, init) ? false : undefined),
      },
      throwHttpErrors: isPassing,
      hooks,
      // As the page's `fetch` is called by most: what replaces it on a page may understand nothing else than an address and plain headers.
      fetch: (request) => {
        const { headers, signal } = request as Request
        return (fetch ?? globalThis.fetch)(address, { ...init, headers: Object.fromEntries(headers), signal })
      },
    }).catch((error: unknown) => {
      if (error instanceof HTTPError) return error.response
      throw error
    })
}

const isPassing = (status: number) => GATEWAY_STATUSES.includes(status) || PAUSE_STATUSES.includes(status)

/** The server's own refusal, unless it asks for a short pause; of a call that changes something always, which may be half done. */
function isFinal(error: Error, { headers }: RequestInit): boolean {
  if (!(error instanceof HTTPError) || !PAUSE_STATUSES.includes(error.response.status)) return false
  if (new Headers(headers).has('x-provider')) return true
  const seconds = Number(error.response.headers.get('retry-after') ?? Number.NaN)
  return !(seconds <= MAX_RETRY_AFTER_SECONDS)
}
