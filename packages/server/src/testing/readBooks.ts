import type { Document } from 'mongodb'
import type { App } from '../platform/app.ts'
import type { Books } from './purchaseModel.ts'

/** The books of a shop, read from its stored documents as they are: none of the product's own rules has a say in it. */
export async function readBooks({ db }: Pick<App, 'db'>, provider: string): Promise<Books> {
  const all = (collection: string, filter: Document = {}) =>
    db
      .collection<Document & { _id: string }>(collection)
      .find({ ...filter, provider })
      .toArray()
  const [orders, sessions, mails, carts, uses] = await Promise.all([
    all('orders', { confirmTime: { $ne: null } }),
    all('sandboxSessions', { charged: { $exists: true } }),
    all('mails'),
    all('carts'),
    all('voucherUses'),
  ])
  const mailKey = `${provider} order `
  return {
    orders: orders.map(({ _id, content }) => ({
      id: _id,
      customer: content.customer,
      lines: content.lines.map(({ uuid, quantity, linePrice }: Document) => ({
        id: uuid,
        quantity,
        price: linePrice,
      })),
      transaction: content.payment.isInvoice ? null : content.payment.transaction,
      gateway: content.payment.gateway,
      code: content.voucher?.code ?? null,
      total: content.totalPrice,
    })),
    charges: sessions.map(({ transaction, amount, refunded }) => ({
      transaction,
      amount,
      isRefunded: Boolean(refunded),
    })),
    receipts: mails
      .filter(({ _id }) => _id.startsWith(mailKey))
      .map(({ _id, to }) => ({ order: _id.slice(mailKey.length), to })),
    cartLines: carts.flatMap(({ customer, lines }) =>
      lines.map(({ uuid, quantity }: Document) => ({ customer, line: uuid, quantity })),
    ),
    voucherUses: uses.map(({ code, order, isPaid }) => ({ code, order, isPaid })),
  }
}
