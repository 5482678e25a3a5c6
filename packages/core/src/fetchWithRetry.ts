/** How long an answer may take to begin, in milliseconds. */
const ANSWER_TIMEOUT_MS = 20_000
/** How long a read waits before it is sent again, in milliseconds. */
const RETRY_PAUSES_MS = [300, 600] as const
// A gateway that has no server behind it just now.
const GATEWAY_STATUSES = [502, 504]

/**
 * `fetch` for a train and a tunnel: it gives up in the end, and a GET that met no server is sent up to twice more. Anything
 * else is sent once, for it may have arrived. Rejects where no answer came, or when `signal` says so.
 */
export async function fetchWithRetry(address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  for (const pause of init.method === 'GET' ? RETRY_PAUSES_MS : []) {
    const answer = await fetchOnce(address, init, signal).catch((reason: unknown) => {
      // Whoever waited in vain, or no longer wants to know, is not made to wait again.
      if (isAbort(reason)) throw reason
    })
    if (answer && !GATEWAY_STATUSES.includes(answer.status)) return answer
    await answer?.body?.cancel()
    await pauseFor(pause, signal)
  }
  return fetchOnce(address, init, signal)
}

async function fetchOnce(address: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const limit = new AbortController()
  const giveUp = () => limit.abort()
  const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS)
  // It stays: whoever gives up while the answer is being read is heard too.
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) giveUp()
  try {
    return await fetch(address, { ...init, signal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}

const isAbort = (reason: unknown) => (reason as Error).name === 'AbortError'

function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds)
    // The next attempt then ends before it begins.
    signal?.addEventListener('abort', () => done())
  })
}
