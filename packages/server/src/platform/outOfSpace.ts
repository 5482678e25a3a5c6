const DISK_IS_FULL = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  // a limit of the size of files
  'EFBIG',
  // MongoDB's OutOfDiskSpace, which the local database uses too
  14031,
])

/** Whether an error means that there is no room to write, on this server's disk or the database's. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return DISK_IS_FULL.has(code) || (cause !== undefined && isOutOfSpace(cause))
}
