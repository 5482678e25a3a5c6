import { BadSignature, type Gateway, reportOf } from './gateway.ts'

/**
 * No external service is called, so nothing can go wrong: the order is placed as soon as the payment is opened, and all data
 * about it is in the checkout's own journal.
 */
function immediateGateway(name: string): Pick<Gateway, 'open' | 'fetchState' | 'expire' | 'refund' | 'verifyWebhook'> {
  return {
    open: async (payment) => ({ href: null, report: reportOf(payment, 'paid') }),
    // Called only for a payment that is not placed in the journal: then it was never opened.
    fetchState: async (payment) => reportOf(payment, 'abandoned'),
    expire: async (payment) => reportOf(payment, 'abandoned'),
    refund: async (payment) => reportOf(payment, 'refunded'),
    verifyWebhook: async () => {
      throw new BadSignature(`The gateway ${name} sends no webhooks`)
    },
  }
}

/** The customer gets an invoice together with the goods. */
export const invoice: Gateway = {
  name: 'invoice',
  isInvoice: true,
  needsPersonalId: true,
  ...immediateGateway('invoice'),
}

/** A voucher has covered the whole amount: no gateway accepts a payment of 0. */
export const nothingToPay: Gateway = { name: 'nothing-to-pay', isInvoice: false, ...immediateGateway('nothing-to-pay') }
