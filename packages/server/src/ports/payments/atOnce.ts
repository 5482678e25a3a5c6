import { BadSignature, type Gateway, reportOf } from './gateway.ts'

/**
 * Nothing is asked of anybody outside, so there is nothing to go wrong: the order is placed as soon as the payment is opened,
 * and what we know of it stands in the checkout's own journal.
 */
function atOnce(name: string): Pick<Gateway, 'open' | 'fetchState' | 'expire' | 'refund' | 'verifyWebhook'> {
  return {
    open: async (payment) => ({ href: null, report: reportOf(payment, 'paid') }),
    // Asked only for a payment that our journal does not know as placed: then it was never opened.
    fetchState: async (payment) => reportOf(payment, 'abandoned'),
    expire: async (payment) => reportOf(payment, 'abandoned'),
    refund: async (payment) => reportOf(payment, 'refunded'),
    verifyWebhook: async () => {
      throw new BadSignature(`The gateway ${name} sends no webhooks`)
    },
  }
}

/** The customer gets an invoice with the goods. */
export const invoice: Gateway = { name: 'invoice', isInvoice: true, needsPersonalId: true, ...atOnce('invoice') }

/** A voucher has taken everything off: no gateway takes an amount of nothing. */
export const nothingToPay: Gateway = { name: 'nothing-to-pay', isInvoice: false, ...atOnce('nothing-to-pay') }
