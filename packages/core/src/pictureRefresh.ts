/** How long nobody asks again for pictures that did not come although they were asked for anew. */
const MIN_INTERVAL_MS = 60_000

/**
 * Fetches new addresses of pictures that do not come any more, for everybody who misses one: those who ask meanwhile get the same
 * answer, and who asks again soon gets none. What has run out comes back by it; what is gone for good does not ask for ever.
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
