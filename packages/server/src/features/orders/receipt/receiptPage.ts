import { orderNumber } from '@portraitkit/core/orders/orderNumber.ts'
import { uuid } from '@portraitkit/core/schemas.ts'
import { Failure } from '../../../platform/failure.ts'
import type { CallContext, Page } from '../../../platform/feature.ts'
import { findTicket, makeTicket, useTicket } from '../../../platform/http/ticket.ts'
import { translateTo } from '../../../platform/texts.ts'
import { findOrder } from '../collection.ts'
import { receiptPdf } from './receiptPdf.ts'
import { receiptTexts } from './receiptTexts.ts'

const pathOf = (order: string) => `/m/orders/${order}/receipt.pdf`
const purposeOf = (order: string) => `receipt ${order}`

/** The address for one download of the receipt of the caller's order. An order that is not placed has none. */
export async function createReceiptTicket(
  order: string,
  { app, provider, customer, http }: CallContext<'customer'>,
): Promise<{ href: string }> {
  const found = await findOrder(app, provider.key, order, customer.uuid)
  if (!found?.confirmTime) throw new Failure('orders.unknown')
  const ticket = await makeTicket(app, provider, purposeOf(order), { customer: customer.uuid })
  const address = new URL(pathOf(order), `${http.protocol}://${http.host}`)
  address.searchParams.set('provider', provider.key)
  address.searchParams.set('ticket', ticket)
  return { href: address.href }
}

/** The receipt as a PDF, once with a ticket. Whatever is wrong, the answer is only that it does not exist. */
export const receiptPage: Page = {
  method: 'GET',
  path: '/m/orders/:orderUuid/receipt.pdf',
  needsProvider: true,
  handle: async (http, app, provider) => {
    const { orderUuid = '' } = http.params as { orderUuid?: string }
    const { ticket } = http.query
    if (!provider || typeof ticket !== 'string' || !uuid().safeParse(orderUuid).success) throw new Failure('not_found')
    http.set('Cache-Control', 'no-store')
    // A HEAD request does not use the ticket up.
    const isLook = http.method === 'HEAD'
    const right = isLook
      ? (await findTicket(app, provider, purposeOf(orderUuid), ticket))?.data
      : await useTicket(app, provider, purposeOf(orderUuid), ticket)
    const order = right && (await findOrder(app, provider.key, orderUuid, right.customer ?? ''))
    if (!order?.confirmTime) throw new Failure('not_found')
    const t = translateTo(order.content.language)
    http.attachment(`${t(receiptTexts.file, { reference: orderNumber(order._id).slice(1) })}.pdf`)
    http.type = 'application/pdf'
    http.body = isLook ? '' : receiptPdf(provider, order)
  },
}
