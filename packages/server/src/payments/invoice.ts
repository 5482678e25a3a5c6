import { BadSignature, type Gateway, reportOf } from './gateway.ts'

/**
 * The customer gets an invoice with the goods. Nothing is asked of anybody outside, so there is nothing to go wrong: the
 * order is placed as soon as the payment is opened, and what we know of it stands in the checkout's own journal.
 */
export const invoice: Gateway = {
  name: 'invoice',
  isInvoice: true,
  needsPersonalId: true,
  open: async (payment) => ({ href: null, report: reportOf(payment, 'paid') }),
  // Asked only for a payment that our journal does not know as placed: then no invoice was written.
  fetchState: async (payment) => reportOf(payment, 'abandoned'),
  expire: async (payment) => reportOf(payment, 'abandoned'),
  refund: async (payment) => reportOf(payment, 'refunded'),
  verifyWebhook: async () => {
    throw new BadSignature('Invoices send no webhooks')
  },
}
