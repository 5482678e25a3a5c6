/** The minimum interval between two refreshes of pictures that failed to load. */
const MIN_INTERVAL_MS = 60_000

/**
 * Fetches new addresses of pictures that no longer load, for every caller that misses one: simultaneous callers share one
 * request, and soon afterwards no further one is sent. Expired pictures reappear; deleted ones are not requested for ever.
 */
export function createPictureRefresh(
  fetch: () => Promise<void>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let running: Promise<void> | undefined
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (running) return running
    if (now() - last < MIN_INTERVAL_MS) return Promise.resolve()
    last = now()
    running = fetch().finally(() => {
      running = undefined
    })
    return running
  }
}
