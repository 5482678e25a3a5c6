import { createHash, randomBytes } from 'node:crypto'
import type { App } from '../app.ts'
import { ofProvider } from '../db/ofProvider.ts'
import type { Collection } from '../feature.ts'
import type { Provider } from '../provider/document.ts'

type Ticket = { _id: string; provider: string; purpose: string; data: Record<string, string>; expires: Date }

export const ticketCollections: Collection[] = [
  { name: 'tickets', indexes: [{ key: { expires: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** How long a ticket may be used: as long as a browser needs to open an address. */
export const TICKET_MS = 60_000

/**
 * A code that opens one address once, for addresses that the browser opens by itself, without header and perhaps without
 * cookie: a download, the way to the payment. It is stored hashed.
 */
export async function makeTicket(
  app: App,
  provider: Provider,
  purpose: string,
  data: Record<string, string>,
  { ageMs = TICKET_MS } = {},
): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  const expires = new Date(app.clock().getTime() + ageMs)
  await ofProvider<Ticket>(app, 'tickets', provider.key).insertOne({ _id: hashed(code), purpose, data, expires })
  return code
}

/** What the ticket was made with; null where it is unknown, used, over, or of another purpose or provider. */
export async function useTicket(
  app: App,
  provider: Provider,
  purpose: string,
  code: string,
): Promise<Record<string, string> | null> {
  const ticket = await ofProvider<Ticket>(app, 'tickets', provider.key).findOneAndDelete({
    _id: hashed(code),
    purpose,
    expires: { $gt: app.clock() },
  })
  return ticket?.data ?? null
}

function hashed(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
