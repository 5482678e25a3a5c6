import { CommandError } from '../errors.ts'
import { errorReply } from '../protocol/reply.ts'
import { isDiskFull, sqliteCode } from '../storage/store.ts'

/** The reply to a failed command. An unexpected error is logged, and reported without its details. */
export function failure(error: unknown, log: (line: string) => void): Buffer {
  if (error instanceof CommandError) return errorReply(error)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log(`local database: ${text}`)
  if (isDiskFull(error)) return errorReply(new CommandError('OutOfDiskSpace', 'the disk is full: nothing was written'))
  const code = sqliteCode(error)
  const what =
    code === undefined ? 'failed unexpectedly; see its log' : `could not use its data file (SQLite code ${code})`
  return errorReply(new CommandError('InternalError', `the local database ${what}`))
}
