/** What an address answered, as far as the limits allow. */
export type Fetched = {
  /** The address that answered, after all redirects. */
  url: URL
  /** The addresses that redirected, in order. */
  redirects: readonly URL[]
  status: number
  headers: Headers
  bytes: Uint8Array
  /** The answer is longer than the limit; only its beginning was read. */
  isCut: boolean
}

/** An address that cannot be fetched. The message continues the address: "cannot be reached (ECONNRESET)". */
export class FetchError extends Error {
  override name = 'FetchError'
}

/** For one address with all its redirects. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 5_000_000
const MAX_REDIRECTS = 10

/** Fetches an address with its redirects, as a browser does. Throws FetchError. */
export async function fetchLimited(from: URL, headers: Record<string, string> = {}): Promise<Fetched> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const redirects: URL[] = []
  let url = from
  try {
    for (;;) {
      if (!isOfWeb(url)) throw new FetchError(`leads to an address of ${url.protocol} instead of https:`)
      const answer = await fetch(withoutPassword(url), { headers, signal, redirect: 'manual' })
      const location = answer.headers.get('location')
      if (location === null || ![301, 302, 303, 307, 308].includes(answer.status)) {
        return { url, redirects, status: answer.status, headers: answer.headers, ...(await readLimited(answer)) }
      }
      await answer.body?.cancel()
      redirects.push(url)
      if (redirects.length > MAX_REDIRECTS) throw new FetchError(`redirects more than ${MAX_REDIRECTS} times`)
      const next = URL.parse(location, url.href)
      if (!next) throw new FetchError('redirects to something that is not an address')
      url = next
    }
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(failureText(error), { cause: error })
  }
}

const isOfWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

function withoutPassword(url: URL): URL {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare
}

async function readLimited({ body }: Response): Promise<Pick<Fetched, 'bytes' | 'isCut'>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    // leaving the loop cancels the rest
    if (size > MAX_BYTES) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isCut: size > MAX_BYTES }
}

function failureText(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `does not answer completely within ${TIMEOUT_MS / 1000} seconds`
  const { cause } = error as { cause?: { code?: string; message?: string; errors?: { code?: string }[] } }
  if (cause?.message === 'bad port') return 'cannot be reached: browsers refuse this port'
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? 'no valid answer'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'cannot be reached: its host name is unknown'
  if (code === 'ECONNREFUSED') return 'cannot be reached: nothing listens there'
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return `cannot be reached: browsers do not trust its certificate (${code})`
  return `cannot be reached (${code})`
}

/** An address without what may be secret in it: its password, its parameters and its hash. */
export function addressText({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}
