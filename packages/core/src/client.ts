import type { AnswerOf, AnyEndpoint, InputOf } from './endpoint.ts'
import { isInBody, isList, pathParameters } from './endpoint.ts'
import { type FailureBody, ShopError } from './errors.ts'
import type { Message } from './msg.ts'
import { toJson } from './natives.ts'
import { networkMessages } from './networkMessages.ts'
import { createSend, type SendBy, type Sending } from './sending.ts'
import { createTraceParent } from './traceParent.ts'

/** What the caller adds to each call: identity and language. */
export type Caller = {
  /** Language tag of the answers' texts. */
  language(): string
  /** One of the client's own texts in that language. */
  say(message: Message): string
  /** A short-lived access token of a key-bound session; undefined if a cookie is used. */
  accessToken(): Promise<string | undefined>
  /** The flow token of a valid code. */
  flow(): string | undefined
  /** The public key to bind a new session to, base64url SPKI; undefined on the API's own origin. */
  sessionKey(): Promise<string | undefined>
  /** Called when an answer says that nobody is signed in. True: the session was renewed, the call is sent again. */
  sessionLost(): Promise<boolean>
  /**
   * Called when a call has failed that was not the visitor's fault: no server answered, or with an internal error, or not for
   * this shop.
   */
  failed(error: ShopError): void
  /** Ends all calls when it aborts. */
  ended?: AbortSignal
  /** How requests are sent. */
  sending?: Sending
}

export type CallOptions = {
  signal?: AbortSignal
  /** The files of a call that accepts some. */
  form?: FormData
  /** Continues when the page is closed before the answer. */
  keepalive?: boolean
  /** Sends in another way, such as one that reports progress. */
  send?: SendBy
}
export type Call = <E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<AnswerOf<E>>

const networkError = (text: string, status: number, cause?: unknown) =>
  new ShopError('network', { error: text, reason: 'network' }, status, cause)

/**
 * The client of the contract. `api` is the origin of the server, without a trailing slash. Throws ShopError: `failure` if the
 * server answered with an error of any status, `network` if no answer arrived.
 */
export function createClient(api: string, provider: string, caller: Caller): Call {
  const traceParent = createTraceParent()
  const usual = createSend(caller.sending ?? {})

  async function send<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<Response> {
    const { address, body } = addressOf(api, provider, endpoint, input as Record<string, unknown>)
    const headers: Record<string, string> = { 'accept-language': caller.language() }
    if (endpoint.changes) headers['x-provider'] = provider
    // On a page elsewhere it would cost each read a preflight.
    if (api === '') headers.traceparent = traceParent()
    const token = renewsSession(endpoint) ? undefined : await caller.accessToken()
    if (token) headers.authorization = `Bearer ${token}`
    const flow = caller.flow()
    if (flow && (endpoint.access === 'flow' || endpoint.name === 'account.signIn')) headers['x-flow'] = flow
    if (startsSession(endpoint)) {
      const key = await caller.sessionKey()
      if (key) headers['x-session-key'] = key
    }
    if (body) headers['content-type'] = 'application/json'
    const content = body ? { body: toJson(body) } : options.form && { body: options.form }
    const { keepalive = false } = options
    const init: RequestInit = { method: endpoint.method, headers, credentials: 'include', keepalive, ...content }
    try {
      caller.ended?.throwIfAborted()
      return await (options.send ?? usual)(address, init, untilEither(options.signal, caller.ended), usual)
    } catch (cause) {
      throw networkError(caller.say(networkMessages.unreachable), 0, cause)
    }
  }

  return async function call(endpoint, input, options = {}) {
    try {
      let response = await send(endpoint, input, options)
      if (response.status === 401 && endpoint.access === 'customer' && (await caller.sessionLost())) {
        response = await send(endpoint, input, options)
      }
      return (await readAnswer(api, response, caller)) as AnswerOf<typeof endpoint>
    } catch (error) {
      if (!options.signal?.aborted && !caller.ended?.aborted && isFault(error as ShopError))
        caller.failed(error as ShopError)
      throw error
    }
  }
}

const untilEither = (one?: AbortSignal, other?: AbortSignal) =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other)

const isFault = ({ reason, status }: ShopError) => status > 499 || /^(network|origin|provider)/.test(reason)

/** Calls that fetch an access token, and that do not wait for one. */
function renewsSession(endpoint: AnyEndpoint): boolean {
  return endpoint.name === 'account.nonce' || endpoint.name === 'account.renew'
}

/** Calls whose answer grants a session, which is then bound to the caller's key on another site. */
function startsSession(endpoint: AnyEndpoint): boolean {
  return endpoint.name === 'account.signIn' || endpoint.name === 'account.create'
}

async function readAnswer(api: string, response: Response, { say }: Caller): Promise<unknown> {
  let body: unknown
  try {
    body = JSON.parse(await response.text(), api === '' ? undefined : withApiOrigin(api))
  } catch (cause) {
    throw networkError(say(networkMessages.unreachable), response.status, cause)
  }
  if (isFailure(body)) throw new ShopError('failure', body, response.status)
  if (response.ok) return body
  throw networkError(say(networkMessages.unreachable), response.status)
}

const imagePath =
  /^\/(?:images\/[0-9a-f-]{36}\?|content\/[\w-]+\/[\w-]+\.webp$|template-assets\/|system\/gsbackground\.php\?)\S*$/

/** Answers contain images as paths below the API's address; on a page elsewhere they become absolute addresses. */
function withApiOrigin(api: string) {
  return (_key: string, value: unknown) => (typeof value === 'string' && imagePath.test(value) ? api + value : value)
}

/** `error` with a reason is a failure; `error` alone is an outcome that some specified answers have. */
function isFailure(body: unknown): body is FailureBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'reason' in body
}

/** The address of an endpoint with this input: parameters in the path, the rest in the query or the body. */
export function addressOf(
  api: string,
  provider: string,
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
): { address: string; body: Record<string, unknown> | undefined } {
  const rest = { ...input }
  let path: string = endpoint.path
  for (const name of pathParameters(path)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const query = new URLSearchParams()
  if (!endpoint.changes) query.set('provider', provider)
  const inBody = isInBody(endpoint)
  if (!inBody) {
    for (const [key, value] of Object.entries(rest)) {
      if (value === undefined || value === null) continue
      // A list repeats its name for each of its members, as in `email[]=a&email[]=b`.
      for (const one of isList(key) && Array.isArray(value) ? value : [value]) query.append(key, String(one))
    }
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { address: `${api}${path}${search}`, body: inBody ? rest : undefined }
}
