/**
 * Returns the header `traceparent` (W3C Trace Context) of the next call: one trace for as long as the page has the same address,
 * and a span of its own for each call. Both are random, and stored nowhere.
 */
export function createTraceParent(): () => string {
  let page: string | undefined
  let trace = ''
  return () => {
    const { location } = globalThis as { location?: { href: string } }
    const address = location?.href ?? ''
    if (address !== page) trace = randomHex(2)
    page = address
    return `00-${trace}-${randomHex(1)}-01`
  }
}

/** This many times 8 random bytes. Unlike `crypto.randomUUID` also on pages that are not secure. */
function randomHex(count: number): string {
  const words = crypto.getRandomValues(new BigUint64Array(count))
  return [...words].map((word) => word.toString(16).padStart(16, '0')).join('')
}
