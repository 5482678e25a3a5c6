/**
 * Does something when the page has nothing else to do, at the latest after `timeout` milliseconds; in Safari, which cannot tell, after
 * `delay`. Answers how to call it off.
 */
export function whenIdle(work: () => void, timeout: number, delay: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, delay)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout })
  return () => cancelIdleCallback(idle)
}
