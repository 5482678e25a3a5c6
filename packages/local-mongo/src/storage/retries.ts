import { bigintOf, bytesOf, fieldOf, isNumber, type } from '../bson/raw.ts'
import { CommandError } from '../errors.ts'
import type { Request } from '../protocol/wire.ts'
import type { Sql } from './sql.ts'

/** How long the driver may keep a session that it does not use. */
const sessionMinutes = 30
/** How long a reply is stored. A driver repeats a write within half a minute; afterwards what the reply shows of documents that are deleted must be gone, too. */
const replyMinutes = 1

export type Retries = ReturnType<typeof createRetries>

/**
 * Retryable writes: the reply to a session's last numbered write is stored with the write itself, so that a driver that lost
 * the reply can ask again and nothing happens twice. A reply may contain a whole document, and is removed soon.
 */
export function createRetries(sql: Sql) {
  /** The numbers stay: they say which writes were done. */
  const clearReplies = (before: number) =>
    void sql.run("UPDATE replies SET reply = x'' WHERE at < ? AND reply <> x''", before)

  return {
    /** Runs the write, unless it was done before: then the stored reply is the answer. */
    once(request: Request, run: () => Buffer): Buffer {
      const number = request.body.get('txnNumber')
      if (!number) return run()
      const session = sessionOf(request)
      if (!isNumber(number) || number.type === type.double)
        throw new CommandError('TypeMismatch', "BSON field 'txnNumber' must be a long")
      const txn = bigintOf(number)
      const stored = sql.get<[number, Uint8Array]>('SELECT txn, reply FROM replies WHERE session = ?', session)
      if (stored && BigInt(stored[0]) === txn) return repeatedReply(stored[1])
      if (stored && BigInt(stored[0]) > txn) {
        throw new CommandError(
          'TransactionTooOld',
          `Retryable write with txnNumber ${txn} is older than the session's ${stored[0]}`,
        )
      }
      const reply = run()
      sql.run(
        'INSERT OR REPLACE INTO replies (session, txn, at, reply) VALUES (?, ?, ?, ?)',
        session,
        txn,
        Date.now(),
        reply,
      )
      return reply
    },

    forget(now: number): void {
      sql.run('DELETE FROM replies WHERE at < ?', now - sessionMinutes * 60_000)
      clearReplies(now - replyMinutes * 60_000)
    },

    /** For a database that is closed: its files show nothing of documents that were deleted. */
    clear: (): void => clearReplies(Number.MAX_SAFE_INTEGER),
  }
}

/** A write is never done twice: one whose reply is gone is refused. */
function repeatedReply(reply: Uint8Array): Buffer {
  if (reply.length > 0) return Buffer.from(reply)
  throw new CommandError('IncompleteTransactionHistory', 'The write was done before, and its reply is no longer stored')
}

function sessionOf(request: Request): Buffer {
  const lsid = request.body.get('lsid')
  const id = lsid?.type === type.object ? fieldOf(lsid, Buffer.from('id')) : undefined
  if (id?.type !== type.binary)
    throw new CommandError('InvalidOptions', 'Transaction number requires a session ID to also be specified')
  return bytesOf(id)
}
