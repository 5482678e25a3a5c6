const NAME = 'resetcode'

/**
 * The key of the mail that led here, which is then no more in the address: neither in the bar nor in the history, in no
 * picture of the screen and in no referrer. Hash routes have it behind their path.
 */
export function takeResetCode(): string | undefined {
  const url = new URL(location.href)
  const [path = '', query = ''] = url.hash.split('?')
  const behindHash = new URLSearchParams(query)
  const code = url.searchParams.get(NAME) ?? behindHash.get(NAME)
  if (code === null) return undefined
  url.searchParams.delete(NAME)
  if (behindHash.has(NAME)) {
    behindHash.delete(NAME)
    url.hash = behindHash.size > 0 ? `${path}?${behindHash}` : path
  }
  history.replaceState(history.state, '', url)
  return code
}
