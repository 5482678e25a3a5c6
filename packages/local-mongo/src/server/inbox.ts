import { frameLength } from '../protocol/wire.ts'
import type { Budget } from './limits.ts'

/** The bytes that a client has sent and that are not part of a command yet. */
export function createInbox(budget: Budget) {
  let chunks: Buffer[] = []
  let size = 0

  const count = (bytes: number) => {
    size += bytes
    budget.pending += bytes
  }

  /** The first `length` bytes received, joined once. */
  const take = (length: number): Buffer => {
    const joined = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    chunks = joined.length > length ? [joined.subarray(length)] : []
    count(-length)
    return joined.subarray(0, length)
  }

  const header = (): Buffer => {
    if ((chunks[0] as Buffer).length < 4) chunks = [Buffer.concat(chunks)]
    return chunks[0] as Buffer
  }

  return {
    add(chunk: Buffer): void {
      chunks.push(chunk)
      count(chunk.length)
    },
    /** Whether a message has started, so that its length is known. */
    hasHeader: (): boolean => size >= 4,
    /** The message that has started, if all of it has arrived. Throws a WireError if no message has such a length. */
    takeFrame(): Buffer | undefined {
      const length = frameLength(header())
      return size >= length ? take(length) : undefined
    },
    clear(): void {
      count(-size)
      chunks = []
    },
  }
}
