import type { PaymentReport } from '@portraitkit/core/checkout/paymentJournal.ts'
import * as z from 'zod'
import type { App } from '../../../platform/app.ts'
import type { Background } from '../../../platform/feature.ts'
import { listProviderEntries } from '../../../platform/provider/collection.ts'
import { notificationRest, type SandboxSession } from './sessions.ts'

/** Maximum age of a signature: a replayed webhook is useless later. */
const TOLERANCE_MS = 5 * 60_000
/** How long one delivery may take. */
const DELIVERY_MS = 5000
/** Waits between attempts: 2 seconds, doubled each time, at most an hour; then the delivery is given up. */
const FIRST_WAIT_MS = 2000
const MAX_BACKOFF_MS = 60 * 60_000
const MAX_TRIES = 16
const BATCH = 50

const content = z.object({
  transaction: z.string(),
  state: z.enum(['paid', 'declined', 'expired', 'refunded']),
  amount: z.int(),
  currency: z.string(),
})

/** The body and the header of a webhook. */
export function writeWebhook(
  app: App,
  session: Pick<SandboxSession, 'provider' | 'transaction' | 'amount' | 'currency'>,
  state: SandboxSession['state'],
): { body: string; signature: string } {
  const { provider, transaction, amount, currency } = session
  const body = JSON.stringify({ transaction, state, amount, currency })
  const at = String(app.clock().getTime())
  return { body, signature: `t=${at},v1=${app.secrets.sign(purpose(provider), `${at}.${body}`)}` }
}

/** The content of a webhook; null if it is not the sandbox's, was changed on its way, or is too old. */
export function readWebhook(app: App, provider: string, signature: string, body: string): PaymentReport | null {
  const [, at, mac] = signature.match(/^t=(\d{1,16}),v1=([\w-]+)$/) ?? []
  if (!at || !mac || !app.secrets.verify(purpose(provider), `${at}.${body}`, mac)) return null
  if (Math.abs(app.clock().getTime() - Number(at)) > TOLERANCE_MS) return null
  const { state, ...report } = content.parse(JSON.parse(body))
  return { ...report, state: state === 'expired' ? 'abandoned' : state }
}

const purpose = (provider: string) => `sandbox webhook ${provider}`

/** Notifies the shop until it has confirmed. */
export const webhookDelivery: Background = {
  name: 'sandbox.notify',
  everyMs: 500,
  run: async (app) => {
    if (!notificationRest.isOver(app)) return
    const now = app.clock()
    const due = await nextDue(app)
    notificationRest.begin(app, now, due)
    if (!due || due > now) return
    for (let count = 0; count < BATCH; count++) {
      const session = await claim(app)
      if (!session) return
      await deliver(app, session)
    }
  },
}

async function nextDue(app: App): Promise<Date | undefined> {
  const keys = (await listProviderEntries(app)).map(({ key }) => key)
  const next = { provider: { $in: keys }, 'news.due': { $gt: new Date(0) } }
  const options = { sort: { 'news.due': 1 }, projection: { 'news.due': 1 } } as const
  return (await sessions(app).findOne(next, options))?.news?.due
}

async function claim(app: App): Promise<SandboxSession | null> {
  const keys = (await listProviderEntries(app)).map(({ key }) => key)
  const now = app.clock()
  return sessions(app).findOneAndUpdate(
    { provider: { $in: keys }, 'news.due': { $lte: now } },
    { $set: { 'news.due': new Date(now.getTime() + 2 * DELIVERY_MS) }, $inc: { 'news.tries': 1 } },
    { returnDocument: 'after' },
  )
}

async function deliver(app: App, session: SandboxSession): Promise<void> {
  const { _id, provider, news, webhookUrl } = session
  if (!news) return
  const { body, signature } = writeWebhook(app, session, news.state)
  const isHeard = await post(webhookUrl, body, signature)
  // Newer notifications have their own schedule: only these are confirmed or postponed.
  const same = { _id, provider, 'news.state': news.state }
  if (isHeard || news.tries >= MAX_TRIES) await sessions(app).updateOne(same, { $unset: { news: '' } })
  else {
    const wait = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (news.tries - 1))
    await sessions(app).updateOne(same, { $set: { 'news.due': new Date(app.clock().getTime() + wait) } })
  }
}

async function post(url: string, body: string, signature: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_MS),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    // Unreachable or too slow: it is retried.
    return false
  }
}

function sessions(app: App) {
  return app.db.collection<SandboxSession>('sandboxSessions')
}
