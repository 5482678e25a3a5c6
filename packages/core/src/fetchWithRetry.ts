/** The maximum time until an answer begins, in milliseconds. */
const ANSWER_TIMEOUT_MS = 20_000
/** How long a read waits before it is sent again, in milliseconds. */
const RETRY_PAUSES_MS = [300, 600] as const
// A gateway whose server is unavailable at present.
const GATEWAY_STATUSES = [502, 504]

/**
 * `fetch` for bad connections: it gives up eventually, and a GET that reached no server is sent up to twice more. Anything else
 * is sent once, because it may have arrived. Rejects if no answer came, or when `signal` aborts.
 */
export async function fetchWithRetry(address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  for (const pause of init.method === 'GET' ? RETRY_PAUSES_MS : []) {
    const answer = await fetchOnce(address, init, signal).catch((reason: unknown) => {
      // After a timeout or an abort there is no retry.
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
  // The listener stays until the end, so that aborting also works while the answer is being read.
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
    // The next attempt then ends before it starts.
    signal?.addEventListener('abort', () => done())
  })
}
