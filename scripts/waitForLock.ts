import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '../packages/local-mongo/src/storage/lock.ts'

const LOOK_AGAIN_MS = 100

/** A lock that this process holds; `hasWaited` says whether another one held it before. */
export interface HeldLock {
  hasWaited: boolean
  release(): void
}

/**
 * Waits until no other process works in a folder, which is created if it is missing. The operating system releases the lock of a
 * process that dies: none is left behind. `signal` ends the wait, which then throws.
 */
export async function waitForLock(folder: string, signal?: AbortSignal): Promise<HeldLock> {
  mkdirSync(folder, { recursive: true })
  for (let hasWaited = false; ; hasWaited = true) {
    signal?.throwIfAborted()
    const lock = takeLock(folder)
    if (lock) return { hasWaited, release: () => lock.release() }
    await sleep(LOOK_AGAIN_MS, undefined, { signal })
  }
}
