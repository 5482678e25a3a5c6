import { createHash, randomBytes } from 'node:crypto'
import type { App } from '../app.ts'
import { providerCollection } from '../db/providerCollection.ts'
import type { Provider } from '../provider/document.ts'

type Ticket = {
  _id: string
  provider: string
  purpose: string
  data: Record<string, string>
  expires: Date
  /** When it was used; a download that broke off may be resumed for a while. */
  used?: Date
}

/** How long a ticket may be used: as long as a browser needs to open an address. */
export const TICKET_MS = 60_000

/**
 * Creates a code that opens one address once, for addresses that the browser opens by itself, without header and perhaps
 * without cookie: a download, the redirect to the payment. It is stored hashed.
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
  await providerCollection<Ticket>(app, 'tickets', provider.key).insertOne({
    _id: hashCode(code),
    purpose,
    data,
    expires,
  })
  return code
}

/** The data of the ticket; null if the ticket is unknown, used, expired, or of another purpose or provider. */
export async function useTicket(
  app: App,
  provider: Provider,
  purpose: string,
  code: string,
): Promise<Record<string, string> | null> {
  const ticket = await providerCollection<Ticket>(app, 'tickets', provider.key).findOneAndDelete({
    _id: hashCode(code),
    purpose,
    expires: { $gt: app.clock() },
  })
  return ticket?.data ?? null
}

/** Reads a ticket without using it. With `isUsed`, only a request that was started with it may continue. */
export async function findTicket(
  app: App,
  provider: Provider,
  purpose: string,
  code: string,
): Promise<{ data: Record<string, string>; isUsed: boolean } | null> {
  const found = await providerCollection<Ticket>(app, 'tickets', provider.key).findOne({
    _id: hashCode(code),
    purpose,
    expires: { $gt: app.clock() },
  })
  return found && { data: found.data, isUsed: found.used !== undefined }
}

/** Uses a ticket up and keeps it for a while, for the request that was started with it. False if another request was faster. */
export async function spendTicket(app: App, provider: Provider, code: string, lingerMs: number): Promise<boolean> {
  const now = app.clock()
  const { matchedCount } = await providerCollection<Ticket>(app, 'tickets', provider.key).updateOne(
    { _id: hashCode(code), used: { $exists: false }, expires: { $gt: now } },
    { $set: { used: now, expires: new Date(now.getTime() + lingerMs) } },
  )
  return matchedCount > 0
}

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
