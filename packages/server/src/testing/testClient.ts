import { request } from 'node:http'
import { addressOf } from '@portraitkit/core/client.ts'
import type { AnswerOf, AnyEndpoint, InputOf } from '@portraitkit/core/endpoint.ts'
import type { FailureBody } from '@portraitkit/core/errors.ts'

export type TestRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
export type TestResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  text: string
  json: () => unknown
}

/** What a test may change in one call. A header that is `undefined` is not sent. */
export type CallChange = { headers?: Record<string, string | undefined>; path?: string; body?: unknown }

/**
 * A separate browser, as far as HTTP goes: keeps cookies, names the provider, calls endpoints of the contract. It uses the
 * neutral host, so `provider` decides whose shop it is.
 */
export type TestClient = {
  /** Calls an endpoint and returns the response, whatever it is: `status` and the parsed `body`. */
  send<E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E> | Record<string, unknown>,
    change?: CallChange,
  ): Promise<{
    status: number
    body: unknown
    headers: TestResponse['headers']
  }>
  /** Calls an endpoint that is expected to answer. Throws with the failure if it does not. */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, change?: CallChange): Promise<AnswerOf<E>>
  /** Calls an endpoint that is expected to fail. Throws if it succeeds. */
  fail<E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E> | Record<string, unknown>,
    change?: CallChange,
  ): Promise<{ status: number } & FailureBody>
  /** Any request; the path may be a whole address of this server. */
  fetch(sent: TestRequest | string): Promise<TestResponse>
  /** The flow token that is sent from now on. */
  flow: string | undefined
  /** Sent with every call from now on. */
  headers: Record<string, string>
  readonly cookies: Map<string, string>
}

export function createTestClient(port: number, provider: string): TestClient {
  const cookies = new Map<string, string>()

  async function fetch(sent: TestRequest | string): Promise<TestResponse> {
    const request = typeof sent === 'string' ? { path: sent } : sent
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const got = await exchange(port, { ...request, headers: { ...(cookie && { cookie }), ...request.headers } })
    for (const line of [got.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return got
  }

  const client: TestClient = {
    cookies,
    flow: undefined,
    headers: {},
    fetch,
    async send(endpoint, input, change = {}) {
      const { address, body } = addressOf('', provider, endpoint, input as Record<string, unknown>)
      const content = change.body === undefined ? body && JSON.stringify(body) : String(change.body)
      const headers = {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.changes && { 'x-provider': provider }),
        ...(client.flow && { 'x-flow': client.flow }),
        ...client.headers,
        ...change.headers,
      }
      const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const got = await fetch({
        method: endpoint.method,
        path: change.path ?? address,
        headers: Object.fromEntries(given),
        ...(content !== undefined && { body: content }),
      })
      return { status: got.status, body: got.json(), headers: got.headers }
    },
    async call(endpoint, input, change) {
      const { status, body } = await client.send(endpoint, input, change)
      if (status !== 200) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
      return body as AnswerOf<typeof endpoint>
    },
    async fail(endpoint, input, change) {
      const { status, body } = await client.send(endpoint, input, change)
      if (status === 200) throw new Error(`${endpoint.name} did not fail: ${JSON.stringify(body).slice(0, 500)}`)
      return { status, ...(body as FailureBody) }
    },
  }
  return client
}

function exchange(port: number, { method = 'GET', path, headers = {}, body }: TestRequest): Promise<TestResponse> {
  const url = URL.parse(path)
  const hasLength = body !== undefined && !headers['transfer-encoding']
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url ? url.pathname + url.search : path,
        headers: { ...headers, ...(hasLength && { 'content-length': Buffer.byteLength(body) }) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString('utf8')
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes,
            text,
            json: () => JSON.parse(text) as unknown,
          })
        })
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}
