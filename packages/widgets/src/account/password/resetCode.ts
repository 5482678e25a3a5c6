import { requestId } from '@portraitkit/core/requestId.ts'
import type { TabMemory } from '@portraitkit/core/tabMemory.ts'

const NAME = 'resetcode'
const STATE = 'pkReset'

/**
 * The data with which a reload continues. Stored in the state of this history entry, which no server, other page or storage can
 * read.
 */
type StoredCode = { form: string; key: string }

/**
 * Reads the key from the email's link and removes it from the address, so that it appears neither in the address bar, the
 * history, a screenshot nor a referrer. Hash routes have it after their path. A reload of the open form finds it again; it is
 * deleted when the form is left or submitted.
 */
export function takeResetCode(memory: TabMemory): string | undefined {
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

/** The form was left or submitted: Back must not open it again. */
export function dropResetCode(memory: TabMemory): void {
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
