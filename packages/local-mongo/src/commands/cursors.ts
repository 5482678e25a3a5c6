import { randomBytes } from 'node:crypto'
import type { Value } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import type { Reply } from '../protocol/reply.ts'
import { maxDocumentSize } from '../protocol/wire.ts'

/** Documents that are still to be sent, and their collection. */
interface Cursor {
  readonly docs: Iterator<Value>
  readonly namespace: string
  /** Read from the iterator, but too large for the last batch. */
  pending: Value | undefined
  usedAt: number
}

export type Cursors = ReturnType<typeof createCursors>

const defaultBatch = 101
const idleMinutes = 10
const maxOpen = 10_000

/** The open cursors. Those that were not used for ten minutes are closed. */
export function createCursors() {
  const open = new Map<bigint, Cursor>()

  const closeIdle = (now: number) => {
    for (const [id, cursor] of open) if (now - cursor.usedAt > idleMinutes * 60_000) open.delete(id)
  }

  const keep = (cursor: Cursor): bigint => {
    closeIdle(Date.now())
    if (open.size >= maxOpen) throw new CommandError('BadValue', `more than ${maxOpen} cursors are open`)
    const id = randomBytes(8).readBigUInt64LE() >> 2n || 1n
    open.set(id, cursor)
    return id
  }

  return {
    closeIdle,
    /** The first batch; the cursor stays open if there is more, unless the client asked for a single batch. */
    first(docs: Iterator<Value>, namespace: string, batchSize: number | undefined, isSingle: boolean): Reply {
      const cursor: Cursor = { docs, namespace, pending: undefined, usedAt: Date.now() }
      const { batch, isDone } = takeBatch(cursor, batchSize ?? defaultBatch)
      const id = isDone || isSingle ? 0n : keep(cursor)
      return { cursor: { firstBatch: batch, id, ns: namespace } }
    },

    next(id: bigint, namespace: string, batchSize: number | undefined): Reply {
      const cursor = open.get(id)
      if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${id} not found`)
      if (cursor.namespace !== namespace)
        throw new CommandError('BadValue', `cursor id ${id} belongs to ${cursor.namespace}, not to ${namespace}`)
      cursor.usedAt = Date.now()
      // A failed getMore ends the cursor.
      open.delete(id)
      const { batch, isDone } = takeBatch(cursor, batchSize || Number.POSITIVE_INFINITY)
      if (!isDone) open.set(id, cursor)
      return { cursor: { nextBatch: batch, id: isDone ? 0n : id, ns: namespace } }
    },

    kill: (id: bigint): boolean => open.delete(id),
  }
}

function takeBatch(cursor: Cursor, size: number): { batch: Value[]; isDone: boolean } {
  const batch: Value[] = []
  let bytes = 0
  for (;;) {
    if (size === 0) return { batch, isDone: false }
    if (!cursor.pending) {
      const { value, done } = cursor.docs.next()
      if (done) return { batch, isDone: true }
      cursor.pending = value as Value
    }
    bytes += cursor.pending.end - cursor.pending.start
    if (batch.length >= size || (batch.length > 0 && bytes > maxDocumentSize)) return { batch, isDone: false }
    batch.push(cursor.pending)
    cursor.pending = undefined
  }
}
