import type { App } from '../../../platform/app.ts'
import { isDuplicate, ofProvider } from '../../../platform/db/ofProvider.ts'
import type { Payment } from '../gateway.ts'

/** A payment that Stripe was asked for or will be, so that it is found there by our transaction. */
export type StripePayment = {
  /** The transaction. */
  _id: string
  provider: string
  created: Date
  /** What the request says beside the payment itself: a request made again must be the same to the letter. */
  name: string
  expires: Date
  /** The checkout session at Stripe; null until we have heard of it. */
  session: string | null
  /** Why there is no session and never will be. */
  ended: 'abandoned' | 'failed' | null
}

/** How long a customer may stay on the page. Stripe takes half an hour to a day. */
const SESSION_MS = 60 * 60_000

export const stripePayments = (app: App, provider: string) => ofProvider<StripePayment>(app, 'stripePayments', provider)

/** Writes down that Stripe will be asked for a payment, or that it never will. What is written down already stays. */
export async function keepPayment(
  app: App,
  provider: { key: string; name: string },
  { transaction, reference }: Payment,
  ended: StripePayment['ended'] = null,
): Promise<StripePayment> {
  const payments = stripePayments(app, provider.key)
  const known = await payments.findOne({ _id: transaction })
  if (known) return known
  const created = app.clock()
  const expires = new Date(created.getTime() + SESSION_MS)
  try {
    await payments.insertOne({
      _id: transaction,
      created,
      name: `${provider.name} ${reference}`,
      expires,
      session: null,
      ended,
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const kept = await payments.findOne({ _id: transaction })
  if (!kept) throw new Error(`The payment ${transaction} is gone`)
  return kept
}

/** Writes down the session that Stripe has made, or that it makes none. What was written first holds. */
export async function settlePayment(
  app: App,
  { _id, provider }: StripePayment,
  change: { session: string } | { ended: 'failed' },
): Promise<void> {
  await stripePayments(app, provider).updateOne({ _id, session: null, ended: null }, { $set: change })
}
