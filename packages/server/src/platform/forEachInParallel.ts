import { availableParallelism } from 'node:os'

/** Processes as many items at once as there are cores, at most four: each is unpacked in memory. Starts no more once aborted. */
export async function forEachInParallel<T>(
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
