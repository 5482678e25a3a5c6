import type { Context } from 'koa'
import type { App } from '../../../platform/app.ts'
import { makeTicket, useTicket } from '../../../platform/http/ticket.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { type StoredSession, sessionsOf } from '../sessions/sessions.ts'

const PURPOSE = 'hand-over'
/** The visitor was asked whether to replace somebody else's session. */
const ASKED_PURPOSE = 'hand-over asked'
/** How long a link may take to open the shop's page. */
export const HAND_OVER_MS = 30_000
/** How long the visitor may think about the question. */
const ANSWER_MS = 10 * 60_000

/** What a code is valid for. */
type HandOver = {
  /** The session that is handed over, and the key that it is bound to. */
  session: string
  key: string
  /** The address of the page that it opens, and the origin of the page with the link. */
  target: string
  referrer: string
}

/** The address of a page of the shop, in one spelling and without a fragment; null if it is not the shop's. */
export function shopPage(app: App, provider: Provider, address: string): string | null {
  const url = URL.parse(address)
  const own = new URL(app.env.publicUrl)
  if (!url || url.protocol !== own.protocol || url.port !== own.port || url.username || url.password) return null
  const isNeutral = url.hostname === own.hostname && url.searchParams.get('provider') === provider.key
  if (!isNeutral && !provider.hosts.includes(url.hostname)) return null
  url.hash = ''
  return url.href
}

export async function makeHandOver(app: App, provider: Provider, handOver: HandOver): Promise<string> {
  return makeTicket(app, provider, PURPOSE, handOver, { ageMs: HAND_OVER_MS })
}

/** The code for the answer to the question, instead of the code that is used up now. */
export async function makeQuestion(app: App, provider: Provider, handOver: HandOver): Promise<string> {
  return makeTicket(app, provider, ASKED_PURPOSE, handOver, { ageMs: ANSWER_MS })
}

type Arrival = { code: string; target: string; referrer: string; agreed?: boolean | undefined }

/**
 * Uses a code up. The session that it hands over, if that is still open and the code was made for this page and followed from
 * there; otherwise null. The browser names the page with the link: a link that a stranger sends comes from elsewhere.
 */
export async function useHandOver(
  app: App,
  provider: Provider,
  http: Context,
  { code, target, referrer, agreed }: Arrival,
): Promise<{ handOver: HandOver; session: StoredSession } | null> {
  const page = shopPage(app, provider, target)
  const handOver = (await useTicket(app, provider, agreed ? ASKED_PURPOSE : PURPOSE, code)) as HandOver | null
  if (!handOver || page === null || new URL(page).host !== http.host) return null
  if (handOver.target !== page || handOver.referrer !== referrer) return null
  const session = await sessionsOf(app, provider).findOne({
    _id: handOver.session,
    publicKey: handOver.key,
    expires: { $gt: app.clock() },
  })
  return session && { handOver, session }
}
