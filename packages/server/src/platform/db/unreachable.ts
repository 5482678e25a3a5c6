import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
} from 'mongodb'

/**
 * Whether an error means that the database is unreachable at the moment, in any of the ways in which the driver reports it: no
 * server answers, the connection breaks during a command, the primary moves, this process is closing.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  // When one command writes many documents, the driver reports the broken connection as the cause of a failed write.
  if (error instanceof MongoBulkWriteError) return isDatabaseUnreachable(error.errorResponse)
  if (error instanceof MongoError) {
    return (
      error instanceof MongoServerSelectionError ||
      error instanceof MongoNetworkError ||
      error instanceof MongoNotConnectedError ||
      error instanceof MongoClientClosedError ||
      error.hasErrorLabel('RetryableWriteError')
    )
  }
  // A socket that was closed between two commands: the driver passes the system's error on unchanged.
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'EPIPE' || code === 'ECONNRESET'
}
