/** How long a client may take for the rest of a message, or to read a reply. */
export const clientTimeout = 30_000

/** Maximum size of incomplete messages and unread replies of all connections together, in bytes. */
const maxPendingBytes = 128 * 1024 * 1024

/** Bytes in incomplete messages and unread replies, over all connections. */
export interface Budget {
  pending: number
}

export function isExceeded(budget: Budget): boolean {
  return budget.pending > maxPendingBytes
}
