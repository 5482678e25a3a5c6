import type { Memory } from '@portraitkit/core/memory.ts'
import { requestId } from '@portraitkit/core/requestId.ts'

const NAME = 'resetcode'
const STATE = 'pkReset'

/** What a reload goes on with: in the state of this entry of the history, which no server, page or storage is told. */
type StoredCode = { form: string; key: string }

/**
 * The key of the mail that led here, which is then no more in the address: neither in the bar nor in the history, in no
 * picture of the screen and in no referrer. Hash routes have it behind their path. A reload of the open form finds it again;
 * where the form was left or is done, it is thrown away.
 */
export function takeResetCode(memory: Memory): string | undefined {
  const code = takeFromAddress()
  if (code !== undefined) {
    const form = requestId()
    memory.write({ resetForm: form })
    keep({ form, key: code })
    return code
  }
  const stored = (history.state as Record<string, StoredCode | undefined> | null)?.[STATE]
  if (stored && stored.form === memory.read().resetForm) return stored.key
  if (stored) keep(undefined)
  return undefined
}

/** The form is left, or done: nobody opens it again with Back. */
export function dropResetCode(memory: Memory): void {
  memory.write({ resetForm: undefined })
}

function keep(code: StoredCode | undefined): void {
  const state: unknown = history.state
  if (state !== null && typeof state !== 'object') return
  const { [STATE]: _former, ...own } = (state ?? {}) as Record<string, unknown>
  history.replaceState({ ...own, ...(code && { [STATE]: code }) }, '')
}

function takeFromAddress(): string | undefined {
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
