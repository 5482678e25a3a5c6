import type { App } from '../../../platform/app.ts'
import { isDuplicate, providerCollection } from '../../../platform/db/providerCollection.ts'
import { PAYMENT_WINDOW_MS, type Payment } from '../gateway.ts'

/** A payment that was or will be requested from Stripe, recorded so that it can be found there by its transaction. */
export type StripePayment = {
  /** The transaction. */
  _id: string
  provider: string
  created: Date
  /** The parts of the request in addition to the payment itself: a repeated request must be identical to the letter. */
  name: string
  expires: Date
  /** The checkout session at Stripe; null until it is known. */
  session: string | null
  /** The reason why there is no session and never will be. */
  ended: 'abandoned' | 'failed' | null
}

export const stripePayments = (app: App, provider: string) =>
  providerCollection<StripePayment>(app, 'stripePayments', provider)

/** Records that Stripe will be asked for a payment, or that it never will. An existing record is unchanged. */
export async function recordPayment(
  app: App,
  provider: { key: string; name: string },
  { transaction, reference }: Payment,
  ended: StripePayment['ended'] = null,
): Promise<StripePayment> {
  const payments = stripePayments(app, provider.key)
  const known = await payments.findOne({ _id: transaction })
  if (known) return known
  const created = app.clock()
  const expires = new Date(created.getTime() + PAYMENT_WINDOW_MS)
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
  const stored = await payments.findOne({ _id: transaction })
  if (!stored) throw new Error(`The payment ${transaction} is gone`)
  return stored
}

/** Records the session that Stripe has created, or that it creates none. The first record wins. */
export async function settlePayment(
  app: App,
  { _id, provider }: StripePayment,
  change: { session: string } | { ended: 'failed' },
): Promise<void> {
  await stripePayments(app, provider).updateOne({ _id, session: null, ended: null }, { $set: change })
}
