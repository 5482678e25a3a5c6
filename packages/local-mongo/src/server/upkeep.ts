import type { Cursors } from '../commands/cursors.ts'
import { expireDocuments } from '../storage/expiry.ts'
import type { Retries } from '../storage/retries.ts'
import type { Store } from '../storage/store.ts'

interface UpkeepOptions {
  readonly store: Store
  readonly retries: Retries
  readonly cursors: Cursors
  /** In milliseconds. */
  readonly interval: number
  readonly onError: (error: unknown) => void
}

/** Pause between two rounds while documents are still to be expired, for commands in between, in milliseconds. */
const shortPause = 20

/**
 * Removes at intervals what has expired: documents by their TTL indexes, stored replies, idle cursors. Returns a function that
 * stops it, and removes all replies.
 */
export function startUpkeep({ store, retries, cursors, interval, onError }: UpkeepOptions): () => void {
  // A process that was killed has left its replies.
  attempt(() => store.transaction(() => retries.forget(Date.now())))
  let timer = setTimeout(run, interval)

  function run(): void {
    let isMore = false
    attempt(() => {
      const now = Date.now()
      isMore = store.transaction(() => expireDocuments(store, now))
      store.transaction(() => retries.forget(now))
      cursors.closeIdle(now)
    })
    timer = setTimeout(run, isMore ? shortPause : interval)
  }

  function attempt(step: () => void): void {
    try {
      step()
    } catch (error) {
      onError(error)
    }
  }

  return () => {
    clearTimeout(timer)
    attempt(() => store.transaction(() => retries.clear()))
  }
}
