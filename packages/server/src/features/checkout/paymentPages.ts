import { attemptOf } from '@portraitkit/core/checkout/paymentJournal.ts'
import type { Context } from 'koa'
import type { App } from '../../platform/app.ts'
import { withinCall } from '../../platform/db/shortCache.ts'
import { Failure } from '../../platform/failure.ts'
import type { Page } from '../../platform/feature.ts'
import { readBytes } from '../../platform/http/body.ts'
import { useTicket } from '../../platform/http/ticket.ts'
import { findProvider, openGateway } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { recordSecurityEvent } from '../../platform/security/record.ts'
import { BadSignature } from '../../ports/payments/gateway.ts'
import { gateways } from '../../ports/payments/index.ts'
import { findSession } from '../account/sessions/sessions.ts'
import { acceptReport, advanceCheckout, refreshPayments } from './advanceCheckout.ts'
import { changeCheckout, findByTransaction, type StoredCheckout } from './collection.ts'
import { PAYMENT_TICKET } from './createTransaction.ts'
import { GatewayAway } from './journalSteps.ts'
import { cancelAttempt, endLostPayments } from './lostPayments.ts'
import { isReturnAddress, type ReturnOutcome, shopPageAddress } from './paymentAddresses.ts'

/** Maximum size of a webhook, in bytes. */
const WEBHOOK_LIMIT = 100_000

/**
 * 000 §2: "Browser is sent to /m/shopping-cart/checkout/payment/{uuid}". It shows nothing: it redirects to the gateway, and on
 * the way back to the receipt or the checkout.
 */
export const paymentPage: Page = {
  method: 'GET',
  path: '/m/shopping-cart/checkout/payment/:transactionUuid',
  needsProvider: true,
  async handle(http, app, provider) {
    if (!provider) throw new Failure('provider.unknown')
    http.set('Cache-Control', 'no-store')
    http.set('Referrer-Policy', 'no-referrer')
    const { transactionUuid: transaction = '' } = http.params as { transactionUuid?: string }
    const checkout = await findByTransaction(app, provider.key, transaction)
    if (!checkout) throw new Failure('not_found')
    const way = await accessTo(http, app, provider, checkout, transaction)
    // A caller without the right learns nothing: the checkout itself asks them to sign in.
    if (!way) return http.redirect(shopPageAddress(http, provider, '/shopping-cart/checkout'))
    const current = await withinCall(true, () => updateCheckout(app, provider, checkout, transaction, way)).catch(
      async (error) => {
        if (!(error instanceof GatewayAway)) throw error
        // The outcome of the payment is not known yet: the receipt waits for it, and the sweeper asks again.
        app.log.warn({ transaction, err: error }, 'a gateway could not be reached')
        return (await findByTransaction(app, provider.key, transaction)) ?? checkout
      },
    )
    http.redirect(destination(current, transaction, way))
  },
}

/**
 * What authorises a caller to open the page: a ticket or the session on the way to the gateway, the server's signature on the
 * way back.
 */
async function accessTo(
  http: Context,
  app: App,
  provider: Provider,
  { customer }: StoredCheckout,
  transaction: string,
): Promise<ReturnOutcome | 'going' | null> {
  const { ticket } = http.query
  for (const way of ['returned', 'cancelled'] as const) {
    const signature = http.query[way]
    if (typeof signature === 'string') return isReturnAddress(app, provider, transaction, way, signature) ? way : null
  }
  if (typeof ticket === 'string') {
    const right = await useTicket(app, provider, PAYMENT_TICKET, ticket)
    if (right?.transaction === transaction) return 'going'
  }
  const session = await findSession(app, provider, http, app.clock())
  return session?.customer.uuid === customer ? 'going' : null
}

/** Updates the checkout by asking the gateway itself; the address in the browser is not trusted. */
async function updateCheckout(
  app: App,
  provider: Provider,
  checkout: StoredCheckout,
  transaction: string,
  way: ReturnOutcome | 'going',
): Promise<StoredCheckout> {
  if (way === 'going') return advanceCheckout(app, provider, await endLostPayments(app, provider, checkout))
  if (way === 'returned') return refreshPayments(app, provider, checkout)
  // A customer who gave up at the gateway must not be able to pay there by going back in the browser.
  const cancelled = await changeCheckout(app, checkout, (journal) => cancelAttempt(journal, transaction))
  return advanceCheckout(app, provider, cancelled)
}

function destination(checkout: StoredCheckout, transaction: string, way: ReturnOutcome | 'going'): string {
  const attempt = attemptOf(checkout, transaction)
  if (!attempt) throw new Error(`The attempt ${transaction} is gone`)
  const { state, href, receiptUrl, backUrl } = attempt
  // The page of this window, whichever window has paid: the customer may not be signed in on the other one's site.
  if (checkout.paidBy) return receiptUrl
  if (state !== 'open') return backUrl
  // Returned from a gateway that has not decided yet: the receipt waits for the outcome.
  return way === 'going' && href ? href : receiptUrl
}

/** Webhooks of the gateways, signed by them. Answered after they are processed, so that the gateway sends lost ones again. */
export const webhookPage: Page = {
  method: 'POST',
  path: '/payments/:provider/:gateway/webhook',
  needsProvider: false,
  async handle(http, app) {
    const { provider: key = '', gateway: name = '' } = http.params as { provider?: string; gateway?: string }
    const provider = await findProvider(app, key)
    const gateway = gateways.find((each) => each.name === name)
    if (!provider || !gateway) throw new Failure('not_found')
    const body = (await readBytes(http, WEBHOOK_LIMIT)).toString('utf8')
    const context = { app, provider, config: openGateway(app, provider, name) }
    try {
      for (const report of await gateway.verifyWebhook(http.headers, body, context)) {
        const checkout = await findByTransaction(app, provider.key, report.transaction)
        const isTheirs = checkout && attemptOf(checkout, report.transaction)?.gateway === name
        // That it is open is already known from opening it, together with its page.
        if (isTheirs && report.state !== 'open') await acceptReport(app, provider, checkout, report)
      }
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error
      recordSecurityEvent({ app, provider, http }, { event: 'webhook-refused', gateway: gateway.name })
      throw new Failure('input.invalid', { cause: error })
    }
    http.body = {}
  },
}
