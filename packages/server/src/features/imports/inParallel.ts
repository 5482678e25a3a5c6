import { availableParallelism } from 'node:os'

/** Processes as many files at once as there are cores; each may be unpacked in memory. Ends early, between two, by the signal. */
export async function inParallel<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of waiting) {
      if (signal?.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))
}
