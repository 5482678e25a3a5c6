import { BadSignature, type Gateway, type GatewayContext, gatewayFault, reportOf } from './gateway.ts'
import { sandboxCollections } from './sandbox/collection.ts'
import { sandboxPages } from './sandbox/pages.ts'
import { productionFault } from './sandbox/productionFault.ts'
import { changeState, findSession, openSession, recordPart, type SandboxSession } from './sandbox/sessions.ts'
import { readWebhook, webhookDelivery } from './sandbox/webhooks.ts'

/**
 * A gateway for trying the shop: no money moves. It behaves like a real one, with a page of its own to pay or decline on,
 * sessions that expire, and signed webhooks that arrive late or twice. It has its own store; the shop uses it only through this
 * port.
 */
export const sandbox: Gateway = {
  name: 'sandbox',
  isInvoice: false,
  pages: sandboxPages,
  collections: sandboxCollections,
  background: [webhookDelivery],

  productionFault,

  async open(payment, { app, provider }) {
    const fault = gatewayFault(app, provider, { productionFault })
    if (fault) {
      app.log.error({ provider: provider.key }, fault)
      return { href: null, report: reportOf(payment, 'declined') }
    }
    const session = await openSession(app, provider.key, payment)
    const origin = new URL(payment.returnUrl).origin
    return { href: `${origin}/sandbox-gateway/${provider.key}/${session._id}`, report: report(session) }
  },

  async fetchState(payment, context) {
    const session = await find(context, payment.transaction)
    return session ? report(session) : reportOf(payment, 'abandoned')
  },

  async expire(payment, { app, provider }) {
    // A session that was never opened is created as ended, so that a late request to open it finds it ended.
    const session = await openSession(app, provider.key, payment, 'expired')
    return report(await changeState(app, session, 'open', 'expired'))
  },

  async refund(payment, context) {
    const session = await find(context, payment.transaction)
    if (!session || (session.state !== 'paid' && session.state !== 'refunded')) {
      throw new Error('Only a paid payment can be refunded')
    }
    return report(await changeState(context.app, session, 'paid', 'refunded'))
  },

  async refundPart(payment, part, context) {
    const session = await find(context, payment.transaction)
    if (!session || (session.state !== 'paid' && session.state !== 'refunded')) {
      throw new Error('Only a paid payment can be refunded')
    }
    await recordPart(context.app, session, part)
  },

  async verifyWebhook(headers, body, { app, provider }) {
    const report = readWebhook(app, provider.key, String(headers['x-sandbox-signature'] ?? ''), body)
    if (!report) throw new BadSignature('The signature does not belong to this webhook')
    return [report]
  },
}

function find({ app, provider }: GatewayContext, transaction: string): Promise<SandboxSession | null> {
  return findSession(app, provider.key, { transaction })
}

/** Translates the state of a session for the shop. */
function report({ transaction, state, amount, currency }: SandboxSession) {
  return { transaction, state: state === 'expired' ? ('abandoned' as const) : state, amount, currency }
}
