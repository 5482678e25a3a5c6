/**
 * Runs a task when the page is idle, at the latest after `timeout` milliseconds; in Safari, which does not report idleness,
 * after `delay`. Returns a function that cancels it.
 */
export function whenIdle(work: () => void, timeout: number, delay: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, delay)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout })
  return () => cancelIdleCallback(idle)
}
